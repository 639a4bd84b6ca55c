/** Reduces a legal name, as EDGAR or an exchange writes it, to its words without security, state and legal form, and tells that form. */
import { wordsOf } from '../../text/words.ts';

const LEGAL: ReadonlySet<string> = new Set(
  'inc incorporated corp corporation co company companies ltd limited plc sa s.a se ag nv n.v asa ab publ oyj oy spa s.p.a as a.s a/s lp l.p llc l.l.c llp kgaa gmbh bv b.v sab de cv c.v s.a.b tbk pt pty bhd kk pjsc jsc saa sca adr ads new the holdings holding group hldgs hldg grp'.split(
    ' ',
  ),
);

/** What an exchange's list adds to a name: the kind of security. */
const SECURITY =
  /(?<!\s)\s+[-–]\s+[^]*$|,?(?<!\s)\s*\b(?:Class [A-Z]\b|Series [A-Z]\b|Common (?:Stock|Shares|Units)|Ordinary Shares?|American Depositary|Depositary (?:Shares?|Receipts?)|ADS\b|ADR\b|Units?\b|Warrants?\b|Rights?\b|Subordinate Voting|Limited Voting|Voting (?:Shares|Stock)|Registered Shares|New York Registry|Each (?:representing|rep)\b|par value)[^]*$/i;
/** State or country of incorporation, as EDGAR appends it: `/DE/`, `\\PA\\`, `(DE)`. */
const STATE = /(?<!\s)\s*[/\\(][A-Z .]{2,15}[/\\)]?\s*$|(?<!\s)\s+A\/S$|(?<=\s(?:INC|CORP|CO))\s[A-Z]{2}$/i;

/** `Common Units` are the shares of a partnership; other units, warrants, rights, preferred shares and notes are beside the point. */
const NOT_A_COMPANY =
  /\b(?:Warrants?|Rights?)(?:,|\s*$)|\bWarrants? to\b|\b(?:ABS Corp|SEC Backed|Strats|Saturns|Corporate Backed)\b|(?<!Common |Partner |Partnership )\bUnits?(?:,|\s*$)|\b(?:Preferred|Preference|Notes? due|Debentures?|Senior Notes|Subordinated Notes)\b|\d(?:\.\d+)?%/i;

export const isCompanySecurity = (name: string): boolean => !NOT_A_COMPANY.test(name);

const ACCENTED = /[\u00c0-\u024f]/;
/** `América` and `Nestlé` as EDGAR and most headlines write them. */
export const withoutAccents = (text: string): string => (ACCENTED.test(text) ? text.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '') : text);

export function coreWords(legalName: string): string[] {
  const core = fullWords(legalName);
  while (core.length > 1 && LEGAL.has(core.at(-1) ?? '')) core.pop();
  if (core.length > 1 && core[0] === 'the') core.shift();
  return core;
}

function fullWords(legalName: string): string[] {
  const cut = legalName.replace(SECURITY, '').replace(STATE, '').replace(SPACED_FORM, '');
  return initialsFirst([...wordsOf(withoutAccents(cut === '' ? legalName : cut)).lower], legalName);
}

/** `TELEFONICA S A`, `WOLTERS KLUWER N V`: a legal form, no initials. */
const SPACED_FORM = /(?<=\s\S+)\s+(?:S A|N V|A G|A S|S P A|P L C)$/i;

/** EDGAR writes `HUNT J B TRANSPORT SERVICES` and `SMITH A O CORP`: the initials belong before the name. */
function initialsFirst(full: string[], legalName: string): string[] {
  let to = 1;
  while (to < full.length && /^[a-z]$/.test(full[to] ?? '')) to += 1;
  return to < 2 || to > 3 || (full[0] ?? '').length < 3 || !/^[A-Za-z]+\s/.test(legalName)
    ? full
    : [...full.slice(1, to), full[0] ?? '', ...full.slice(to)];
}

/** How headlines write a legal form. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  inc: ['inc', 'incorporated'],
  corp: ['corp', 'corporation'],
  corporation: ['corp', 'corporation'],
  co: ['co', 'company'],
  company: ['co', 'company'],
  companies: ['companies', 'cos'],
  ltd: ['ltd', 'limited'],
  limited: ['ltd', 'limited'],
  plc: ['plc'],
  group: ['group'],
  holdings: ['holdings', 'holding'],
  holding: ['holding', 'holdings'],
};

export const isLegalForm = (word: string): boolean => LEGAL.has(word);

/** How texts may write the form of this company: `inc`, `incorporated`; none where its name has none. */
export function formsOf(legalName: string, core: readonly string[]): readonly string[] {
  const full = fullWords(legalName);
  return FORMS[full[full.indexOf(core.at(-1) ?? '') + 1] ?? ''] ?? [];
}

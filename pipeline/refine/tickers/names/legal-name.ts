/** Reduces a legal name of EDGAR or an exchange to its words without security, state and legal form, and finds its legal form. */
import { LRUCache } from 'lru-cache';
import { wordsOf } from '../../text/words.ts';
import { wordSet } from '../../text/word-set.ts';

const LEGAL = wordSet(
  'inc incorporated corp corporation co company companies ltd limited plc sa s.a se ag nv n.v asa ab publ oyj oy spa s.p.a as a.s a/s lp l.p llc l.l.c llp kgaa gmbh bv b.v sab de cv c.v s.a.b tbk pt pty bhd kk pjsc jsc saa sca adr ads new the holdings holding group hldgs hldg grp',
);

/** Matches the kind of security that the list of an exchange adds to a name. */
const SECURITY =
  /(?<!\s)\s+[-–]\s+[^]*$|,?(?<!\s)\s*\b(?:Class [A-Z]\b|Series [A-Z]\b|Common (?:Stock|Shares|Units)|Ordinary Shares?|American Depositary|Depositary (?:Shares?|Receipts?)|ADS\b|ADR\b|Units?\b|Warrants?\b|Rights?\b|Subordinate Voting|Limited Voting|Voting (?:Shares|Stock)|Registered Shares|New York Registry|Each (?:representing|rep)\b|par value)[^]*$/i;
/** Matches the state or country of incorporation at the end of names in EDGAR: `/DE/`, `\\PA\\`, `(DE)`. */
const STATE = /(?<!\s)\s*[/\\(][A-Z .]{2,15}[/\\)]?\s*$|(?<!\s)\s+A\/S$|(?<=\s(?:INC|CORP|CO))\s[A-Z]{2}$/i;

/** Matches securities other than shares: warrants, rights, preferred shares, notes, and units except `Common Units` of a partnership. */
const NOT_A_COMPANY =
  /\b(?:Warrants?|Rights?)(?:,|\s*$)|\bWarrants? to\b|\b(?:ABS Corp|SEC Backed|Strats|Saturns|Corporate Backed)\b|(?<!Common |Partner |Partnership )\bUnits?(?:,|\s*$)|\b(?:Preferred|Preference|Notes? due|Debentures?|Senior Notes|Subordinated Notes)\b|\d(?:\.\d+)?%/i;

/** Returns whether a listed name is that of a company's shares. */
export const isCompanySecurity = (name: string): boolean => !NOT_A_COMPANY.test(name);

const ACCENTED = /[\u00c0-\u024f]/;
/** Returns a text without accents (`América`, `Nestlé`), which EDGAR and most headlines omit. */
export const withoutAccents = (text: string): string => (ACCENTED.test(text) ? text.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '') : text);

/** Returns the words of a name without its legal form: `ford motor` of `Ford Motor Co /DE/`. */
export function coreWords(legalName: string): string[] {
  const core = [...fullWords.memo(legalName)];
  while (core.length > 1 && LEGAL.has(core.at(-1) ?? '')) core.pop();
  if (core.length > 1 && core[0] === 'the') core.shift();
  return core;
}

/** Cache of words. Each name is read three times for a directory, and the next directory has nearly the same names. */
const fullWords = new LRUCache<string, readonly string[]>({ max: 30_000, memoMethod: readWords });

function readWords(legalName: string): readonly string[] {
  const cut = legalName.replace(SECURITY, '').replace(STATE, '').replace(SPACED_FORM, '');
  return initialsFirst([...wordsOf(withoutAccents(cut === '' ? legalName : cut)).lower], legalName);
}

/** Matches a legal form in single letters, which are no initials: `TELEFONICA S A`. */
const SPACED_FORM = /\s(?:S A|N V|A G|A S|S P A|P L C)$/i;

/** Returns the words with initials first, which EDGAR writes after the name: `HUNT J B TRANSPORT SERVICES`, `SMITH A O CORP`. */
function initialsFirst(full: string[], legalName: string): string[] {
  let to = 1;
  while (to < full.length && /^[a-z]$/.test(full[to] ?? '')) to += 1;
  return to < 2 || to > 3 || (full[0] ?? '').length < 3 || !/^[A-Za-z]+\s/.test(legalName)
    ? full
    : [...full.slice(1, to), full[0] ?? '', ...full.slice(to)];
}

/** Spellings of each legal form in headlines. */
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

/** Returns the spellings of the legal form of a company, e.g. `inc`, `incorporated`; empty when its name has no form. */
export function formsOf(legalName: string, core: readonly string[]): readonly string[] {
  const full = fullWords.memo(legalName);
  return FORMS[full[full.indexOf(core.at(-1) ?? '') + 1] ?? ''] ?? [];
}

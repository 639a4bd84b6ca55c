/**
 * A listed company's legal name in, the names a headline may call it by out, each with how far it is from
 * the legal one: `Ford Motor Co` -> `ford motor` (core), `ford` (short).
 */
import { commonPerMillion, isCommonWord } from '../text/common-words.ts';
import { isAllUpper, wordsOf } from '../text/words.ts';
import { acronyms } from './acronyms.ts';
import { nounsToo, peopleAndPlaces, wordsToo } from './ambiguous.ts';

/** brand: what the press says; legal: with its legal form; core: without; short: without what it does, too; first: its first word. */
export const nameLevels = ['brand', 'legal', 'core', 'short', 'first'] as const;
export type NameLevel = (typeof nameLevels)[number];

export interface CompanyName {
  readonly words: readonly string[];
  readonly level: NameLevel;
  /** Stands for the company in capitals only: initials (`GM`), or a first word that is its symbol (`NCR`). */
  readonly isUpperOnly: boolean;
  /** The name's own `'s` was cut off as a possessive (`Macy's`): the text must have it too. */
  readonly isPossessive: boolean;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const LEGAL = words(
  'inc incorporated corp corporation co company companies ltd limited plc sa s.a se ag nv n.v asa ab publ oyj oy spa s.p.a as a.s a/s lp l.p llc l.l.c llp kgaa gmbh bv b.v sab de cv c.v s.a.b tbk pt pty bhd kk pjsc jsc saa sca adr ads new the holdings holding group hldgs hldg grp',
);
// prettier-ignore
const SOFT = words(
  `trust technologies technology tech international intl industries industrial industrials enterprises enterprise pharmaceuticals pharmaceutical pharma therapeutics biotherapeutics biosciences bioscience biopharma biopharmaceuticals biologics biotech biotechnology sciences science scientific laboratories laboratory labs
systems system solutions software networks network semiconductor semiconductors devices instruments electronics electric energy power resources petroleum oil gas exploration drilling pipeline partners midstream utilities water financial finance bancorp bancorporation bancshares bankshares bank banking banks insurance assurance reinsurance capital investment investments investors asset management
properties property realty reit residential communities hotels resorts brands stores restaurants motors motor automotive airlines airways air aerospace aviation foods food beverage beverages entertainment media interactive digital communications platforms healthcare health medical global worldwide cruises cruise lines line materials chemical chemicals mining mines gold silver metals minerals lithium uranium royalty steel
acquisition usa america american us com services service products laboratories outfitters apparel clothing logistics transportation transport trucking freight shipping marine tankers maritime education learning gaming games casinos sportswear toys furniture homes home building builders infrastructure construction engineering environmental waste security securities data analytics cloud cyber mobile wireless telecom telecommunications cable broadcasting publishing`.replaceAll('\n', ' '),
);

/** How headlines shorten what a company does. */
// prettier-ignore
const CLIPPED: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    pharmaceuticals: 'pharma', pharmaceutical: 'pharma', therapeutics: 'thera', technologies: 'tech', technology: 'tech', laboratories: 'labs lab', laboratory: 'labs lab', international: "intl int'l", airlines: 'air',
    semiconductor: 'semi', semiconductors: 'semi', bancorporation: 'bancorp banc', bancorp: 'banc bancorporation', bancshares: 'banc', financial: 'fin finl fincl', construction: 'constr', industries: 'inds ind', industrial: 'ind', american: 'am amer', communications: 'comms comm',
    electronics: 'elec', electric: 'elec', holdings: 'hldgs', restaurants: 'rest', entertainment: 'ent', petroleum: 'petro pete', properties: 'props', resources: 'res', manufacturing: 'mfg', systems: 'sys', corporation: 'corp', brothers: 'bros', companies: 'cos',
  }).map(([word, clips]) => [word, clips.split(' ')]),
);

/** What an exchange's list adds to a name: the kind of security. */
const SECURITY =
  /\s+[-–]\s+.*$|,?\s*\b(?:Class [A-Z]\b|Series [A-Z]\b|Common (?:Stock|Shares|Units)|Ordinary Shares?|American Depositary|Depositary (?:Shares?|Receipts?)|ADS\b|ADR\b|Units?\b|Warrants?\b|Rights?\b|Subordinate Voting|Limited Voting|Voting (?:Shares|Stock)|Registered Shares|New York Registry|Each (?:representing|rep)\b|par value).*$/i;
/** State or country of incorporation, as EDGAR appends it: `/DE/`, `\\PA\\`, `(DE)`. */
const STATE = /\s*[/\\(][A-Z .]{2,15}[/\\)]?\s*$|\s+A\/S$|(?<=\s(?:INC|CORP|CO))\s[A-Z]{2}$/i;

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

/** `Gap Inc`, `Match Group`, `Comstock Inc`: with its form, a word that is also a word or begins others' names names the company. */
function legalNames(legalName: string, core: readonly string[]): string[][] {
  if (core.length > 2 || !(core.length === 1 || core.every(isPlain)) || core.every((word) => SOFT.has(word)) || (core.length === 1 && peopleAndPlaces.has(core[0] ?? ''))) return [];
  const full = fullWords(legalName);
  const forms = FORMS[full[full.indexOf(core.at(-1) ?? '') + 1] ?? ''] ?? [];
  return forms.map((form) => [...core, form]);
}

/** `j b hunt` as headlines write it: `J.B. Hunt`. */
function joinedInitials(name: readonly string[]): readonly string[] | null {
  let to = 0;
  while (to < name.length && /^[a-z]$/.test(name[to] ?? '')) to += 1;
  return to < 2 ? null : [name.slice(0, to).join('.'), ...name.slice(to)];
}

/** `U.S. Energy` and `US Energy`. */
function otherCountry([first, ...others]: readonly string[]): readonly string[] | null {
  if (others.length === 0) return null;
  return first === 'us' ? ['u.s', ...others] : first === 'u.s' ? ['us', ...others] : null;
}

/** A fund's name begins with its sponsor's. */
const BEARS_SPONSOR =
  /\b(?:funds?|trusts? \d|etfs?|etns?|depositor|specialty|bdc|credit|income|lending|municipal|bitcoin|ethereum|real estate|infrastructure|acquisitions?|total return|global)\b/i;

/** Of these even the first word is the sponsor's. */
const BEARS_ITS_SPONSORS_NAME = /\b(?:funds?|etfs?|etns?|depositor|municipal|bitcoin|ethereum|total return)\b/i;

/** Every name but the brand ones, from the longest to the shortest. */
export function namesOf(legalName: string, symbol: string): CompanyName[] {
  const core = coreWords(legalName);
  if (core.length === 0) return [];
  const own = { isUpperOnly: false, isPossessive: false };
  const legal = legalNames(legalName, core).map((words): CompanyName => ({ words, level: 'legal', ...own }));
  if (core.length === 1 && isHopeless(core[0] ?? '')) return legal;
  const names: CompanyName[] = [
    ...legal,
    { words: core, level: 'core', isUpperOnly: isInitials(core, legalName), isPossessive: core.length === 1 && /['’]s\b/i.test(legalName) },
  ];
  // `Wix` of `Wix.com`, `LegalZoom` of `LegalZoom.com`.
  const stem = /^([a-z]{3,})\.(?:com|ai|io)$/.exec(core[0] ?? '')?.[1];
  if (core.length === 1 && stem !== undefined && !isAmbiguous(stem)) names.push({ words: [stem], level: 'core', ...own });
  const first = core[0] ?? '';
  const short = [...core];
  while (short.length > 1 && (SOFT.has(short.at(-1) ?? '') || LEGAL.has(short.at(-1) ?? ''))) {
    short.pop();
    if (!isTooGeneral(short)) names.push({ words: [...short], level: 'short', ...own });
  }
  // `AllianceBernstein National Municipal Income` of the fund of that name.
  if (core.length > 3 && core.at(-1) === 'fund') names.push({ words: core.slice(0, -1), level: 'short', ...own });
  const other = otherNumber(core.at(-1) ?? '');
  if (core.length > 1 && other !== null && !SOFT.has(first)) names.push({ words: [...core.slice(0, -1), other], level: 'short', ...own });
  for (const clipped of clippedOf(core)) if (clipped.length > 1) names.push({ words: clipped, level: 'short', ...own });
  // `American Water` of `American Water Works`: where nobody else's name begins so (see directory.ts).
  for (let length = BEARS_SPONSOR.test(legalName) ? 1 : Math.min(3, core.length - 1); length > 1; length -= 1) {
    const beginning = core.slice(0, length);
    const last = beginning.at(-1) ?? '';
    const isSaid = names.some((name) => name.words.length === length && name.words[length - 1] === last);
    if (
      !isSaid &&
      last.length > 1 &&
      !LEGAL.has(last) &&
      (!beginning.every(isHopeless) || (peopleAndPlaces.has(first) && SOFT.has(last))) &&
      !beginning.every((word) => peopleAndPlaces.has(word))
    )
      names.push({ words: beginning, level: 'first', ...own });
  }
  if (
    core.length > 1 &&
    !BEARS_ITS_SPONSORS_NAME.test(legalName) &&
    first.length >= (/^[a-z]+\d[a-z]*$/.test(first) ? 3 : 4) &&
    !isHopeless(first) &&
    !names.some(({ words: said }) => said.length === 1) &&
    (!isPlain(first) || isSeldom(first))
  )
    names.push({ words: [first], level: 'first', ...own });
  const only = core.length === 1 ? first : '';
  // EDGAR writes `MCDONALDS CORP`, headlines `McDonald's`.
  if (only.length > 4 && only.endsWith('s') && !only.endsWith('ss'))
    names.push({ words: [only.slice(0, -1)], level: 'core', isUpperOnly: false, isPossessive: true });
  const initials = core
    .map((word) => word[0] ?? '')
    .join('')
    .toUpperCase();
  if (
    symbol.length >= 2 &&
    !acronyms.has(symbol) &&
    (initials === symbol || (first.toUpperCase() === symbol && isAllUpper(legalName.slice(0, first.length))))
  ) {
    names.push({ words: [symbol.toLowerCase()], level: 'core', isUpperOnly: true, isPossessive: false });
    // `F.N.B.`
    if (first.length === symbol.length) names.push({ words: [[...first].join('.')], level: 'core', ...own });
  }
  return names.flatMap((name) => {
    const joined = joinedInitials(name.words) ?? otherCountry(name.words);
    return joined === null ? [name] : [name, { ...name, words: joined }];
  });
}

/** `NOV Inc.`, `NICE Ltd.`: in a name that is not written in capitals throughout, a short word that is stands for it in capitals only. */
const isInitials = (core: readonly string[], legalName: string): boolean =>
  core.length === 1 &&
  ((core[0] ?? '').length <= 3 || ((core[0] ?? '').length === 4 && isPlain(core[0] ?? ''))) &&
  /[a-z]/.test(legalName) &&
  isAllUpper(legalName.slice(0, core[0]?.length));

/** `Twist Biosciences` of `Twist Bioscience`: what a company does is written in either number. */
function otherNumber(word: string): string | null {
  if (!SOFT.has(word)) return null;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.endsWith('s')) return word.slice(0, -1);
  return word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** The name with one of its words cut short; what follows that word may go. */
function clippedOf(core: readonly string[]): string[][] {
  return core.flatMap((word, at) =>
    at === 0
      ? []
      : (CLIPPED.get(word) ?? []).flatMap((clip) => [
          [...core.slice(0, at), clip, ...core.slice(at + 1)],
          ...(at + 1 < core.length ? [[...core.slice(0, at), clip]] : []),
        ]),
  );
}

/** A word that means something beside the company: no evidence of it by itself. */
export const isPlain = (word: string): boolean =>
  word.length < 3 || /^\d+[a-z]{0,2}$|^q[1-4]$/.test(word) || isCommonWord(word) || isInflected(word) || nounsToo.has(word) || peopleAndPlaces.has(word);

/** Plain, or a word too: alone it needs evidence beside it. */
export const isAmbiguous = (word: string): boolean => isPlain(word) || wordsToo.has(word) || acronyms.has(word.toUpperCase());

const HOPELESS_PER_MILLION = 250;
/** What kind of business a name's last words give, or its legal form: `Healthcare`, `Gold`. */
export const saysBusiness = (word: string): boolean => SOFT.has(word) || word === 'holding' || word === 'holdings';

const FIELDS = words('crypto blockchain bitcoin cannabis biotech fintech');

/** `On Holding`, `Q2 Holdings`, `Bancorp, Inc.`: no evidence would make a name of such a word. */
const isHopeless = (word: string): boolean =>
  word.length < 2 ||
  SOFT.has(word) ||
  FIELDS.has(word) ||
  /^\d+$/.test(word) ||
  /^(?:q[1-4]|[a-z])$/.test(word) ||
  commonPerMillion(word) > HOPELESS_PER_MILLION;

const SELDOM_PER_MILLION = 40;
/** A word that is no person's, no place's, and not said much: after a colon it may be a company's. */
const isSeldom = (word: string): boolean => !peopleAndPlaces.has(word) && commonPerMillion(word) < SELDOM_PER_MILLION;

/** A form of a common word: `caring`, `rangers`. */
const isInflected = (word: string): boolean =>
  ['s', 'es', 'ed', 'd', 'er', 'ers', 'ing', 'ly'].some(
    (ending) =>
      word.endsWith(ending) &&
      (isCommonWord(word.slice(0, -ending.length)) || (/^[ei]/.test(ending) && isCommonWord(`${word.slice(0, -ending.length)}e`))),
  );

function isTooGeneral(name: readonly string[]): boolean {
  const [first, second] = name;
  if (name.length === 1) return isPlain(first ?? '') || (first ?? '').length < 4;
  if (name.length === 2) return peopleAndPlaces.has(first ?? '') && (SOFT.has(second ?? '') || isPlain(second ?? ''));
  return false;
}

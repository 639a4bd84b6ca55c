/**
 * Derives the names that a headline may use from the legal name of a listed company, each with its distance from the legal one: `Ford Motor Co`
 * -> `ford motor` (core), `ford` (short).
 */
import { isAllUpper } from '../../text/words.ts';
import { acronyms, peopleAndPlaces } from '../homonyms/homonyms.ts';
import { coreWords, formsOf, isLegalForm } from './legal-name.ts';
import { isAmbiguous, isBusiness, isHopeless, isPlain, isSeldom, isTooGeneral } from '../homonyms/plain-words.ts';

/** `brand`: used by the press; `legal`: with legal form; `core`: without; `short`: without words for the business; `first`: first words. */
export const nameLevels = ['brand', 'legal', 'core', 'short', 'first'] as const;
type NameLevel = (typeof nameLevels)[number];

export interface CompanyName {
  readonly words: readonly string[];
  readonly level: NameLevel;
  /** Whether the name means the company in capitals only: initials (`GM`), or a first word that is its symbol (`NCR`). */
  readonly isUpperOnly: boolean;
  /** Whether the name ends in `'s` (`Macy's`), which is cut off like a possessive, and the text must have it too. */
  readonly isPossessive: boolean;
}

/** Abbreviations in headlines, by the word for a business. */
// prettier-ignore
const CLIPPED: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    pharmaceuticals: 'pharma', pharmaceutical: 'pharma', therapeutics: 'thera', technologies: 'tech', technology: 'tech', laboratories: 'labs lab', laboratory: 'labs lab', international: "intl int'l", airlines: 'air',
    semiconductor: 'semi', semiconductors: 'semi', bancorporation: 'bancorp banc', bancorp: 'banc bancorporation', bancshares: 'banc', financial: 'fin finl fincl', construction: 'constr', industries: 'inds ind', industrial: 'ind', american: 'am amer', communications: 'comms comm',
    electronics: 'elec', electric: 'elec', holdings: 'hldgs', restaurants: 'rest', entertainment: 'ent', petroleum: 'petro pete', properties: 'props', resources: 'res', manufacturing: 'mfg', systems: 'sys', corporation: 'corp', brothers: 'bros', companies: 'cos',
  }).map(([word, clips]) => [word, clips.split(' ')]),
);

/** Returns names with legal form, with which even a common word or a shared beginning means the company: `Gap Inc`, `Match Group`. */
function legalNames(legalName: string, core: readonly string[]): string[][] {
  if (
    core.length > 2 ||
    !(core.length === 1 || core.every(isPlain)) ||
    core.every((word) => isBusiness(word)) ||
    (core.length === 1 && peopleAndPlaces.has(core[0] ?? ''))
  )
    return [];
  return formsOf(legalName, core).map((form) => [...core, form]);
}

/** Returns the name with joined initials, `J.B. Hunt` for `j b hunt`, or null when it has none. */
function joinedInitials(name: readonly string[]): readonly string[] | null {
  let to = 0;
  while (to < name.length && /^[a-z]$/.test(name[to] ?? '')) to += 1;
  return to < 2 ? null : [name.slice(0, to).join('.'), ...name.slice(to)];
}

/** Returns the other spelling of a name such as `U.S. Energy` and `US Energy`, or null. */
function otherCountry([first, ...others]: readonly string[]): readonly string[] | null {
  if (others.length === 0) return null;
  return first === 'us' ? ['u.s', ...others] : first === 'u.s' ? ['us', ...others] : null;
}

/** Matches funds and similar bodies, whose names begin with the name of their sponsor. */
const BEARS_SPONSOR =
  /\b(?:funds?|trusts? \d|etfs?|etns?|depositor|specialty|bdc|credit|income|lending|municipal|bitcoin|ethereum|real estate|infrastructure|acquisitions?|total return|global)\b/i;

/** Matches bodies whose first word alone is the name of their sponsor. */
const BEARS_ITS_SPONSORS_NAME = /\b(?:funds?|etfs?|etns?|depositor|municipal|bitcoin|ethereum|total return)\b/i;

/** Matches words with which no name ends: `Bank of`. */
const JOINS = /^(?:of|the|and|for|to|in|on|de|del|la|le|do|da|at|by|with)$/;

/** Returns all names except brands, longest first. */
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
  // `Wix` for `Wix.com`, `LegalZoom` for `LegalZoom.com`.
  const stem = /^([a-z]{3,})\.(?:com|ai|io)$/.exec(core[0] ?? '')?.[1];
  if (core.length === 1 && stem !== undefined && !isAmbiguous(stem)) names.push({ words: [stem], level: 'core', ...own });
  const first = core[0] ?? '';
  const short = [...core];
  while (short.length > 1 && (isBusiness(short.at(-1) ?? '') || isLegalForm(short.at(-1) ?? ''))) {
    short.pop();
    if (!isTooGeneral(short) && !JOINS.test(short.at(-1) ?? '')) names.push({ words: [...short], level: 'short', ...own });
  }
  // A fund without the word: `AllianceBernstein National Municipal Income`.
  if (core.length > 3 && core.at(-1) === 'fund') names.push({ words: core.slice(0, -1), level: 'short', ...own });
  const other = otherNumber(core.at(-1) ?? '');
  if (core.length > 1 && other !== null && !isBusiness(first)) names.push({ words: [...core.slice(0, -1), other], level: 'short', ...own });
  for (const clipped of clippedOf(core)) if (clipped.length > 1) names.push({ words: clipped, level: 'short', ...own });
  // `American Water` for `American Water Works`. alias-resolution.ts drops a beginning that other companies share.
  for (let length = BEARS_SPONSOR.test(legalName) ? 1 : Math.min(3, core.length - 1); length > 1; length -= 1) {
    const beginning = core.slice(0, length);
    const last = beginning.at(-1) ?? '';
    const isSaid = names.some((name) => name.words.length === length && name.words[length - 1] === last);
    if (
      !isSaid &&
      last.length > 1 &&
      !JOINS.test(last) &&
      !isLegalForm(last) &&
      (!beginning.every(isHopeless) || (peopleAndPlaces.has(first) && isBusiness(last))) &&
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

/** Returns whether a one-word name is in capitals within a mixed-case legal name (`NOV Inc.`). It then matches only in capitals. */
const isInitials = (core: readonly string[], legalName: string): boolean =>
  core.length === 1 && (core[0] ?? '').length <= 3 && /[a-z]/.test(legalName) && isAllUpper(legalName.slice(0, core[0]?.length));

/** Returns a word for a business in the other number, because headlines use either: `Twist Biosciences` for `Twist Bioscience`. */
function otherNumber(word: string): string | null {
  if (!isBusiness(word)) return null;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.endsWith('s')) return word.slice(0, -1);
  return word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** Returns the name with one word abbreviated, with and without the words after it. */
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

/** Recognises a name that means something else in a text: it is part of the name of a person, a fund, an index or another company. */
import { isAllUpper, startsUpper, type Words } from '../../text/words.ts';
import { companyWords, excludingWords } from './homonyms.ts';
import { givenNames, isGivenName } from './namesakes.ts';
import { isBusinessOrHolding } from './plain-words.ts';
import { readList } from '../data/read-list.ts';
import type { TextContext } from '../find/text-context.ts';
import type { Alias } from '../find/alias-resolution.ts';
import { wordSet } from '../../text/word-set.ts';

export function hasOtherMeaning(reading: TextContext, alias: Alias, from: number, to: number): boolean {
  const { words } = reading;
  const name = alias.text;
  const next = words.lower[to] ?? '';
  if (excludingWords.get(name)?.has(next) === true || isPartOfAnother(reading, alias, from, to)) return true;
  if (reading.isCrypto ? ofCrypto.has(name) : onlyOfCrypto.has(name)) return true;
  return (STRICT.has(name) && !OWN_BUSINESS.test(next)) || (PLAYED.has(name) && !BUSINESS.test(next));
}

/** Names that are also indexes, agencies, or nouns with a capital. They mean the company only before a word of `OWN_BUSINESS`. */
const STRICT = readList('strict-names');
const OWN_BUSINESS =
  /^(?:inc|eps|non|gaap|q[1-4]|ceo|cfo|declares|goes|acquires|reports|to|corp|chemical|names|prices|beats|misses|appoints|launches|buys|completes|profits?)$/;

/** Names of clubs, halls and a television host. They mean the company only before a word of `BUSINESS`. */
const PLAYED = readList('played-names');
const BUSINESS = /^(?:shares?|stock|revenues?|earnings|plc|inc|holdings|takeover|sale|bid|owners?|ipo|debt|q[1-4]|eps|reports|swings)$/;

/** Words of crypto that are also names of listed companies. */
const ofCrypto = readList('crypto-names');

/** Names that mean the company only in crypto news: `Strategy buys 8,178 bitcoin`. */
const onlyOfCrypto: ReadonlySet<string> = new Set(['strategy']);

/** Returns whether a name is part of a longer name of something else: `Hannon Armstrong`, `Adena Friedman`, `Virgin Atlantic`. */
function isPartOfAnother(reading: TextContext, alias: Alias, from: number, to: number): boolean {
  const { words, casing } = reading;
  const { level, isStrong, isUpperOnly, entry, doubt } = alias;
  const isWord = alias.words.length === 1;
  if (isWord && isOnePersonsName(reading, alias, from)) return true;
  if (isWord && from > 0 && (isOfOffice(words, from) || (!isHousehold(alias) && isSecondWord(reading, from)))) return true;
  const isBeside = (left: number, right: number): boolean => /^\s$/.test(words.text.slice(words.end[left], words.start[right]));
  const isName = (at: number): boolean =>
    startsUpper(words.raw[at] ?? '') &&
    !isAllUpper(words.raw[at] ?? '') &&
    (words.lexemes[at]?.perMillion === 0 || (casing === 'sentence' && at > 0)) &&
    !companyWords.has(words.lower[at] ?? '');
  const [before, next] = [words.lower[from - 1] ?? '', words.lower[to] ?? ''];
  const isBesideNext = isBeside(to - 1, to);
  const isCapitalNext = startsUpper(words.raw[to] ?? '') && isBesideNext;
  const isCapitalBefore = from > 0 && startsUpper(words.raw[from - 1] ?? '') && isBeside(from - 1, from);
  const isForeign = !entry.name.toLowerCase().includes(next);
  // `Merck KGaA` is not Merck & Co.
  if (/^(?:kgaa|gmbh)$/.test(next) && isForeign) return true;
  if (isWord && !isStrong && OTHERS.has(next) && isCapitalNext && isForeign) return true;
  // A school, a club or a congregation: `Old Dominion University`, `Quaker group`.
  if (level !== 'legal' && NOT_BUSINESSES.has(next) && isBesideNext) return true;
  // The second of two capitalised words: `Burger Joint Launches`.
  if (isSecondOfTwo(reading, alias, from)) return true;
  // A code: `BIP-199`.
  if (isUpperOnly && /^-\d/.test(words.text.slice(words.end[to - 1]))) return true;
  // The end of a longer name: `First Busey Post Holdings`.
  if (level === 'legal') return isCapitalBefore && !/^(?:the|buy|sell|short)$/.test(before) && casing !== 'title';
  // An unlisted company, because no division of a well-known company has such a name: `Meta Materials`, `Tesla Minerals`.
  if (level === 'brand' && isWord && NO_DIVISIONS.has(next) && isCapitalNext && isForeign) return true;
  // `Sea of Japan`, `Royal Bank of Scotland`
  if (next === 'of' && casing !== 'title' && startsUpper(words.raw[to + 1] ?? '')) return true;
  if (level === 'brand' || (!isWord && level !== 'first' && doubt === null)) return false;
  // After a verb the capital is only that of a headline: `to Acquire Metsera`.
  const isAfterVerb = words.lower[from - 2] === 'to' && DEAL_VERBS.has(before);
  if (from > 0 && isBeside(from - 1, from) && isName(from - 1) && !isAfterVerb) return true;
  if (!isForeign) return false;
  const isNameNext = isName(to) && isBesideNext;
  // The business in the next word is not the company's: `SF Holding`, `Sonic Healthcare`, `Vanguard Group`.
  const isShort = level === 'first' || isUpperOnly || (level === 'short' && (entry.rank ?? Infinity) > LESS_KNOWN_RANK);
  if (isShort && isCapitalNext && (isBusinessOrHolding(next) || next === 'group')) return true;
  // `Volt Carbon` is not Volt Lithium.
  if ((level !== 'core' || casing === 'sentence') && isWord && doubt !== null && isCapitalNext && !companyWords.has(next)) return true;
  return (level === 'first' || doubt !== null) && isNameNext;
}

const DEAL_VERBS: ReadonlySet<string> = new Set(['acquire', 'buy', 'purchase', 'sell', 'sue', 'join']);

/** Last words of names of companies, with which no division of a well-known company ends. */
const NO_DIVISIONS = wordSet(
  'materials minerals metals resources petroleum midstream lithium uranium royalty bancorp bancshares bankshares biosciences biopharma biologics therapeutics oncology reit realty hospitality',
);
const LESS_KNOWN_RANK = 1_500;
/** Rank up to which a company is in the news so often that its name after another word still means it. */
const HOUSEHOLD_RANK = 450;
const isHousehold = ({ entry, level }: Alias): boolean => level === 'brand' && (entry.rank ?? Infinity) <= HOUSEHOLD_RANK;

/** Returns whether a name is part of the name of a person: a given name precedes it, or a name follows it: `Harrison Ford`. */
function isOnePersonsName({ words, casing }: TextContext, alias: Alias, at: number): boolean {
  if (casing === 'upper' || alias.entry.asset_type === 'Crypto') return false;
  const isNameAt = (other: number): boolean =>
    startsUpper(words.raw[other] ?? '') && !isAllUpper(words.raw[other] ?? '') && !companyWords.has(words.lower[other] ?? '');
  const isBeside = (left: number): boolean => /^\s$/.test(words.text.slice(words.end[left], words.start[left + 1]));
  if (at > 0 && isNameAt(at - 1) && isBeside(at - 1) && isGivenName(words.lower[at - 1] ?? '')) return true;
  const next = words.lower[at + 1] ?? '';
  return (
    alias.doubt === 'namesake' &&
    isGivenName(alias.text) &&
    isNameAt(at + 1) &&
    isBeside(at) &&
    !alias.entry.name.toLowerCase().includes(next) &&
    !isBusinessOrHolding(next) &&
    (casing === 'sentence' || givenNames.has(next))
  );
}

/** Returns whether the word of a little-known company, or the beginning of a name, follows a capitalised word that is not about the company. */
function isSecondOfTwo({ words, casing }: TextContext, { isStrong, level, words: name, entry }: Alias, at: number): boolean {
  if (isStrong || name.length > 1 || at === 0 || casing === 'upper' || level === 'brand' || level === 'legal') return false;
  if ((entry.rank ?? 0) <= LESS_KNOWN_RANK && level !== 'first') return false;
  const before = words.lower[at - 1] ?? '';
  return (
    startsUpper(words.raw[at - 1] ?? '') &&
    /^\s$/.test(words.text.slice(words.end[at - 1], words.start[at])) &&
    !companyWords.has(before) &&
    !BEFORE_NAMES.has(before)
  );
}
const BEFORE_NAMES: ReadonlySet<string> = readList('words-beside-names');

/** Legal forms and businesses of other companies with the same first word: `Delta Corp`, `Visa Steel`. */
const OTHERS: ReadonlySet<string> = readList('other-forms');

const NOT_BUSINESSES: ReadonlySet<string> = readList('not-businesses');

/** Returns whether the word before begins the name of another company: `First Quantum`, `Royal Gold`. */
const isSecondWord = ({ words, casing }: TextContext, at: number): boolean =>
  casing !== 'upper' &&
  BEGINS_NAMES.has(words.lower[at - 1] ?? '') &&
  startsUpper(words.raw[at - 1] ?? '') &&
  /^\s$/.test(words.text.slice(words.end[at - 1], words.start[at]));
const BEGINS_NAMES: ReadonlySet<string> = readList('first-words');

/** Returns whether the word is in the name of an office holder: `CEO Bill Rogers`, `chairman John E. Lowe`. */
const isOfOffice = (words: Words, at: number): boolean =>
  (isOfficeAt(words, at - 1) || isOfficeAt(words, at - 2) || isOfficeAt(words, at - 3)) &&
  /^[A-Z][a-z]*$/.test(words.raw[isOfficeAt(words, at - 1) ? at + 1 : at - 1] ?? '');
const isOfficeAt = ({ lower }: Words, at: number): boolean => OFFICES.has(lower[at] ?? '');
const OFFICES: ReadonlySet<string> = readList('offices');

/** Chooses the company that a name refers to, among all companies of that name, and whether the name alone is enough evidence. */
import { acronyms } from '../homonyms/homonyms.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { isCommonWord } from '../../text/common-words.ts';
import { readList } from '../data/read-list.ts';
import { mainClasses } from '../names/brands.ts';
import { coreWords } from '../names/legal-name.ts';
import { nameLevels, type CompanyName } from '../names/names.ts';
import { isDictionaryWord, isNamesake } from '../homonyms/namesakes.ts';
import { isAmbiguous, isPlain } from '../homonyms/plain-words.ts';

/** Beginnings of listed names that alone mean an unlisted body: `Vanguard` is not Vanguard Green Investment. */
const neverAlone = readList('never-alone');

export interface Alias extends CompanyName {
  readonly entry: SymbolEntry;
  readonly text: string;
  /** Whether names of other companies begin with this word too; this company is in the news more. */
  readonly isShared: boolean;
  /** Whether the company is the one drug maker of this name, which a text on trials means. */
  readonly isOfDrugs: boolean;
  /** Whether the capitalised name alone is enough evidence. */
  readonly isStrong: boolean;
  readonly doubt: Doubt;
}

/** Other meaning of a little-known name: a person or place (`namesake`), a word or capitals (`word`), or none. */
type Doubt = 'namesake' | 'word' | null;

export interface Candidate {
  readonly name: CompanyName;
  readonly entry: SymbolEntry;
}

/** Ranks of US-listed companies by issuer, by the first one, two and three words of their names. */
export type BeginningRanks = Map<string, Map<string, number>>;
export const RANK_UNKNOWN = 1e9;

/** Rank up to which a company can be the best known of its name. The ranks of all others must be `OUTRANKS` times its own. */
const WELL_KNOWN_RANK = 1_500;
const OUTRANKS = 3;

/** Returns whether the beginning that several companies' names share means this company, by far the best known of them. */
function isBestKnown(entry: SymbolEntry, ranks: ReadonlyMap<string, number>): boolean {
  const own = entry.rank ?? RANK_UNKNOWN;
  if (own > WELL_KNOWN_RANK) return false;
  for (const [issuer, rank] of ranks) if (issuer !== issuerOf(entry) && rank < OUTRANKS * (own + 10)) return false;
  return true;
}

const DRUG_MAKER = /\b(?:therapeutics?|pharma\w*|bio(?:sciences?|pharma\w*|therapeutics|logics|medicines?)|oncology|medicines|vaccines|genetics)\b/i;

export const makesDrugs = ({ name }: SymbolEntry): boolean => DRUG_MAKER.test(name);

/** Returns the company that a name means in a headline about a trial (`Viking` is Viking Therapeutics), or null when that is `best` or unknown. */
export function drugMakerOf(group: readonly Candidate[], best: Alias | null): Alias | null {
  if (best !== null && (best.level === 'brand' || best.words.length > 1 || makesDrugs(best.entry))) return null;
  const makers = group.filter(({ name, entry }) => name.words.length === 1 && !name.isUpperOnly && listingRank(entry) === 0 && makesDrugs(entry));
  const [maker] = makers;
  if (maker === undefined || new Set(makers.map(({ entry }) => issuerOf(entry))).size > 1) return null;
  const { name, entry } = maker;
  return { ...name, entry, text: name.words.join(' '), isShared: false, isOfDrugs: true, isStrong: false, doubt: null };
}

/** Returns the company that a name refers to, or null when that is unknown. */
export function bestOf(group: readonly Candidate[], beginners: BeginningRanks): Alias | null {
  const [best, ...others] = group.toSorted(group.every(isFirstWord) ? byFame : byCloseness);
  if (best === undefined) return null;
  const { name, entry } = best;
  const ranks = isBeginning(best) ? beginners.get(name.words.join(' ')) : undefined;
  if (isOvershadowed(best, beginners)) return null;
  const isFamous = isFirstWord(best) && isBestKnown(entry, ranks ?? new Map());
  if (name.level !== 'brand' && !isFamous) {
    const rival = others.find((other) => issuerOf(other.entry) !== issuerOf(entry));
    if (rival !== undefined && rival.name.level === name.level && listingRank(rival.entry) === listingRank(entry)) return null;
  }
  if (name.level === 'legal' && isEnoughAlone(name, beginners)) return null;
  if (isShortForBlankCheck(best)) return null;
  if (name.isUpperOnly && name.level !== 'brand' && acronyms.has((name.words[0] ?? '').toUpperCase())) return null;
  // Some company over the counter has the name of almost any word, so a single dictionary word names none.
  if (listingRank(entry) > 0 && entry.asset_type !== 'Crypto' && isTaken(name)) return null;
  // A dictionary word names a company only when the company is well known by it.
  if (name.level === 'first' && isFirstWord(best) && isPlain(name.words[0] ?? '') && !isFamous) return null;
  const isShared = ranks !== undefined && ranks.size > 1;
  if (isShared && !isBestKnown(entry, ranks)) return null;
  const doubt = doubtOf(best);
  const isStrong = entry.asset_type === 'Crypto' ? name.level === 'brand' : !isShared && doubt === null && isStrongName(name);
  return { ...name, entry, text: name.words.join(' '), isShared, isOfDrugs: false, isStrong, doubt };
}

/** Rank up to which a company is better known than persons and places of its name. */
const HOUSEHOLD_RANK = 450;
const LITTLE_KNOWN_RANK = 2_500;

function doubtOf({ name: { words, level, isUpperOnly }, entry }: Candidate): Doubt {
  if (entry.asset_type === 'Crypto' || level === 'legal') return null;
  const rank = entry.rank ?? 0;
  const isLittleKnown = rank > LITTLE_KNOWN_RANK || (listingRank(entry) > 0 && rank > WELL_KNOWN_RANK);
  const [word = ''] = words;
  if (words.length > 1)
    return level !== 'brand' && words.length === 2 && isLittleKnown && words.every((part) => isPlain(part) || isNamesake(part)) ? 'word' : null;
  if (isUpperOnly) return level !== 'brand' && rank > WELL_KNOWN_RANK && (word.length < 4 || isDictionaryWord(word)) ? 'word' : null;
  if (rank > HOUSEHOLD_RANK && isNamesake(word)) return 'namesake';
  return level !== 'brand' && isLittleKnown && isDictionaryWord(word) ? 'word' : null;
}

function isStrongName({ words, level, isUpperOnly }: CompanyName): boolean {
  // Two capitals have too many meanings: `MP`, `EL`, `ST`.
  if (isUpperOnly) return level === 'brand' || (words[0] ?? '').length > 2;
  if (level === 'legal') return true;
  if (words.length >= 3 && level !== 'first') return true;
  if (words.length >= 2) return level === 'brand' || !words.every(isPlain);
  return !isAmbiguous(words[0] ?? '');
}

/** Returns whether a company over the counter, such as Aurora Group, shares its word with listed companies, which are in the news more. */
const isOvershadowed = ({ name: { words, level }, entry }: Candidate, beginners: BeginningRanks): boolean =>
  words.length === 1 &&
  level === 'core' &&
  entry.asset_type === 'Stock' &&
  listingRank(entry) === 1 &&
  [...(beginners.get(words[0] ?? '') ?? new Map<string, number>()).keys()].some((issuer) => issuer !== issuerOf(entry));

/** Returns whether a name is the first word of a blank-check company, which texts never use alone (`Pelican` of Pelican Acquisition Corp). */
const isShortForBlankCheck = ({ name: { words, level }, entry }: Candidate): boolean =>
  words.length === 1 && (level === 'first' || level === 'short') && /\bacquisitions?\b/i.test(entry.name);

const isTaken = ({ level, words: [word = '', ...others] }: CompanyName): boolean =>
  others.length === 0 && (level === 'first' ? isAmbiguous(word) : level !== 'brand' && isCommonWord(word));

/** Returns whether a name is not also one of a body outside the directory. */
export function isOwn(candidate: Candidate, ofOthers: ReadonlySet<string>): boolean {
  const { level, words } = candidate.name;
  if (level === 'brand' || level === 'legal') return true;
  const text = words.join(' ');
  return !neverAlone.has(text) && !(isBeginning(candidate) && ofOthers.has(text));
}

/** Returns whether the first of two words names the company without the second. */
const isEnoughAlone = ({ words }: CompanyName, beginners: BeginningRanks): boolean =>
  words.length === 2 && (words[0] ?? '').length > 4 && !isAmbiguous(words[0] ?? '') && (beginners.get(words[0] ?? '')?.size ?? 0) < 2;

/** Returns whether a name is the beginning of a longer one, and other names may begin with it too. */
const isBeginning = ({ name }: Candidate): boolean => name.level === 'first' || (name.level === 'short' && name.words.length === 1);

const isFirstWord = (candidate: Candidate): boolean => isBeginning(candidate) && candidate.name.words.length === 1;

const byFame = (a: Candidate, b: Candidate): number =>
  listingRank(a.entry) - listingRank(b.entry) ||
  Number(isForeignShare(a.entry)) - Number(isForeignShare(b.entry)) ||
  (a.entry.rank ?? RANK_UNKNOWN) - (b.entry.rank ?? RANK_UNKNOWN) ||
  byCloseness(a, b);

const byCloseness = (a: Candidate, b: Candidate): number =>
  nameLevels.indexOf(a.name.level) - nameLevels.indexOf(b.name.level) ||
  listingRank(a.entry) - listingRank(b.entry) ||
  Number(mainClasses.has(b.entry.symbol)) - Number(mainClasses.has(a.entry.symbol)) ||
  a.entry.symbol.length - b.entry.symbol.length ||
  Number(isForeignShare(a.entry)) - Number(isForeignShare(b.entry)) ||
  (a.entry.rank ?? 0) - (b.entry.rank ?? 0) ||
  (a.entry.symbol < b.entry.symbol ? -1 : 1);

/** Returns whether a fifth letter `F` marks the own shares of a foreign company over the counter. Its receipts, with `Y`, are traded more. */
const isForeignShare = ({ symbol }: SymbolEntry): boolean => symbol.length === 5 && symbol.endsWith('F');

/** Returns 0 for a US exchange, 1 for over the counter or an unknown exchange, 2 for a foreign listing. */
export function listingRank(entry: SymbolEntry): number {
  if (entry.symbol.includes('.')) return 2;
  return entry.exchange === null || /otc|pink|grey/i.test(entry.exchange) ? 1 : 0;
}

/** Returns a key of the issuer: its CIK, else its name without legal form. */
export const issuerOf = (entry: SymbolEntry): string => entry.cik ?? coreWords(entry.name).join(' ');

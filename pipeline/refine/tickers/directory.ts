/**
 * The symbol directory as refine reads it: by ticker, by CIK, and by the names a text may use. Built once
 * from the entries, immutable; a change builds another.
 */
import type { SymbolEntry } from '#schemas/symbol.ts';
import { isCommonWord } from '../text/common-words.ts';
import { wordsOf } from '../text/words.ts';
import { acronyms } from './acronyms.ts';
import { brandNames, coinNames, mainClasses } from './brands.ts';
import { formerNames } from './former-names.ts';
import { coreWords, isAmbiguous, isCompanySecurity, isPlain, namesOf, nameLevels, withoutAccents, type CompanyName } from './names.ts';
import { neverAlone } from './never-alone.ts';

/** A name of an active symbol, as its words in lower case. */
export interface Alias extends CompanyName {
  readonly entry: SymbolEntry;
  /** The words, a space between them. */
  readonly text: string;
  /** Other companies' names begin with the word, too; this one is in the news more. */
  readonly isShared: boolean;
  /** One of several companies so called, and the one that makes drugs: meant where the text speaks of trials. */
  readonly isOfDrugs: boolean;
  /** Names the company by itself when capitalised; any other needs evidence beside it. */
  readonly isStrong: boolean;
}

export interface Directory {
  readonly size: number;
  /** The entry of this ticker, active or not. */
  readonly byTicker: (ticker: string) => SymbolEntry | undefined;
  /** The active entry that a ticker stands for today: itself, or its successor after renames. */
  readonly activeFor: (ticker: string) => SymbolEntry | undefined;
  /** Every entry of a filer (ten digits), in the order given. */
  readonly byCik: (cik: string) => readonly SymbolEntry[];
  /** Names that begin with this word, longest first. */
  readonly aliasesFrom: (firstWord: string) => readonly Alias[];
  /** Those of them that these two words may be the beginning of: whose second word is this one, or who have none. */
  readonly aliasesAt: (firstWord: string, secondWord: string) => readonly Alias[];
  /** A directory with these entries added or, by ticker, replaced. */
  readonly withEntries: (changes: Iterable<SymbolEntry>) => Directory;
}

const RENAMES_MAX = 4;
const NONE: readonly never[] = [];

export function createDirectory(entries: Iterable<SymbolEntry>): Directory {
  const tickers = new Map<string, SymbolEntry>();
  for (const entry of entries) tickers.set(entry.symbol, entry);
  const ciks = new Map<string, SymbolEntry[]>();
  for (const entry of tickers.values()) {
    if (entry.cik !== null) append(ciks, entry.cik, entry);
  }
  const aliases = bySecondWord(aliasIndex(tickers));
  return {
    size: tickers.size,
    byTicker: (ticker) => tickers.get(ticker),
    activeFor: (ticker) => activeFor(tickers, ticker),
    byCik: (cik) => ciks.get(cik) ?? NONE,
    aliasesFrom: (firstWord) => aliases.get(firstWord)?.all ?? NONE,
    aliasesAt: (firstWord, secondWord) => {
      const names = aliases.get(firstWord);
      return names === undefined ? NONE : (names.bySecond?.get(secondWord) ?? names.single);
    },
    withEntries: (changes) => createDirectory([...tickers.values(), ...changes]),
  };
}

function activeFor(tickers: ReadonlyMap<string, SymbolEntry>, ticker: string): SymbolEntry | undefined {
  let entry = tickers.get(ticker);
  for (let hop = 0; hop < RENAMES_MAX && entry !== undefined && entry.status !== 'active'; hop += 1) {
    entry = entry.renamed_to === '' ? undefined : tickers.get(entry.renamed_to);
  }
  return entry?.status === 'active' ? entry : undefined;
}

interface Candidate {
  readonly name: CompanyName;
  readonly entry: SymbolEntry;
}

/** By one, two and three words, the companies listed in the US whose names begin with them, and their ranks: one means that they alone may stand for it. */
type Beginners = Map<string, Map<string, number>>;
const RANK_UNKNOWN = 1e9;

/** Up to this rank a company is in the news more than all its namesakes whose ranks are this many times its own. */
const WELL_KNOWN_RANK = 1_500;
const OUTRANKS = 3;

/** Whether these words, with which several names begin, are taken for this company's. */
function isBestKnown(entry: SymbolEntry, ranks: ReadonlyMap<string, number>): boolean {
  const own = entry.rank ?? RANK_UNKNOWN;
  if (own > WELL_KNOWN_RANK) return false;
  for (const [issuer, rank] of ranks) if (issuer !== issuerOf(entry) && rank < OUTRANKS * (own + 10)) return false;
  return true;
}

/** `ATCO-PH`: preferred shares, whatever the name says. */
const IS_PREFERRED = /-P[A-Z]?$/;

function aliasIndex(tickers: ReadonlyMap<string, SymbolEntry>): Map<string, Alias[]> {
  const companies = [...tickers.values()].filter(
    (entry) => entry.status === 'active' && entry.asset_type !== 'Crypto' && isCompanySecurity(entry.name) && !IS_PREFERRED.test(entry.symbol),
  );
  const candidates = new Map<string, Candidate[]>();
  const beginners: Beginners = new Map();
  for (const entry of companies) {
    const isFund = entry.asset_type === 'ETF';
    const core = coreWords(entry.name);
    if (!isFund && listingRank(entry) === 0) {
      for (const length of [1, 2, 3]) {
        const beginning = core.slice(0, length).join(' ');
        const ranks = beginners.get(beginning) ?? new Map<string, number>();
        ranks.set(issuerOf(entry), Math.min(entry.rank ?? RANK_UNKNOWN, ranks.get(issuerOf(entry)) ?? RANK_UNKNOWN));
        beginners.set(beginning, ranks);
      }
    }
    for (const name of isFund ? fundNames(core) : namesOf(entry.name, entry.symbol)) addCandidate(candidates, name, entry);
    for (const alias of entry.brand_aliases) addCandidate(candidates, brandName(alias), entry);
  }
  const ofOthers = new Set<string>();
  for (const [ticker, names] of [...brandNames, ...formerNames]) {
    const entry = activeFor(tickers, ticker);
    for (const name of names) {
      if (entry === undefined) ofOthers.add(brandName(name).words.join(' '));
      else addCandidate(candidates, brandName(name), entry);
    }
  }
  addCoins(candidates, tickers);

  const index = new Map<string, Alias[]>();
  for (const group of candidates.values()) {
    const best = bestOf(
      group.filter((candidate) => isOwn(candidate, ofOthers)),
      beginners,
    );
    const ofDrugs = drugMakerOf(group, best);
    if (ofDrugs !== null) append(index, ofDrugs.words[0] ?? '', ofDrugs);
    if (best !== null) append(index, best.words[0] ?? '', best);
  }
  for (const list of index.values()) list.sort((a, b) => b.words.length - a.words.length || Number(b.isStrong) - Number(a.isStrong));
  return index;
}

const brandName = (name: string): CompanyName => {
  const { lower } = wordsOf(withoutAccents(name));
  return { words: lower, level: 'brand', isUpperOnly: /^[A-Z0-9&]{2,3}$/.test(name), isPossessive: lower.length === 1 && /['’]s$/i.test(name) };
};

const fundNames = (core: readonly string[]): CompanyName[] =>
  core.length < 3 ? [] : [{ words: core, level: 'core', isUpperOnly: false, isPossessive: false }];

function addCandidate(candidates: Map<string, Candidate[]>, name: CompanyName, entry: SymbolEntry): void {
  if (name.words.length > 0)
    append(candidates, `${name.words.join(' ')}${name.isUpperOnly ? '^' : ''}${name.isPossessive ? "'" : ''}`, { name, entry });
}

/** Coins by their well-known names; every other coin's name waits for a word of crypto beside it. */
function addCoins(candidates: Map<string, Candidate[]>, tickers: ReadonlyMap<string, SymbolEntry>): void {
  const known = new Map(coinNames);
  for (const entry of tickers.values()) {
    if (entry.asset_type !== 'Crypto' || entry.status !== 'active') continue;
    const listed = entry.name.replace(/\s+USD$/i, '');
    for (const name of [...(known.get(entry.symbol.replace(/-USD$/, '')) ?? []), ...entry.brand_aliases])
      addCandidate(candidates, brandName(name), entry);
    const { lower } = wordsOf(listed);
    if (lower.join('').length >= 4) addCandidate(candidates, { words: lower, level: 'first', isUpperOnly: false, isPossessive: false }, entry);
  }
}

const MAKES_DRUGS = /\b(?:therapeutics?|pharma\w*|bio(?:sciences?|pharma\w*|therapeutics|logics|medicines?)|oncology|medicines|vaccines|genetics)\b/i;

/** `Viking` is a cruise line, and in a headline about a trial Viking Therapeutics. */
function drugMakerOf(group: readonly Candidate[], best: Alias | null): Alias | null {
  if (best !== null && (best.level === 'brand' || best.words.length > 1 || MAKES_DRUGS.test(best.entry.name))) return null;
  const makers = group.filter(({ name, entry }) => name.words.length === 1 && !name.isUpperOnly && listingRank(entry) === 0 && MAKES_DRUGS.test(entry.name));
  const [maker] = makers;
  if (maker === undefined || new Set(makers.map(({ entry }) => issuerOf(entry))).size > 1) return null;
  return { ...maker.name, entry: maker.entry, text: maker.name.words.join(' '), isShared: false, isOfDrugs: true, isStrong: false };
}

function bestOf(group: readonly Candidate[], beginners: Beginners): Alias | null {
  const [best, ...others] = group.toSorted(group.every(({ name }) => isFirstWord(name)) ? byFame : byCloseness);
  if (best === undefined) return null;
  const { name, entry } = best;
  const ranks = isBeginning(best) ? beginners.get(name.words.join(' ')) : undefined;
  const isFamous = isFirstWord(name) && isBestKnown(entry, ranks ?? new Map());
  if (name.level !== 'brand' && !isFamous) {
    const rival = others.find((other) => issuerOf(other.entry) !== issuerOf(entry));
    if (rival !== undefined && rival.name.level === name.level && listingRank(rival.entry) === listingRank(entry)) return null;
  }
  if (name.level === 'legal' && isEnoughAlone(name, beginners)) return null;
  if (name.isUpperOnly && name.level !== 'brand' && acronyms.has((name.words[0] ?? '').toUpperCase())) return null;
  // Over the counter there is a company for every word: none of them by one word that is a word.
  if (listingRank(entry) > 0 && isTaken(name)) return null;
  // A word that is a word stands for a company that is known by it only.
  if (isFirstWord(name) && isPlain(name.words[0] ?? '') && !isFamous) return null;
  const isShared = ranks !== undefined && ranks.size > 1;
  if (isShared && !isBestKnown(entry, ranks)) return null;
  return {
    ...name,
    entry,
    text: name.words.join(' '),
    isShared,
    isOfDrugs: false,
    isStrong: entry.asset_type === 'Crypto' ? name.level === 'brand' : !isShared && isStrongName(name),
  };
}

function isStrongName({ words, level, isUpperOnly }: CompanyName): boolean {
  // Two letters stand for too much: `MP`, `EL`, `ST`.
  if (isUpperOnly) return level === 'brand' || (words[0] ?? '').length > 2;
  if (level === 'legal') return true;
  if (words.length >= 3 && level !== 'first') return true;
  if (words.length >= 2) return level === 'brand' || !words.every(isPlain);
  return !isAmbiguous(words[0] ?? '');
}

/** The names that begin with a word. */
interface Names {
  readonly all: readonly Alias[];
  readonly single: readonly Alias[];
  /** By the second word, the single ones after each; null where all are single. */
  readonly bySecond: ReadonlyMap<string, readonly Alias[]> | null;
}

function bySecondWord(index: ReadonlyMap<string, readonly Alias[]>): Map<string, Names> {
  const names = new Map<string, Names>();
  for (const [first, all] of index) {
    const single = all.filter(({ words }) => words.length === 1);
    const bySecond = new Map<string, Alias[]>();
    for (const alias of all) if (alias.words[1] !== undefined) append(bySecond, alias.words[1], alias);
    for (const list of bySecond.values()) list.push(...single);
    names.set(first, { all, single, bySecond: bySecond.size > 0 ? bySecond : null });
  }
  return names;
}

const isTaken = ({ level, words: [word = '', ...others] }: CompanyName): boolean =>
  others.length === 0 && (level === 'first' ? isAmbiguous(word) : level !== 'brand' && isCommonWord(word));

/** Not the name of somebody else whom the directory does not hold. */
function isOwn(candidate: Candidate, ofOthers: ReadonlySet<string>): boolean {
  const { level, words } = candidate.name;
  if (level === 'brand' || level === 'legal') return true;
  const text = words.join(' ');
  return !neverAlone.has(text) && !(isBeginning(candidate) && ofOthers.has(text));
}

/** Whether the first of two words names the company as well without the other. */
const isEnoughAlone = ({ words }: CompanyName, beginners: Beginners): boolean =>
  words.length === 2 && (words[0] ?? '').length > 4 && !isAmbiguous(words[0] ?? '') && (beginners.get(words[0] ?? '')?.size ?? 0) < 2;

/** A name's beginning, which others' names may have, too. */
const isBeginning = ({ name }: Candidate): boolean => name.level === 'first' || (name.level === 'short' && name.words.length === 1);

const isFirstWord = ({ level, words }: CompanyName): boolean => level === 'first' && words.length === 1;

const byFame = (a: Candidate, b: Candidate): number =>
  listingRank(a.entry) - listingRank(b.entry) || (a.entry.rank ?? RANK_UNKNOWN) - (b.entry.rank ?? RANK_UNKNOWN) || byCloseness(a, b);

const byCloseness = (a: Candidate, b: Candidate): number =>
  nameLevels.indexOf(a.name.level) - nameLevels.indexOf(b.name.level) ||
  listingRank(a.entry) - listingRank(b.entry) ||
  Number(mainClasses.has(b.entry.symbol)) - Number(mainClasses.has(a.entry.symbol)) ||
  a.entry.symbol.length - b.entry.symbol.length ||
  Number(isForeignShare(a.entry)) - Number(isForeignShare(b.entry)) ||
  (a.entry.rank ?? 0) - (b.entry.rank ?? 0) ||
  (a.entry.symbol < b.entry.symbol ? -1 : 1);

/** Over the counter a fifth letter says what is traded: `F` a foreign company's own shares, `Y` its depositary receipts, which are traded more. */
const isForeignShare = ({ symbol }: SymbolEntry): boolean => symbol.length === 5 && symbol.endsWith('F');

/** 0: a US exchange; 1: over the counter or unknown; 2: a foreign listing. */
export function listingRank(entry: SymbolEntry): number {
  if (entry.symbol.includes('.')) return 2;
  return entry.exchange === null || /otc|pink|grey/i.test(entry.exchange) ? 1 : 0;
}

const issuerOf = (entry: SymbolEntry): string => entry.cik ?? coreWords(entry.name).join(' ');

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** Indexes all names of the entries of a directory by the first word, longest first. */
import type { SymbolEntry } from '#schemas/symbol.ts';
import { wordsOf } from '../../text/words.ts';
import { readNameTable } from '../data/read-list.ts';
import { brandNames, coinNames } from './brands.ts';
import { coreWords, isCompanySecurity, withoutAccents } from './legal-name.ts';
import { namesOf, type CompanyName } from './names.ts';
import {
  bestOf,
  drugMakerOf,
  isOwn,
  issuerOf,
  listingRank,
  RANK_UNKNOWN,
  type Alias,
  type BeginningRanks,
  type Candidate,
} from '../find/alias-resolution.ts';

/** Former names, short names, units and products by current ticker. Inactive tickers and names of other companies are skipped. */
const formerNames = readNameTable('former-names');

const IS_PREFERRED = /-P[A-Z]?$/;

export function aliasIndex(entries: readonly SymbolEntry[], activeFor: (ticker: string) => SymbolEntry | undefined): Map<string, Alias[]> {
  const companies = entries.filter(
    (entry) => entry.status === 'active' && entry.asset_type !== 'Crypto' && isCompanySecurity(entry.name) && !IS_PREFERRED.test(entry.symbol),
  );
  const candidates = new Map<string, Candidate[]>();
  const beginners: BeginningRanks = new Map();
  for (const entry of companies) {
    const isFund = entry.asset_type === 'ETF';
    const core = coreWords(entry.name);
    if (!isFund && listingRank(entry) === 0) {
      for (const length of [1, 2, 3]) {
        const beginning = core.slice(0, length).join(' ');
        const ranks = beginners.getOrInsertComputed(beginning, () => new Map());
        ranks.set(issuerOf(entry), Math.min(entry.rank ?? RANK_UNKNOWN, ranks.get(issuerOf(entry)) ?? RANK_UNKNOWN));
      }
    }
    for (const name of isFund ? fundNames(core) : namesOf(entry.name, entry.symbol)) addCandidate(candidates, name, entry);
    for (const alias of entry.brand_aliases) addCandidate(candidates, brandName(alias), entry);
  }
  const ofOthers = new Set(coinNames.flatMap(([, names]) => names));
  for (const [ticker, names] of [...brandNames, ...formerNames]) {
    const entry = activeFor(ticker);
    for (const name of names) {
      if (entry === undefined) ofOthers.add(brandName(name).words.join(' '));
      else addCandidate(candidates, brandName(name), entry);
    }
  }
  addCoins(candidates, entries);

  const index = new Map<string, Alias[]>();
  for (const group of candidates.values()) {
    const best = bestOf(
      group.filter((candidate) => isOwn(candidate, ofOthers)),
      beginners,
    );
    const ofDrugs = drugMakerOf(group, best);
    for (const alias of [ofDrugs, best]) if (alias !== null) index.getOrInsertComputed(alias.words[0] ?? '', () => []).push(alias);
  }
  for (const list of index.values())
    list.sort((a, b) => b.words.length - a.words.length || Number(isCoin(b)) - Number(isCoin(a)) || Number(b.isStrong) - Number(a.isStrong));
  return index;
}

const isCoin = ({ entry }: Alias): boolean => entry.asset_type === 'Crypto';

const brandName = (name: string): CompanyName => {
  const { lower } = wordsOf(withoutAccents(name));
  return { words: lower, level: 'brand', isUpperOnly: /^[A-Z0-9&]{2,3}$/.test(name), isPossessive: lower.length === 1 && /['’]s$/i.test(name) };
};

const fundNames = (core: readonly string[]): CompanyName[] =>
  core.length < 3 ? [] : [{ words: core, level: 'core', isUpperOnly: false, isPossessive: false }];

function addCandidate(candidates: Map<string, Candidate[]>, name: CompanyName, entry: SymbolEntry): void {
  if (name.words.length === 0) return;
  const key = `${name.words.join(' ')}${name.isUpperOnly ? '^' : ''}${name.isPossessive ? "'" : ''}${isCoinOnly(name, entry) ? '$' : ''}`;
  candidates.getOrInsertComputed(key, () => []).push({ name, entry });
}

/** Returns whether a name of a coin counts only in crypto news, because a company may have the same name. */
const isCoinOnly = ({ level }: CompanyName, { asset_type }: SymbolEntry): boolean => asset_type === 'Crypto' && level !== 'brand';

/** Adds coins by their well-known names, and by their listed names, which count only in crypto news. */
function addCoins(candidates: Map<string, Candidate[]>, entries: readonly SymbolEntry[]): void {
  const known = new Map(coinNames);
  for (const entry of entries) {
    if (entry.asset_type !== 'Crypto' || entry.status !== 'active') continue;
    const listed = entry.name.replace(/(?<!\s)\s+USD$/i, '');
    for (const name of [...(known.get(entry.symbol.replace(/-USD$/, '')) ?? []), ...entry.brand_aliases])
      addCandidate(candidates, brandName(name), entry);
    const { lower } = wordsOf(listed);
    if (lower.join('').length >= 4) addCandidate(candidates, { words: lower, level: 'first', isUpperOnly: false, isPossessive: false }, entry);
  }
}

/** Defines the symbol directory of refine: entries by ticker, CIK and name. It is immutable; changed entries make a new one. */
import type { SymbolEntry } from '#schemas/symbol.ts';
import { aliasIndex } from './alias-index.ts';
import type { Alias } from '../find/alias-resolution.ts';

export interface Directory {
  readonly size: number;
  readonly byTicker: (ticker: string) => SymbolEntry | undefined;
  /** Returns the active entry of a ticker: its own, or its successor after renames. */
  readonly activeFor: (ticker: string) => SymbolEntry | undefined;
  /** Returns the entries of a filer by its CIK (ten digits), in the order given. */
  readonly byCik: (cik: string) => readonly SymbolEntry[];
  /** Returns the names that begin with a word, longest first. */
  readonly aliasesFrom: (firstWord: string) => readonly Alias[];
  /** Returns the names that begin with two words, and those of the first word alone. */
  readonly aliasesAt: (firstWord: string, secondWord: string) => readonly Alias[];
  /** Returns a directory with entries added or, by ticker, replaced. */
  readonly withEntries: (changes: Iterable<SymbolEntry>) => Directory;
}

const RENAMES_MAX = 4;
const NONE: readonly never[] = [];

/** Returns a directory, in which a later entry replaces an earlier one of its ticker. */
export function createDirectory(entries: Iterable<SymbolEntry>): Directory {
  const tickers = new Map<string, SymbolEntry>();
  for (const entry of entries) tickers.set(entry.symbol, entry);
  const ciks = new Map<string, SymbolEntry[]>();
  for (const entry of tickers.values()) {
    if (entry.cik !== null) ciks.getOrInsertComputed(entry.cik, () => []).push(entry);
  }
  const aliases = bySecondWord(aliasIndex([...tickers.values()], (ticker) => activeFor(tickers, ticker)));
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

interface Names {
  readonly all: readonly Alias[];
  readonly single: readonly Alias[];
  /** Names by second word, each list followed by the names of one word; null when all names have one word. */
  readonly bySecond: ReadonlyMap<string, readonly Alias[]> | null;
}

function bySecondWord(index: ReadonlyMap<string, readonly Alias[]>): Map<string, Names> {
  const names = new Map<string, Names>();
  for (const [first, all] of index) {
    const single = all.filter(({ words }) => words.length === 1);
    const bySecond = new Map<string, Alias[]>();
    for (const alias of all) if (alias.words[1] !== undefined) bySecond.getOrInsertComputed(alias.words[1], () => []).push(alias);
    for (const list of bySecond.values()) list.push(...single);
    names.set(first, { all, single, bySecond: bySecond.size > 0 ? bySecond : null });
  }
  return names;
}

/** Finds companies and cryptocurrencies by name, brand or ticker. */
import type { SymbolDirectory } from '../symbols/directory.ts';
import { nameText, namesOf } from '../symbols/search.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';

export type CompanyNames = ReturnType<typeof createCompanyNames>;

type Directory = Pick<SymbolDirectory, 'entries' | 'generation' | 'get'>;

/** Minimum time between two rebuilds of the index of names. While symbol lists are loaded, every entry would cause one. */
const rebuiltEveryMs = 5_000;

export function createCompanyNames(symbols: Directory, steadyMs: () => number) {
  let [names, generation, rebuiltAtMs] = [new Map<string, SymbolEntry>(), -1, -Infinity];
  const named = (): ReadonlyMap<string, SymbolEntry> => {
    const nowMs = steadyMs();
    if (symbols.generation() !== generation && (nowMs - rebuiltAtMs >= rebuiltEveryMs || names.size === 0)) {
      names = indexNames(symbols.entries());
      [generation, rebuiltAtMs] = [symbols.generation(), nowMs];
    }
    return names;
  };
  return {
    /** Returns the symbol with this name or brand, or null if there is none. If several companies have it, the largest one counts. */
    byName: (text: string): string | null => named().get(nameText(text))?.symbol ?? null,
    /** Returns the listed symbol that `text` spells, or null if there is none: a coin without `-USD`, a share class with a dot or slash. */
    byTicker: (text: string): string | null => {
      const ticker = text.toUpperCase().replaceAll('/', '-');
      return [ticker, ticker.replaceAll('.', '-'), `${ticker}-USD`].find((spelling) => symbols.get(spelling) !== undefined) ?? null;
    },
  };
}

function indexNames(entries: Iterable<SymbolEntry>): Map<string, SymbolEntry> {
  const names = new Map<string, SymbolEntry>();
  for (const entry of entries) {
    // Funds are omitted, because their names consist of common words of the market.
    if (entry.asset_type === 'ETF') continue;
    for (const name of namesOf(entry)) {
      const other = names.get(name);
      if (other === undefined || isLarger(entry, other)) names.set(name, entry);
    }
  }
  return names;
}

const sizeRank = ({ status, rank }: SymbolEntry): number => (status === 'active' ? 0 : 1e9) + (rank ?? 1e8);
const isLarger = (one: SymbolEntry, other: SymbolEntry): boolean =>
  sizeRank(one) < sizeRank(other) || (sizeRank(one) === sizeRank(other) && one.symbol < other.symbol);

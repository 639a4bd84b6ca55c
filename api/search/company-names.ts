/** Finds the companies and coins that words of a search name, by name, brand or ticker. */
import type { SymbolDirectory } from '../symbols/directory.ts';
import { nameText, namesOf } from '../symbols/search.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';

export interface CompanyNames {
  /** Returns the symbol with this name or brand; where several companies have it, the largest one's. */
  readonly byName: (text: string) => string | null;
  /** Returns the symbol with this spelling. */
  readonly byTicker: (text: string) => string | null;
}

type Directory = Pick<SymbolDirectory, 'entries' | 'generation' | 'get'>;

/** Milliseconds between collections of names, so that loading lists of symbols does not trigger one per change. */
const gatheredEveryMs = 5_000;

export function createCompanyNames(symbols: Directory, steadyMs: () => number): CompanyNames {
  let [names, generation, gatheredAtMs] = [new Map<string, SymbolEntry>(), -1, -Infinity];
  const named = (): ReadonlyMap<string, SymbolEntry> => {
    const nowMs = steadyMs();
    if (symbols.generation() !== generation && (nowMs - gatheredAtMs >= gatheredEveryMs || names.size === 0)) {
      names = gatherNames(symbols.entries());
      [generation, gatheredAtMs] = [symbols.generation(), nowMs];
    }
    return names;
  };
  return {
    byName: (text) => named().get(nameText(text))?.symbol ?? null,
    byTicker: (text) => {
      const ticker = text.toUpperCase().replaceAll('/', '-');
      return [ticker, ticker.replaceAll('.', '-'), `${ticker}-USD`].find((spelling) => symbols.get(spelling) !== undefined) ?? null;
    },
  };
}

function gatherNames(entries: Iterable<SymbolEntry>): Map<string, SymbolEntry> {
  const names = new Map<string, SymbolEntry>();
  for (const entry of entries) {
    // Names of funds consist of common words of the market, so they are skipped.
    if (entry.asset_type === 'ETF') continue;
    for (const name of namesOf(entry)) {
      const other = names.get(name);
      if (other === undefined || isLarger(entry, other)) names.set(name, entry);
    }
  }
  return names;
}

const standing = ({ status, rank }: SymbolEntry): number => (status === 'active' ? 0 : 1e9) + (rank ?? 1e8);
const isLarger = (one: SymbolEntry, other: SymbolEntry): boolean =>
  standing(one) < standing(other) || (standing(one) === standing(other) && one.symbol < other.symbol);

/** Finds the companies and coins that the words of a search name, by name, brand or ticker. */
import type { SymbolDirectory } from '../symbols/directory.ts';
import { nameText, namesOf } from '../symbols/search.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';

export interface CompanyNames {
  /** The symbol of which this is the name or a brand; of several the largest company's. */
  readonly byName: (text: string) => string | null;
  /** The symbol that is written so. */
  readonly byTicker: (text: string) => string | null;
}

type Directory = Pick<SymbolDirectory, 'entries' | 'generation' | 'get'>;

/** While lists of symbols are coming in, names are not gathered anew for every one of them. */
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
    // A fund's name is made of words of the market.
    if (entry.asset_type === 'ETF') continue;
    for (const name of namesOf(entry)) {
      const held = names.get(name);
      if (held === undefined || isLarger(entry, held)) names.set(name, entry);
    }
  }
  return names;
}

const standing = ({ status, rank }: SymbolEntry): number => (status === 'active' ? 0 : 1e9) + (rank ?? 1e8);
const isLarger = (one: SymbolEntry, other: SymbolEntry): boolean =>
  standing(one) < standing(other) || (standing(one) === standing(other) && one.symbol < other.symbol);

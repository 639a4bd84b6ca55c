/** The directory of symbols as it was at a moment: who had each ticker then, without later delistings and renames. */
import type { SymbolIndex } from '#schemas/company-tickers.ts';
import { entryAt, type SymbolEntry } from '#schemas/symbol.ts';
import type { SymbolDirectory } from './directory.ts';

export function symbolsAt(ms: number, directory: Pick<SymbolDirectory, 'get' | 'ofCik' | 'formerOf'>): SymbolIndex {
  const get = (symbol: string): SymbolEntry | undefined => {
    const entry = directory.get(symbol);
    return entry === undefined ? undefined : (entryAt(entry, ms) ?? undefined);
  };
  return {
    get,
    ofCik: (cik) => [...directory.ofCik(cik)].filter((symbol) => get(symbol)?.cik === cik),
    formerOf: (symbol) => [...directory.formerOf(symbol)].filter((former) => get(former)?.renamed_to === symbol),
  };
}

/** Decides by MAJOR_TICKERS whether the earnings releases of a ticker are read. */
import type { Config } from './config.ts';
import type { SymbolEntry } from './symbol.ts';

export type MajorTickers = Config['MAJOR_TICKERS'];

/** Returns whether the symbol is major. `top:N` means the first N of the SEC's list, which begins with the largest company. */
export function isMajor(entry: Pick<SymbolEntry, 'symbol' | 'rank'>, major: MajorTickers): boolean {
  if (major.kind === 'all') return true;
  if (major.kind === 'list') return major.tickers.includes(entry.symbol);
  return (entry.rank ?? Infinity) < major.count;
}

/** Decides whether a ticker's earnings are read, by the setting MAJOR_TICKERS and the order of the directory. */
import type { Config } from './config.ts';
import type { SymbolEntry } from './symbol.ts';

export type MajorTickers = Config['MAJOR_TICKERS'];

/** Returns whether the symbol is major. `top:N` counts along the SEC's list, largest company first; a symbol not on it is not major. */
export function isMajor(entry: Pick<SymbolEntry, 'symbol' | 'rank'>, major: MajorTickers): boolean {
  if (major.kind === 'all') return true;
  if (major.kind === 'list') return major.tickers.includes(entry.symbol);
  return (entry.rank ?? Infinity) < major.count;
}

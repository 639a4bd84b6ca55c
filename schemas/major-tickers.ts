/** Decides whether a ticker's earnings are read: the setting MAJOR_TICKERS over the directory's order. */
import type { Config } from './config.ts';
import type { SymbolEntry } from './symbol.ts';

export type MajorTickers = Config['MAJOR_TICKERS'];

/** `top:N` counts along the SEC's list, the largest company first; a symbol that it does not list is not major. */
export function isMajor(entry: Pick<SymbolEntry, 'symbol' | 'rank'>, major: MajorTickers): boolean {
  if (major.kind === 'all') return true;
  if (major.kind === 'list') return major.tickers.includes(entry.symbol);
  return (entry.rank ?? Infinity) < major.count;
}

/**
 * Loads the companies and funds that the SEC listed on one day. They are in the symbol lists of the generated world beside its own
 * companies; no articles are about them.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { SymbolRow } from './listings.ts';

/** File that ops/lab/real-listings.ts writes; its first lines state source and date. */
export const realListingsPath = new URL('real-listings.tsv.gz', import.meta.url);

let known: readonly SymbolRow[] | null = null;

/** Returns the listings in the SEC's order, by size from the largest. */
export function realListings(): readonly SymbolRow[] {
  known ??= gunzipSync(readFileSync(realListingsPath))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [cik, ticker, exchange, name] = line.split('\t') as [string, string, string, string];
      return { cik: cik.padStart(10, '0'), name, ticker, exchange: exchange === '' ? null : exchange };
    });
  return known;
}

/**
 * Loads the companies and funds that the SEC listed on one day: CIK, name, ticker and exchange. They appear only in the generated world's
 * symbol lists, next to its own companies; no articles are about them.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { SymbolRow } from './listings.ts';

/** The file that ops/lab/real-listings.ts writes; its first lines state source and date. */
export const realListingsPath = new URL('real-listings.tsv.gz', import.meta.url);

let known: readonly SymbolRow[] | null = null;

/** Returns the listings in the SEC's order, the largest company first. */
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

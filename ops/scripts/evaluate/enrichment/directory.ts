/** A folder of symbol lists (SEC's company_tickers_exchange, gzipped JSON) in, the directory that tickers are linked with out; null where it is absent. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createDirectory, type Directory } from '#pipeline/refine/tickers/directory.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';

export function directoryIn(folder: string): Directory | null {
  if (!existsSync(folder)) return null;
  const file = readdirSync(folder)
    .filter((name) => /^company_tickers_exchange.*\.json\.gz$/.test(name))
    .toSorted()
    .at(-1);
  if (file === undefined) return null;
  const { data } = JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString()) as { data: [number, string, string, string | null][] };
  return createDirectory(
    data.map(([cik, name, ticker, exchange]) => entryOf({ cik, name, ticker, exchange })).toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1)),
  );
}

const entryOf = ({ cik, name, ticker, exchange }: { cik: number; name: string; ticker: string; exchange: string | null }): SymbolEntry => ({
  symbol: ticker,
  name,
  asset_type: 'Stock',
  exchange,
  sector: null,
  industry: null,
  country: 'US',
  currency: 'USD',
  status: 'active',
  brand_aliases: [],
  cik: String(cik).padStart(10, '0'),
  delisted_at: null,
  renamed_to: '',
});

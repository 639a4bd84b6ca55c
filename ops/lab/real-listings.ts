/**
 * Rewrites the real listings of the local upstream: `node ops/lab/real-listings.ts FILE DAY`. FILE is the SEC's
 * company_tickers_exchange.json, which may be gzipped, and DAY the day on which it was fetched.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { rowsOf } from './upstream/folder/symbols.ts';
import { realListingsPath } from './upstream/generate/real-listings.ts';

const [path, day] = process.argv.slice(2);
if (path === undefined || day === undefined) {
  process.stderr.write('name the file and the day on which it was fetched: node ops/lab/real-listings.ts company_tickers_exchange.json 2026-11-26\n');
  process.exit(2);
}
const bytes = readFileSync(path);
const rows = rowsOf(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).map(({ cik, ticker, exchange, name }) =>
  [String(Number(cik)), ticker, exchange ?? '', name.replace(/\s+/g, ' ').trim()].join('\t'),
);
const head = [`# SEC, https://www.sec.gov/files/company_tickers_exchange.json, ${day}`, '# CIK, ticker, exchange, name'];
writeFileSync(realListingsPath, gzipSync([...head, ...rows, ''].join('\n'), { level: 9 }));
process.stdout.write(`${rows.length} listings\n`);

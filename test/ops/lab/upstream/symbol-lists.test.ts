import { existsSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { startUpstream, type Upstream } from '#ops/lab/upstream/server.ts';
import { symbolsOn, symbolsByExchange } from '#ops/lab/upstream/generate/listings.ts';
import { parsers } from '#pipeline/ingest/parse/parsers.ts';
import { applySymbolLists } from '#pipeline/ingest/symbols/history/apply-symbol-lists.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { dataDir } from '#test/support/data.ts';
import { ask } from './client.ts';

let upstream: Upstream | undefined;
afterEach(() => upstream?.stop());

const bodyOf = async (path: string): Promise<Buffer> => {
  const { status, body } = await ask(`${upstream!.url}${path}`);
  expect(status).toBe(200);
  return body;
};

describe('the lists of the made-up world', () => {
  test('are what the readers of the service read, and name the same companies', async () => {
    upstream = await startUpstream();
    const sec = parsers.symbol_list({
      body: (await ask(`${upstream.url}/files/company_tickers_exchange.json`, { 'user-agent': 'test ops@tickerwire.example' })).body,
    });
    const [nasdaq, other] = [
      parsers.exchange_symbols({ body: await bodyOf('/dynamic/symdir/nasdaqlisted.txt') }),
      parsers.exchange_symbols({ body: await bodyOf('/dynamic/symdir/otherlisted.txt') }),
    ];
    const [companies, foreign] = [
      parsers.symbol_details({ body: await bodyOf('/symbol-details/companies.json') }),
      parsers.symbol_details({ body: await bodyOf('/symbol-details/foreign.csv') }),
    ];
    if (!sec.ok || !nasdaq.ok || !other.ok || !companies.ok || !foreign.ok) throw new Error('a list is none');
    const known = new Set(sec.rows.map(({ symbol }) => symbol));
    const stocks = [...nasdaq.rows, ...other.rows].filter(({ asset_type }) => asset_type === 'Stock');
    expect(stocks.length).toBeGreaterThan(200);
    expect(stocks.filter(({ symbol }) => !known.has(symbol))).toEqual([]);
    expect(nasdaq.rows.some(({ asset_type }) => asset_type === 'ETF')).toBe(true);
    expect(companies.rows.every(({ symbol, sector, isDetail }) => known.has(symbol) && sector !== null && isDetail)).toBe(true);
    expect(foreign.rows.every(({ isDetail, country }) => !isDetail && country !== null)).toBe(true);
  });

  test("change over simulated days: companies are listed, renamed, delisted, and tickers are others' later", () => {
    const entries = new Map<string, SymbolEntry>();
    const dates = new Map<string, string>();
    const seen = { listed: 0, delisted: 0, renamed: 0, reused: 0 };
    for (let day = 0; day < 25; day += 1) {
      const list = parsers.symbol_list({ body: Buffer.from(symbolsByExchange(symbolsOn(day))) });
      if (!list.ok) throw new Error(list.detail);
      const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
      const step = applySymbolLists({ entries, dates }, [{ source: 'sec', date, rows: list.rows }]);
      for (const entry of step.writes) entries.set(entry.symbol, entry);
      dates.set('sec', date);
      expect(step.refused).toEqual([]);
      if (day === 0) continue;
      seen.listed += step.listed.length;
      seen.delisted += step.delisted.length;
      seen.renamed += step.renames.length;
      seen.reused += step.reused.length;
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5);
  });
});

const root = dataDir('');
describe.skipIf(root === null || !existsSync(`${root}/symbols`))('a folder of recorded lists', () => {
  test("serves the exchanges' newest files and the details under their names", async () => {
    upstream = await startUpstream({ upstream: root! });
    expect(parsers.exchange_symbols({ body: await bodyOf('/dynamic/symdir/otherlisted.txt') })).toMatchObject({ ok: true, rows: { length: 6_581 } });
    expect(parsers.symbol_details({ body: await bodyOf('/symbol-details/nyse_full_tickers.json') })).toMatchObject({ ok: true });
    expect(parsers.symbol_details({ body: await bodyOf('/symbol-details/cryptos.csv') })).toMatchObject({ ok: true });
  });
});

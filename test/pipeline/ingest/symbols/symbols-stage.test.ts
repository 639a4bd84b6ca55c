import { metricOf, stageDeps } from '../stage-deps.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KV } from '@nats-io/kv';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOutbound } from '#ops/outbound/outbound.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { createPositions } from '#pipeline/ingest/positions-bucket.ts';
import { cryptocurrencies } from '#pipeline/ingest/symbols/lists/symbol-list.ts';
import { symbolsStage } from '#pipeline/ingest/symbols/symbols-stage.ts';
import { symbolSources } from '#pipeline/ingest/symbols/sources.ts';
import { createApplyDirectory, createLossCheck } from '#pipeline/ingest/symbols/directory-bucket.ts';
import { readConfig } from '#schemas/config.ts';
import { SymbolEntry } from '#schemas/symbol.ts';
import { freshBuckets } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { sharedOrigin } from '#test/support/shared-origin.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

let bucket: KV;
let body: string | null;
/** The exchanges' files by name; null: they are not requested. */
let listings: Record<string, string> | null;
let refused: string[];
let requests: IncomingMessage[];
let stopping: AbortController;
let registry: Registry;
/** How often the stage has checked that its directory still exists. */
let looks = 0;

const list = (...tickers: string[]): string =>
  JSON.stringify({
    fields: ['cik', 'name', 'ticker', 'exchange'],
    data: tickers.map((ticker, index) => [index + 1, `${ticker} Inc.`, ticker, 'NYSE']),
  });

function answer(request: IncomingMessage, response: ServerResponse): void {
  requests.push(request);
  const file = listings?.[request.url!.slice(1)];
  if (file !== undefined) return void response.end(file);
  if (body === null || request.url!.endsWith('.txt')) return void response.writeHead(503).end();
  const etag = `"${Buffer.from(body).toString('base64').slice(-20)}"`;
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
  response.setHeader('etag', etag).end(body);
}

const { bus } = await sharedBus();
const base = await sharedOrigin(answer);
const outbound = createOutbound({ allowedOrigins: [base] });
afterAll(() => outbound.close());
beforeEach(async () => {
  [bucket] = (await freshBuckets(bus, 'symbols', 'positions')) as [KV, KV];
  [requests, refused, listings, stopping, registry] = [[], [], null, new AbortController(), new Registry()];
});

let running: Promise<void> = Promise.resolve();
afterEach(async () => {
  stopping.abort();
  await running;
});

async function start(changes: { readonly pollMs?: number } = {}): Promise<void> {
  const { signal } = stopping;
  const isLost = createLossCheck(bucket, { log: testLog, signal });
  const stage = symbolsStage({
    sources: symbolSources(readConfig({ EDGAR_URL: base, SYMBOL_LISTINGS_URL: listings === null ? '' : base })),
    recordOutcome: (source, error) => error !== null && refused.push(source),
    applyDirectory: createApplyDirectory(bucket, { log: testLog, signal }),
    registry,
    pollMs: 30,
    retryMs: { first: 20, last: 40 },
    isDirectoryLost: () => isLost().finally(() => (looks += 1)),
    checkMs: 20,
    ...changes,
  });
  const positions = createPositions(await openBucket(bus, 'positions'), { log: testLog, signal });
  running = stage.run(stageDeps({ outbound, signal }, { positions }));
}

const entryOf = async (symbol: string): Promise<SymbolEntry | null> => {
  const entry = await bucket.get(symbol);
  return entry === null ? null : SymbolEntry.parse(entry.json());
};
const counted = (outcome: string, source = 'sec'): Promise<number> => metricOf(registry, 'tickerwire_symbols_lists_total', { outcome, source });

describe('symbols stage', () => {
  test('loads the list and the leading coins, then asks only whether it changed', async () => {
    body = list('AAA', 'BRK.B');
    await start();
    await until('a conditional request answered', async () => (await counted('not_modified')) >= 2);
    expect(await entryOf('BRK-B')).toMatchObject({ status: 'active', cik: '0000000002', name: 'BRK.B Inc.' });
    expect(await entryOf('BTC-USD')).toMatchObject({ asset_type: 'Crypto', status: 'active' });
    expect((await bucket.status()).values).toBe(2 + cryptocurrencies.length);
    expect(requests[0]!.url).toBe('/files/company_tickers_exchange.json');
    expect(await counted('applied')).toBe(1);
  });

  test('a list that cannot be the market is refused and counted, and the directory stays', async () => {
    body = list('AAA', 'BBB', 'CCC', 'DDD', 'EEE');
    await start();
    await until('the list', async () => (await counted('applied')) === 1);
    for (const [wrong, outcome] of [
      [list('AAA'), 'implausible'],
      [list('AAA', 'BBB', 'CCC').slice(0, -9), 'unreadable'],
      ['<html></html>', 'unreadable'],
      [null, 'unavailable'],
    ] as const) {
      const seen = await counted(outcome);
      body = wrong;
      await until(`${outcome} counted`, async () => (await counted(outcome)) > seen);
    }
    expect(await entryOf('EEE')).toMatchObject({ status: 'active' });
    body = list('AAA', 'BBB', 'CCC', 'DDD');
    await until('a list to be believed again', async () => (await counted('applied')) === 2);
    expect(await entryOf('EEE')).toMatchObject({ status: 'delisted' });
  });

  const nasdaq = (made: string, ...tickers: string[]): string =>
    [
      'Symbol|Security Name|Market Category|Test Issue|Financial Status|Round Lot Size|ETF|NextShares',
      ...tickers.map((ticker) => `${ticker}|${ticker} Inc. - Common Stock|Q|N|N|100|N|N`),
      `File Creation Time: ${made}|||||||`,
    ].join('\n');
  const other =
    'ACT Symbol|Security Name|Exchange|CQS Symbol|ETF|Round Lot Size|Test Issue|NASDAQ Symbol\nSPY|SPDR S&P 500|P|SPY|Y|100|N|SPY\nFile Creation Time: 0721202517:31||||||';

  test('asks every source by itself: one that is unreachable or implausible delays no other, is reported, and delists nothing', async () => {
    body = list('AAA', 'BBB');
    listings = { 'nasdaqlisted.txt': nasdaq('0721202517:31', 'AAA', 'CCC', 'DDD') };
    await start();
    await until('two sources', async () => (await counted('applied')) === 1 && (await counted('applied', 'nasdaqlisted')) >= 1);
    await until('the third away', async () => (await counted('unavailable', 'otherlisted')) >= 1);
    expect(await entryOf('AAA')).toMatchObject({ cik: '0000000001', exchange: 'Nasdaq', listed_by: ['nasdaqlisted', 'sec'] });
    listings['otherlisted.txt'] = other;
    await until('the third', async () => (await counted('applied', 'otherlisted')) >= 1);
    expect(await entryOf('SPY')).toMatchObject({ asset_type: 'ETF', exchange: 'NYSE Arca' });

    listings['nasdaqlisted.txt'] = nasdaq('0722202517:31', 'AAA');
    await until('half a list refused', async () => (await counted('implausible', 'nasdaqlisted')) >= 1);
    listings['nasdaqlisted.txt'] = nasdaq('0720202517:31', 'AAA', 'CCC');
    await until('an older one refused', async () => (await counted('outdated', 'nasdaqlisted')) >= 1);
    expect(refused).toContain('symbols_nasdaqlisted');
    expect(await entryOf('DDD')).toMatchObject({ status: 'active' });
    listings['nasdaqlisted.txt'] = nasdaq('0723202517:31', 'AAA', 'CCC');
    await until('what is gone', async () => (await entryOf('DDD'))?.status === 'delisted');
    expect(await entryOf('DDD')).toMatchObject({ delisted_at: '2025-07-23' });
  });

  test('a directory that NATS has lost is read again at once, whatever the sources say of their lists, not at the next poll', async () => {
    body = list('AAA', 'BBB');
    await start({ pollMs: 3_600_000 });
    await until('the list', async () => (await counted('applied')) === 1 && (await entryOf('BBB')) !== null);
    const [asked, looked] = [requests.length, looks];
    await until('a look at what was written', () => looks >= looked + 2);
    // The bucket is destroyed and made again, so all its entries were written after the loss.
    [bucket] = (await freshBuckets(bus, 'symbols')) as [KV];
    await until('the list again', async () => (await counted('applied')) >= 2);
    expect(await entryOf('BBB')).not.toBeNull();
    expect(requests.slice(asked).every(({ headers }) => headers['if-none-match'] === undefined)).toBe(true);
    expect(await counted('applied')).toBe(2);
  });

  test('falls back to the list without exchanges where the other is missing', async () => {
    body = null;
    listings = { 'files/company_tickers.json': JSON.stringify({ 0: { cik_str: 7, ticker: 'AAA', title: 'AAA Inc' } }) };
    await start();
    await until('the list', async () => (await counted('applied')) >= 1);
    expect(await entryOf('AAA')).toMatchObject({ cik: '0000000007' });
  });
});

test('two files of details that have one name are both read', () => {
  const urls = ['https://a.example/us/list.csv', 'https://a.example/eu/list.csv'];
  const sources = symbolSources(readConfig({ SYMBOL_DETAILS_URLS: urls.join(',') })).filter(({ reader }) => reader === 'symbol_details');
  expect(sources.map(({ name, urls: [url] }) => [name.replace(/^\w+\./, ''), url])).toEqual([
    ['list', urls[0]],
    ['list_2', urls[1]],
  ]);
});

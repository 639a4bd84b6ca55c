import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { KV } from '@nats-io/kv';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBus, type Bus } from '#ops/runtime/nats.ts';
import { createOutbound, type Outbound } from '#ops/runtime/outbound.ts';
import { openBucket } from '#ops/runtime/streams.ts';
import { createPoliteFetch } from '#pipeline/ingest/fetch.ts';
import { parseInProcess } from '#pipeline/ingest/parse/in-process.ts';
import { createPositions } from '#pipeline/ingest/position.ts';
import { cryptocurrencies } from '#pipeline/ingest/symbols/cryptocurrencies.ts';
import { symbolSources } from '#pipeline/ingest/symbols/sources.ts';
import { symbolsStage } from '#pipeline/ingest/symbols/stage.ts';
import { createApplyDirectory } from '#pipeline/ingest/symbols/store.ts';
import { readConfig } from '#schemas/config.ts';
import { SymbolEntry } from '#schemas/symbol.ts';
import { freshBuckets } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { until } from '#test/support/until.ts';

let nats: NatsServer;
let bus: Bus;
let bucket: KV;
let server: Server;
let outbound: Outbound;
let base: string;
let body: string | null;
/** The exchanges' files by name; null: none are asked for. */
let listings: Record<string, string> | null;
let refused: string[];
let requests: IncomingMessage[];
let stopping: AbortController;
let registry: Registry;

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

beforeAll(async () => {
  nats = await startNats();
  bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  outbound = createOutbound({ allowedOrigins: [base] });
});
afterAll(async () => {
  await outbound.close();
  server.closeAllConnections();
  server.close();
  await bus.close();
  await nats.stop();
});
beforeEach(async () => {
  [bucket] = (await freshBuckets(bus, 'symbols', 'positions')) as [KV, KV];
  [requests, refused, listings, stopping, registry] = [[], [], null, new AbortController(), new Registry()];
});

let running: Promise<void> = Promise.resolve();
afterEach(async () => {
  stopping.abort();
  await running;
});

async function start(): Promise<void> {
  const { signal } = stopping;
  const stage = symbolsStage({
    sources: symbolSources(readConfig({ EDGAR_URL: base, SYMBOL_LISTINGS_URL: listings === null ? '' : base })),
    onRefused: ({ healthName }) => refused.push(healthName),
    applyDirectory: createApplyDirectory(bucket, { log: testLog, signal }),
    registry,
    pollMs: 30,
    retryMs: { first: 20, last: 40 },
  });
  running = stage.run({
    fetch: createPoliteFetch({ outbound, userAgent: 'tickerwire-test (ops@tickerwire.example)', hostIntervalMs: 0, signal }),
    parse: parseInProcess,
    publish: async () => undefined,
    positions: createPositions(await openBucket(bus, 'positions'), { log: testLog, signal }),
    now: () => new Date(),
    log: testLog,
    signal,
  });
}

const entryOf = async (symbol: string): Promise<SymbolEntry | null> => {
  const entry = await bucket.get(symbol);
  return entry === null ? null : SymbolEntry.parse(entry.json());
};
const counted = async (outcome: string, source = 'sec'): Promise<number> => {
  const metric = await registry.getSingleMetric('tickerwire_symbols_lists_total')!.get();
  return metric.values.find(({ labels }) => labels.outcome === outcome && labels.source === source)?.value ?? 0;
};

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

  test('writes only what changed', async () => {
    body = list('AAA', 'BBB', 'CCC');
    await start();
    await until('the first list', async () => (await counted('applied')) === 1);
    const before = (await bucket.status()).streamInfo.state.last_seq;
    body = list('AAA', 'BBB', 'DDD');
    await until('the second', async () => (await counted('applied')) === 2);
    expect((await bucket.status()).streamInfo.state.last_seq).toBe(before + 2);
    expect(await entryOf('CCC')).toMatchObject({ status: 'delisted', renamed_to: 'DDD' });
    expect(await entryOf('DDD')).toMatchObject({ status: 'active' });
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
});

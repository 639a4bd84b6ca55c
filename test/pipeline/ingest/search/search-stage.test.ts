import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { metricOf, stageDeps } from '../stage-deps.ts';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { startUpstream } from '#ops/lab/upstream/server.ts';
import { createOutbound } from '#ops/outbound/outbound.ts';
import { createSourceHealth } from '#pipeline/ingest/source-health.ts';
import type { FetchRequest, StageDeps } from '#pipeline/ingest/stage.ts';
import type { StageContext } from '#pipeline/lane.ts';
import { tiersOf } from '#pipeline/ingest/search/rotation.ts';
import { searchLane, searchStage, type SearchStageOptions } from '#pipeline/ingest/search/search-stage.ts';
import type { SearchFeed } from '#pipeline/ingest/search/search-feeds.ts';
import type { RawMessage } from '#schemas/raw.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { until } from '#test/support/until.ts';

let stop: AbortController;
let running: Promise<void>;
let published: RawMessage[];
let positions: Map<string, unknown>;
/** Queries in the order of their requests. */
let asked: string[];
let requests: FetchRequest[];
let registry: Registry;

const upstream = await startUpstream({ port: 0, rate: 0, burst: 800, seed: 3 });
afterAll(() => upstream.stop());
const outbound = createOutbound({ allowedOrigins: [upstream.url], headersTimeoutMs: 5_000 });
afterAll(() => outbound.close());
beforeEach(() => {
  [stop, running, published, positions, asked, registry] = [new AbortController(), Promise.resolve(), [], new Map(), [], new Registry()];
  requests = [];
});
afterEach(async () => {
  stop.abort();
  await running;
  await fetch(`${upstream.url}/__control/misbehave`, { method: 'DELETE' });
});

const feed = (): SearchFeed => ({
  source: { id: 'finder', name: 'Finder', domain: 'finder.example', aggregator: true, outlet: 'Finder', kind: 'feed' },
  template: `${upstream.url}/search?q={ticker}`,
});
/** Returns the tickers in the order of a cycle. */
const cycle = (...tickers: string[]) =>
  tiersOf(
    tickers.map((ticker) => symbolEntry(ticker)),
    new Map(),
    1_000,
  ).active;

function start(options: Partial<SearchStageOptions> = {}, deps: Partial<StageDeps> = {}): void {
  const ground = stageDeps({ outbound, signal: stop.signal, published, positions }, deps);
  const stage = searchStage({
    feeds: [feed()],
    tiers: async () => ({ active: cycle('AAPL', 'MSFT'), others: cycle('NVDA') }),
    cycleMs: { active: 40, others: 200 },
    registry,
    retryMs: { first: 5, last: 10 },
    ...options,
  });
  running = stage.run({
    ...ground,
    fetch: async (request) => {
      requests.push(request);
      asked.push(new URL(request.url).searchParams.get('q') ?? '');
      return ground.fetch(request);
    },
  });
}

const times = (ticker: string): number => asked.filter((one) => one === ticker).length;
const searches = (outcome: string): Promise<number> => metricOf(registry, 'tickerwire_searches_total', { outcome });

test('two feeds of one host fail and succeed independently', async () => {
  const feeds = ['one', 'two'].map((id) => ({ ...feed(), source: { ...feed().source, id }, template: `${feed().template}&in=${id}` }));
  start({ feeds });
  await until('requests to both', () => feeds.every(({ source }) => requests.some((request) => request.source === source.id)));
  expect(requests.every(({ url, source }) => url.endsWith(`&in=${source}`))).toBe(true);
  const path = join(mkdtempSync(join(tmpdir(), 'tickerwire-')), 'feeds.json');
  writeFileSync(path, JSON.stringify(feeds.map(({ source, template }) => ({ ...source, url: template }))));
  const health = createSourceHealth({ now: () => new Date(), signal: stop.signal, registry: new Registry() });
  const made = searchLane.make({
    config: { SEARCH_FEEDS_FILE: path, OUTBOUND_ALLOWED_ORIGINS: [upstream.url] },
    registry: new Registry(),
    health,
    publisherFetch: async () => ({ outcome: 'failed', cause: 'status', status: 500, retryAfterMs: null, detail: 'status 500' }),
  } as unknown as StageContext)!;
  health.expect(made.sources);
  await made.fetch(requests.find(({ source }) => source === 'one')!);
  expect(health.states()).toMatchObject([
    { source: 'one', failures: 1 },
    { source: 'two', failures: 0 },
  ]);
});

test('both tiers are asked in turn, the active one more often, and what is found is an ordinary listed entry, brought once', async () => {
  start({ tiers: async () => ({ active: cycle('A', 'THE'), others: cycle('IN') }), cycleMs: { active: 60, others: 3_600_000 } });
  await until('two rounds of the active ones', () => times('A') >= 2 && times('THE') >= 2);
  expect(Math.abs(times('A') - times('THE'))).toBeLessThanOrEqual(1);
  expect(times('IN')).toBe(1);
  expect(published.length).toBeGreaterThan(5);
  expect(
    published.every(({ kind, identity, source }) => kind === 'article' && source === 'finder' && identity.startsWith('via:finder.example|')),
  ).toBe(true);
  expect(new Set(published.map(({ identity }) => identity)).size).toBe(published.length);
  // The message does not contain the ticker that was searched.
  expect(Object.keys(published[0] ?? {})).not.toContain('tickers');
});

test('a restart goes on with the next ticker', async () => {
  const many = cycle('A', 'B', 'C', 'D', 'E', 'F');
  const order = many.map(({ ticker }) => ticker).toSorted();
  start({ tiers: async () => ({ active: many, others: [] }), cycleMs: { active: 60, others: 600 } });
  await until('some of the cycle', () => positions.has('search.finder') && asked.length >= 3);
  stop.abort();
  await running;
  const { active: last } = positions.get('search.finder') as { active: string };
  [stop, asked, registry] = [new AbortController(), [], new Registry()];
  start({ tiers: async () => ({ active: many, others: [] }), cycleMs: { active: 60, others: 600 } });
  await until('a whole cycle', () => asked.length >= 6);
  expect(asked[0]).not.toBe(last);
  expect(asked.slice(0, 6).toSorted()).toEqual(order);
});

test('a feed that fails is asked again for the same ticker; one that refuses a ticker, for the next', async () => {
  await fetch(`${upstream.url}/__control/misbehave`, {
    method: 'POST',
    body: JSON.stringify([
      { match: '/search', kind: 'status', status: 500, times: 2 },
      { match: '/search', kind: 'status', status: 404, times: 1 },
    ]),
  });
  start({ tiers: async () => ({ active: cycle('AAPL', 'MSFT', 'NVDA'), others: [] }), cycleMs: { active: 60, others: 600 } });
  await until('five searches', () => asked.length >= 5);
  expect(new Set(asked.slice(0, 3)).size).toBe(1);
  expect(new Set(asked.slice(2, 5)).size).toBe(3);
  expect([await searches('failed'), await searches('refused')]).toEqual([2, 1]);
});

test('no symbol directory, and an outage of ours, are waited out', async () => {
  let state = 0;
  start({
    tiersMs: 20,
    tiers: async () => {
      state += 1;
      if (state === 1) return null;
      if (state === 2) throw new Error('ClickHouse is unreachable');
      return { active: cycle('AAPL'), others: [] };
    },
  });
  await until('a search', () => asked.length >= 1);
  expect(state).toBeGreaterThanOrEqual(3);
});

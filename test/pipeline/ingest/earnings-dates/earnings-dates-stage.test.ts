import { stageDeps } from '../stage-deps.ts';
import type { ServerResponse } from 'node:http';
import type { KV } from '@nats-io/kv';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOutbound, type Outbound } from '#ops/outbound/outbound.ts';
import { startUpstream } from '#ops/lab/upstream/server.ts';
import { earningsDatesStage, majorStocks, tickersDue, type EarningsDatesOptions } from '#pipeline/ingest/earnings-dates/earnings-dates-stage.ts';
import { createDateStore } from '#pipeline/ingest/earnings-dates/dates-bucket.ts';
import { createPositions } from '#pipeline/ingest/positions-bucket.ts';
import { symbolsPosition } from '#pipeline/symbols-loaded.ts';
import { ReportDate } from '#schemas/report-date.ts';
import { freshBuckets } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { sharedOrigin } from '#test/support/shared-origin.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { listedEntry } from '../symbols/entry.ts';

let outbound: Outbound;
let dates: KV;
let symbols: KV;
let positions: KV;
let registry: Registry;
let stopping: AbortController;
let running: Promise<void>;
let lastFiled: Map<string, number>;
let askedFor: string[][];
/** The source's dates; null: it fails. */
let answers: Record<string, unknown>[] | null;
let clock: { atMs: number; sinceMs: number };

function answer(url: URL, response: ServerResponse): void {
  if (answers === null) return void response.writeHead(503).end();
  const tickers = (url.searchParams.get('tickers') ?? '').split(',');
  askedFor.push(tickers);
  response.end(JSON.stringify({ dates: answers.filter(({ ticker }) => typeof ticker !== 'string' || tickers.includes(ticker)) }));
}

const { bus } = await sharedBus();
const base = await sharedOrigin((request, response) => answer(new URL(request.url ?? '/', 'http://localhost'), response));
beforeEach(async () => {
  [dates, symbols, positions] = (await freshBuckets(bus, 'report_dates', 'symbols', 'positions')) as [KV, KV, KV];
  [registry, stopping, running, lastFiled, askedFor, answers] = [new Registry(), new AbortController(), Promise.resolve(), new Map(), [], []];
  goTo('2026-01-10T05:29:00.000Z');
});
afterEach(async () => {
  await stop();
});

const goTo = (instant: string): void => void (clock = { atMs: Date.parse(instant), sinceMs: performance.now() });
const now = (): Date => new Date(clock.atMs + performance.now() - clock.sinceMs);

async function list(...tickers: string[]): Promise<void> {
  for (const [rank, ticker] of tickers.entries()) await symbols.put(ticker, JSON.stringify(listedEntry(ticker, { rank })));
  await positions.put(symbolsPosition, '{}');
}

function start(changes: Partial<EarningsDatesOptions> = {}): void {
  const { signal } = stopping;
  const baseUrl = changes.baseUrl ?? base;
  outbound = createOutbound({ allowedOrigins: [baseUrl] });
  const stage = earningsDatesStage({
    baseUrl,
    major: { kind: 'all' },
    store: createDateStore({ dates, symbols }, { log: testLog, signal }),
    lastFilings: async () => lastFiled,
    registry,
    checkMs: 10,
    retryMs: { first: 10, last: 20 },
    ...changes,
  });
  running = stage.run(stageDeps({ outbound, signal }, { positions: createPositions(positions, { log: testLog, signal }), now }));
}

async function stop(): Promise<void> {
  stopping.abort();
  await running;
  await outbound.close();
}

const dateOf = async (ticker: string): Promise<ReportDate | null> => {
  const entry = await dates.get(ticker);
  return entry?.operation === 'PUT' ? ReportDate.parse(entry.json()) : null;
};
const ranFor = async (): Promise<string | null> => (await positions.get('earnings_dates'))?.json<{ ran_for: string }>().ran_for ?? null;
const ran = (day: string): Promise<unknown> => until(`the run of ${day}`, async () => (await ranFor()) === `${day}T05:30:00.000Z`);
const confirmed = (ticker: string, report_date: string) => ({ ticker, report_date, status: 'confirmed' });

/** Lists the companies of these dates and makes the first run. */
async function firstRun(...given: readonly ReturnType<typeof confirmed>[]): Promise<void> {
  await list(...given.map(({ ticker }) => ticker));
  answers = [...given];
  start();
  await ran('2026-01-09');
}

async function runOn(day: string): Promise<void> {
  goTo(`${day}T06:00:00.000Z`);
  await ran(day);
}

describe('earnings dates', () => {
  test('confirmed dates ahead are kept with their source; estimates and passed ones are not', async () => {
    await firstRun(confirmed('AAA', '2026-01-29'), { ...confirmed('BBB', '2026-01-28'), status: 'estimated' }, confirmed('CCC', '2026-01-08'));
    expect(await dateOf('AAA')).toEqual({ ticker: 'AAA', report_date: '2026-01-29', source: new URL(base).host, confirmed_at: expect.any(String) });
    expect([await dateOf('BBB'), await dateOf('CCC')]).toEqual([null, null]);
  });

  test('a clock that stood a year ahead for a while has deleted nothing for good, and keeps no run from its day', async () => {
    await firstRun(confirmed('AAA', '2026-01-29'));
    await runOn('2027-01-10');
    expect(await dateOf('AAA')).toBeNull();
    await runOn('2026-01-10');
    expect(await dateOf('AAA')).toMatchObject({ report_date: '2026-01-29' });
  });

  test('runs once a day at 05:30 UTC, and at the start when that was missed', async () => {
    await list('AAA');
    start();
    await ran('2026-01-09');
    await runOn('2026-01-10');
    expect(askedFor).toHaveLength(2);
    goTo('2026-01-10T23:00:00.000Z');
    await stop();
    stopping = new AbortController();
    registry = new Registry();
    start();
    goTo('2026-01-14T12:00:00.000Z');
    await ran('2026-01-14');
    expect(askedFor).toHaveLength(3);
  });

  test('a ticker that reported within 55 days is not asked for, and keeps the date that is held', async () => {
    await firstRun(confirmed('AAA', '2026-01-29'), confirmed('BBB', '2026-01-30'));
    lastFiled.set('AAA', Date.parse('2025-12-01T21:00:00.000Z'));
    answers = [];
    await runOn('2026-01-11');
    expect(askedFor.at(-1)).toEqual(['BBB']);
    expect(await dateOf('AAA')).toMatchObject({ report_date: '2026-01-29' });
    expect(await dateOf('BBB')).toBeNull();
  });

  test('moved dates move, withdrawn and passed ones go, what stayed keeps the time it was first seen', async () => {
    const [moved, gone] = [confirmed('MOVED', '2026-01-29'), confirmed('GONE', '2026-01-29')];
    await firstRun(moved, gone, confirmed('SAME', '2026-01-30'), confirmed('PAST', '2026-01-10'));
    const first = await dateOf('SAME');
    answers = [confirmed('MOVED', '2026-02-03'), confirmed('SAME', '2026-01-30'), { ...gone, status: 'estimated' }];
    await runOn('2026-01-11');
    expect(await dateOf('MOVED')).toMatchObject({ report_date: '2026-02-03' });
    expect([await dateOf('GONE'), await dateOf('PAST')]).toEqual([null, null]);
    expect(await dateOf('SAME')).toEqual(first);
  });

  test('a row that cannot be read takes no date away', async () => {
    await firstRun(confirmed('AAA', '2026-01-29'));
    answers = [{ ticker: 'AAA', report_date: 'soon', status: 'confirmed' }];
    await runOn('2026-01-11');
    expect(await dateOf('AAA')).toMatchObject({ report_date: '2026-01-29' });
  });

  test('asks for at most a hundred tickers at a time, and for a batch that failed again', async () => {
    const tickers = Array.from({ length: 250 }, (_, index) => `T${index}`);
    await list(...tickers);
    answers = null;
    start();
    await until('a failure', async () => (await registry.getSingleMetricAsString('tickerwire_earnings_dates_runs_total')).includes('put_off'));
    answers = tickers.map((ticker) => confirmed(ticker, '2026-01-29'));
    await ran('2026-01-09');
    expect(askedFor.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect((await dates.status()).values).toBe(250);
  });

  test('waits for the symbol directory, and for the store', async () => {
    let isAway = true;
    start({
      lastFilings: async () => {
        if (isAway) throw new Error('away');
        return lastFiled;
      },
    });
    await list('AAA');
    answers = [confirmed('AAA', '2026-01-29')];
    await until('a failure', async () => (await registry.getSingleMetricAsString('tickerwire_earnings_dates_runs_total')).includes('put_off'));
    expect(await ranFor()).toBeNull();
    isAway = false;
    await ran('2026-01-09');
    expect(await dateOf('AAA')).toMatchObject({ report_date: '2026-01-29' });
  });

  test('the local upstream confirms some of its companies about five weeks ahead', async () => {
    const upstream = await startUpstream({ rate: 0, burst: 0 });
    try {
      const tickers = Array.from({ length: 120 }, (_, index) => `UP${index}`);
      await list(...tickers);
      goTo(new Date().toISOString());
      start({ baseUrl: upstream.url });
      await until('the run', async () => (await ranFor()) !== null);
      const found = (await Promise.all(tickers.map(dateOf))).filter((date) => date !== null);
      expect(found.length).toBeGreaterThan(10);
      expect(found.length).toBeLessThan(60);
      const [today, last] = [-1, 37].map((days) => new Date(now().getTime() + days * 86_400_000).toISOString().slice(0, 10));
      expect(found.every(({ report_date }) => report_date >= today! && report_date <= last!)).toBe(true);
    } finally {
      await upstream.stop();
    }
  });
});

test('tickers are due 55 days after they last reported, and when no report of theirs is held', () => {
  const last = new Map([
    ['NEW', Date.parse('2026-01-05T05:30:00.001Z')],
    ['OLD', Date.parse('2026-01-05T05:30:00.000Z')],
  ]);
  expect(tickersDue(['OLD', 'NEW', 'NONE'], last, new Date('2026-03-01T05:30:00.000Z'))).toEqual(['NONE', 'OLD']);
});

test('only active stocks of the major set are asked for', () => {
  const directory = [
    listedEntry('AAA', { rank: 0 }),
    listedEntry('ETF', { rank: 1, asset_type: 'ETF' }),
    listedEntry('BBB', { rank: 2 }),
    listedEntry('OUT', { rank: 3, status: 'delisted' }),
    listedEntry('SMALL', { rank: 9 }),
    listedEntry('BTC-USD', { rank: null, asset_type: 'Crypto' }),
  ];
  expect(majorStocks(directory, { kind: 'top', count: 5 })).toEqual(['AAA', 'BBB']);
  expect(majorStocks(directory, { kind: 'list', tickers: ['SMALL', 'OUT'] })).toEqual(['SMALL']);
  expect(majorStocks(directory, { kind: 'all' })).toEqual(['AAA', 'BBB', 'SMALL']);
});

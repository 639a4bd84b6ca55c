import { stageDeps } from '../../stage-deps.ts';
import type { KV } from '@nats-io/kv';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoredFiling } from '#clickhouse/stored-filings.ts';
import { createOutbound, type Outbound } from '#ops/outbound/outbound.ts';
import { createPositions } from '#pipeline/ingest/positions-bucket.ts';
import { storedResult } from '#pipeline/ingest/sec/reconcile/reconcile-day.ts';
import { reconcileStage } from '#pipeline/ingest/sec/reconcile/reconcile-stage.ts';
import { requestRefetch } from '#pipeline/ingest/sec/refetch-requests.ts';
import type { DayReconciliation } from '#schemas/reconciliation.ts';
import type { SecSourceType } from '#schemas/vocabulary.ts';
import { applyStreams, freshBuckets } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { startLocalEdgar, type LocalEdgar } from '../local-edgar.ts';
import { readRaw, runStage, type RunningStage } from '../running-stage.ts';

let edgar: LocalEdgar;
let outbound: Outbound;
let results: KV;
let positions: KV;
let registry: Registry;
let stopping: AbortController;
let running: Promise<void>;
let stage: RunningStage | null;
let known: Map<string, StoredFiling>;
/** Instants of the queries to the store. */
let triedAtMs: number[];
let isStoreAway: boolean;
let clock: { atMs: number; sinceMs: number };
let serial = 0;

const goTo = (instant: string): void => void (clock = { atMs: Date.parse(instant), sinceMs: performance.now() });
const now = (): Date => new Date(clock.atMs + performance.now() - clock.sinceMs);

const { bus } = await sharedBus();
await applyStreams(bus);
beforeEach(async () => {
  triedAtMs = [];
  [positions, results] = (await freshBuckets(bus, 'positions', 'reconciliations')) as [KV, KV];
  edgar = await startLocalEdgar();
  outbound = createOutbound({ allowedOrigins: [edgar.url] });
  [registry, stopping, running, stage, known, isStoreAway] = [new Registry(), new AbortController(), Promise.resolve(), null, new Map(), false];
  // Monday, noon Eastern.
  goTo('2025-03-17T16:00:00.000Z');
});
afterEach(async () => {
  stopping.abort();
  await running;
  await stage?.stop();
  await outbound.close();
  await edgar.stop();
});

function start(families: readonly SecSourceType[] = ['sec_form4']): void {
  const { signal } = stopping;
  running = reconcileStage({
    baseUrl: edgar.url,
    families,
    knownFilings: async () => {
      triedAtMs.push(performance.now());
      if (isStoreAway) throw new Error('away');
      return known;
    },
    results,
    registry,
    checkMs: 10,
    retryMs: { first: 10, last: 20 },
  }).run(stageDeps({ outbound, signal }, { positions: createPositions(positions, { log: testLog, signal }), now }));
}

/** Files `count` forms at noon of `day` and returns their accession numbers. */
function file(count: number, day = '2025-03-17'): string[] {
  const filed = Array.from({ length: count }, () => {
    serial += 1;
    return { accession: `0000000004-25-${String(serial).padStart(6, '0')}`, acceptedAt: `${day}T16:00:00.000Z` };
  });
  edgar.filings.push(...filed);
  return filed.map(({ accession }) => accession);
}

const looked = (day: string, isDone: (result: DayReconciliation) => boolean = () => true): Promise<DayReconciliation> =>
  until(`a look at ${day}`, async () => {
    const result = await storedResult(results, day, now());
    return result !== null && isDone(result) && result;
  });

describe('reconciliation', () => {
  test('after the index of the day is out, it is told what was served, dropped and why, and what is missing', async () => {
    start();
    await until('the first day to be noted', async () => (await positions.get('reconcile.since')) !== null);
    const [served, dropped, refused, missing] = file(4);
    known
      .set(served!, { as: 'served' })
      .set(dropped!, { as: 'dropped', reason: 'no_open_market_trade' })
      .set(refused!, { as: 'dropped', reason: 'malformed' });
    goTo('2025-03-18T02:14:59.000Z');
    const result = await looked('2025-03-17');
    expect(result).toMatchObject({ has_index: true, looks: 1, next_look_at: expect.any(String) });
    expect(result.families.sec_form4).toEqual({
      listed: 4,
      served: 1,
      dropped: { no_open_market_trade: 1, malformed: 1 },
      pending: 0,
      missing: 1,
      missing_accessions: [missing],
      looks: 1,
      next_look_at: expect.any(String),
    });
    expect(result.checked_at >= '2025-03-18T02:15:00.000Z').toBe(true);
    const gauges = await until('the gauges', async () => {
      const text = await registry.getSingleMetricAsString('tickerwire_reconciled_filings');
      return text.includes('missing') && text;
    });
    expect(gauges).toMatch(/source="sec_form4",outcome="missing",reason=""} 1/);
    expect(gauges).toMatch(/source="sec_form4",outcome="dropped",reason="malformed"} 1/);
  });

  test('a day is looked at again until nothing is open, and then no more', async () => {
    start();
    const [late] = file(1);
    goTo('2025-03-18T02:15:00.000Z');
    await looked('2025-03-17', ({ looks }) => looks === 1);
    known.set(late!, { as: 'served' });
    goTo('2025-03-18T02:25:01.000Z');
    const second = await looked('2025-03-17', ({ looks }) => looks === 2);
    expect(second).toMatchObject({ next_look_at: null, families: { sec_form4: { served: 1, missing: 0 } } });
    expect(edgar.askedFor('.idx')).toHaveLength(2);
  });

  test('a missing filing is handed to the live stage, which fetches it again though it took it for done', async () => {
    const [lost] = file(3);
    stage = await runStage(bus, { baseUrl: edgar.url, log: testLog, now });
    await until('the filings in RAW', async () => (await readRaw(bus, new Set([lost!]))).length === 1);
    for (const { accession } of edgar.filings) if (accession !== lost) known.set(accession, { as: 'served' });
    const asked = edgar.askedFor(`${lost}.txt`).length;
    start();
    goTo('2025-03-18T02:15:00.000Z');
    await looked('2025-03-17');
    await until('it to be fetched again', () => edgar.askedFor(`${lost}.txt`).length > asked);
    expect(edgar.askedFor('.txt')).toHaveLength(4);
  });

  test('the missing filings of two days that are found at once are all requested', async () => {
    const shared = createPositions(positions, { log: testLog, signal: stopping.signal });
    const [first, second] = [...file(1), ...file(1, '2025-03-18')].map((accession) => ({
      accession,
      cik: '0001617553',
      form: '4',
      filedOn: '2025-03-17',
    }));
    expect(await Promise.all([first!, second!].map((entry) => requestRefetch(shared, 'sec_form4', [entry])))).toEqual([1, 1]);
    expect(await requestRefetch(shared, 'sec_form4', [second!])).toBe(1);
    const { filings } = (await shared.get('sec_form4.wanted')) as { filings: unknown };
    expect(filings).toHaveLength(2);
    expect(filings).toEqual(expect.arrayContaining([first, second]));
  });

  test('a store that is unreachable puts the day off; a day that was missed is caught up with', async () => {
    start();
    file(1);
    isStoreAway = true;
    goTo('2025-03-18T02:15:00.000Z');
    await until('the index', () => edgar.askedFor('.idx').length >= 2);
    expect(await storedResult(results, '2025-03-17', now())).toBeNull();
    isStoreAway = false;
    file(1, '2025-03-18');
    goTo('2025-03-20T12:00:00.000Z');
    expect(await looked('2025-03-17')).toMatchObject({ has_index: true });
    expect(await looked('2025-03-18')).toMatchObject({ has_index: true });
    expect(await looked('2025-03-19')).toMatchObject({ has_index: false });
  });

  test('leaves a store that is unreachable alone for longer each time', async () => {
    start();
    file(1);
    isStoreAway = true;
    goTo('2025-03-18T02:15:00.000Z');
    await until('three tries', () => triedAtMs.length >= 3);
    const [first, second, third] = triedAtMs as [number, number, number];
    // Jitter leaves at least half of a second and of two; the stage itself checks every 10 ms.
    expect(second - first).toBeGreaterThanOrEqual(499);
    expect(third - second).toBeGreaterThanOrEqual(999);
  });

  test('a source that another process leaves out, or that is added later, is looked at by itself', async () => {
    start();
    const [late] = file(1);
    goTo('2025-03-18T02:15:00.000Z');
    const first = await looked('2025-03-17');
    stopping.abort();
    await running;
    [registry, stopping] = [new Registry(), new AbortController()];
    start(['sec_form8k']);
    const second = await looked('2025-03-17', ({ families }) => families.sec_form8k !== undefined);
    expect(second).toMatchObject({
      next_look_at: first.next_look_at,
      looks: 1,
      families: { sec_form8k: { listed: 0, looks: 1, next_look_at: null } },
    });
    expect(second.families.sec_form4).toEqual(first.families.sec_form4);
    await until('the gauges', async () => (await registry.getSingleMetricAsString('tickerwire_reconciled_filings')).includes('sec_form8k'));
    expect(await registry.getSingleMetricAsString('tickerwire_reconciled_filings')).not.toContain('sec_form4');
    expect(second.families.sec_form4?.missing_accessions).toEqual([late]);
  });

  test('what a clock that was ahead stored is looked at again', async () => {
    goTo('2026-03-17T16:00:00.000Z');
    start();
    await until('the first day to be noted', async () => (await positions.get('reconcile.since')) !== null);
    goTo('2026-03-18T02:15:00.000Z');
    const ahead = await looked('2026-03-17');
    await results.put('2025-03-17', JSON.stringify({ ...ahead, day: '2025-03-17', next_look_at: null }));
    stopping.abort();
    await running;
    [registry, stopping] = [new Registry(), new AbortController()];
    goTo('2025-03-17T16:00:00.000Z');
    start();
    await until('the first day to be corrected', async () => (await positions.get('reconcile.since'))?.string() === '"2025-03-17"');
    goTo('2025-03-18T02:15:00.000Z');
    expect(await looked('2025-03-17')).toMatchObject({ looks: 1 });
  });

  test('a clock that is minutes behind at midnight keeps the day of the first start', async () => {
    await positions.put('reconcile.since', '"2025-03-18"');
    goTo('2025-03-18T03:58:00.000Z');
    start();
    goTo('2025-03-19T02:15:00.000Z');
    await looked('2025-03-18');
    expect(edgar.askedFor('20250317')).toEqual([]);
  });

  test('days before the first start are not its own', async () => {
    file(3, '2025-03-14');
    start();
    goTo('2025-03-18T02:15:00.000Z');
    await looked('2025-03-17');
    expect(edgar.askedFor('20250314')).toEqual([]);
  });
});

import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { digestsAt, headOf, minutesAfter, rankedTickers, rowsOf, type Minute } from '#clickhouse/radar.ts';
import type { Store } from '#clickhouse/store.ts';
import { createRadarMetrics, makeEachMinute, settledMinute, type Producer } from '#pipeline/radar/radar-part.ts';
import type { RadarHead, RadarRow } from '#schemas/radar.ts';
import { createProgress } from '#ops/process/progress.ts';
import { testLog } from '#test/support/log.ts';
import { articleRow, bursting, radarRows } from '#test/support/radar.ts';
import { producerOn, wholeMinute } from '#test/support/radar-ground.ts';
import { sharedGround } from '#test/support/shared-servers.ts';

const endMs = wholeMinute(Date.now());
const minuteMs = 60_000;
const { signal } = new AbortController();
const ground = await sharedGround();
await ground.append(radarRows(endMs));

const minuteAt = async (asOfMs: number): Promise<Minute[]> =>
  (await minutesAfter(ground.store, asOfMs - 1)).filter((minute) => minute.asOfMs === asOfMs);
const producer = (changes: Parameters<typeof producerOn>[2] = {}) => producerOn(ground, () => endMs + 3_000, changes);

describe('the producer', () => {
  test('makes one snapshot for each window of a minute, and does not replace it', async () => {
    await producer().make(endMs, signal);
    const made = await minuteAt(endMs);
    expect(made.map(({ window, reason }) => [window, reason])).toEqual([
      ['24h', null],
      ['4h', null],
    ]);
    const head = await headOf(ground.store, made[0]!);
    expect(head).toMatchObject({ window: '24h', as_of: new Date(endMs).toISOString(), source_watermark: expect.any(String) });
    expect((await digestsAt(ground.store, '24h', endMs)).map(({ snapshotId }) => snapshotId)).toEqual([made[0]!.snapshotId]);
    await ground.append([articleRow({ name: 'later', tickers: [bursting], atMs: endMs - 1_000 })]);
    await producer().make(endMs, signal);
    expect(await minuteAt(endMs)).toEqual(made);
  });

  test('marks a minute as missed while the tables are behind the log, in the store and in metrics, and goes on afterwards', async () => {
    const registry = new Registry();
    const metrics = createRadarMetrics(registry);
    await ground.append([articleRow({ name: 'unstored', tickers: [bursting], atMs: endMs })], { stored: false });
    await producer({ behindMs: 200, metrics }).make(endMs + minuteMs, signal);
    expect((await minuteAt(endMs + minuteMs)).map(({ reason }) => reason)).toEqual(['feed_behind', 'feed_behind']);
    expect(await registry.metrics()).toContain('tickerwire_radar_missed_total{window="24h",reason="feed_behind"} 1');
    const reported = await registry.metrics();
    await producer({ behindMs: 200, metrics }).make(endMs, signal);
    expect(await registry.metrics(), 'a minute that has its snapshots is not missed').toBe(reported);
    await ground.storeRest();
    await producer({ metrics }).make(endMs + 2 * minuteMs, signal);
    expect((await minuteAt(endMs + 2 * minuteMs)).every(({ snapshotId }) => snapshotId !== null)).toBe(true);
    expect(await registry.metrics()).toContain(`tickerwire_radar_newest_cutoff_seconds{window="24h"} ${(endMs + 2 * minuteMs) / 1_000}`);
  });

  test('killed between any two inserts it leaves nothing half: another one makes the minute whole', async () => {
    for (const killedAt of [0, 1, 2, 4]) {
      const cutoffMs = endMs + (10 + killedAt) * minuteMs;
      let inserts = 0;
      const dying: Store = {
        ...ground.store,
        insert: async (table, rows) => {
          if (inserts >= killedAt) throw new Error('killed');
          inserts += 1;
          await ground.store.insert(table, rows);
        },
      };
      await producer({ store: dying })
        .make(cutoffMs, signal)
        .catch(() => undefined);
      const seen = await minuteAt(cutoffMs);
      for (const minute of seen.filter(({ snapshotId }) => snapshotId !== null)) await expectWhole(minute);
      await producer().make(cutoffMs, signal);
      const after = (await minuteAt(cutoffMs)).filter(({ snapshotId }) => snapshotId !== null);
      expect(after.map(({ window }) => window)).toEqual(['24h', '4h']);
      for (const minute of after) await expectWhole(minute);
      for (const one of seen) expect(after.map(({ snapshotId }) => snapshotId)).toContain(one.snapshotId);
    }
  });

  test('marks minutes without an active producer as missed, in the store and in metrics, and makes no snapshots for them', async () => {
    const registry = new Registry();
    await producer().make(endMs + 30 * minuteMs, signal);
    await producer({ metrics: createRadarMetrics(registry) }).make(endMs + 33 * minuteMs, signal);
    for (const minutes of [31, 32])
      expect((await minuteAt(endMs + minutes * minuteMs)).map(({ reason, snapshotId }) => [reason, snapshotId])).toEqual([
        ['producer_stopped', null],
        ['producer_stopped', null],
      ]);
    expect((await minuteAt(endMs + 33 * minuteMs)).every(({ snapshotId }) => snapshotId !== null)).toBe(true);
    expect(await registry.metrics()).toContain('tickerwire_radar_missed_total{window="4h",reason="producer_stopped"} 2');
  });

  test('serves the last context where it cannot be gathered, and none once that is older than five minutes', async () => {
    let isAway = false;
    const store: Store = {
      ...ground.store,
      query: (query, params, row) =>
        isAway && query.name === 'radar/filings' ? Promise.reject(new Error('away')) : ground.store.query(query, params, row),
    };
    const failing = producer({ store });
    const contextAt = async (minutes: number): Promise<{ context: RadarHead['event_context']; rows: unknown[] }> => {
      await failing.make(endMs + minutes * minuteMs, signal);
      const minute = (await minuteAt(endMs + minutes * minuteMs)).find(({ window }) => window === '24h')!;
      const head = await headOf(ground.store, minute);
      const tickers = (await rankedTickers(ground.store, minute.snapshotId!)).map(({ ticker }) => ticker);
      const rows = await rowsOf(ground.store, minute.snapshotId!, tickers);
      return { context: head!.event_context, rows: rows.map(({ doc }) => (JSON.parse(doc) as RadarRow).event_context) };
    };
    expect((await contextAt(40)).context).toMatchObject({ status: 'available', age_seconds: 0 });
    isAway = true;
    const old = await contextAt(45);
    expect(old.context).toMatchObject({ status: 'available', age_seconds: 300, sec_cutoff: new Date(endMs + 40 * minuteMs).toISOString() });
    expect(old.rows[0]).not.toBeNull();
    const none = await contextAt(46);
    const tooOld = { status: 'unavailable', reason: 'context_too_old', available: false, age_seconds: null, max_age_seconds: 300 };
    expect(none.context).toMatchObject(tooOld);
    expect(none.rows.length).toBeGreaterThan(0);
    expect(none.rows.every((context) => context === null)).toBe(true);
    isAway = false;
    expect((await contextAt(47)).context).toMatchObject({ status: 'available', age_seconds: 0 });
  });

  test('a minute in which the tables were unreachable is marked as failed, not as one without a producer', async () => {
    const away: Store = { ...ground.store, query: () => Promise.reject(new Error('connect ECONNREFUSED')) };
    let store = away;
    const one = producer({ store: { ...ground.store, query: (...asked) => store.query(...asked) } });
    store = ground.store;
    await one.make(endMs + 70 * minuteMs, signal);
    store = away;
    await expect(one.make(endMs + 71 * minuteMs, signal)).rejects.toThrow('ECONNREFUSED');
    store = ground.store;
    await one.make(endMs + 72 * minuteMs, signal);
    expect((await minuteAt(endMs + 71 * minuteMs)).map(({ reason }) => reason)).toEqual(['failed', 'failed']);
  });

  test('makes a minute again that failed, until the next one has settled', async () => {
    const stop = new AbortController();
    const asked: number[] = [];
    const failing: Producer = {
      make: (cutoffMs) => {
        asked.push(cutoffMs);
        if (asked.length < 3) return Promise.reject(new Error('connect ECONNREFUSED'));
        stop.abort();
        return Promise.resolve();
      },
    };
    const progress = createProgress({ stalledAfterMs: minuteMs });
    await makeEachMinute(failing, { now: () => new Date(endMs + 3_000), log: testLog, progress }, stop.signal);
    expect(asked).toEqual([endMs, endMs, endMs]);
  });

  test('goes on when the clock is set back', async () => {
    const stop = new AbortController();
    const clock = [endMs + 180 * minuteMs, endMs];
    const made: number[] = [];
    const making: Producer = {
      make: (cutoffMs) => {
        made.push(cutoffMs);
        if (made.length === 2) stop.abort();
        clock.shift();
        return Promise.resolve();
      },
    };
    const progress = createProgress({ stalledAfterMs: minuteMs });
    await makeEachMinute(making, { now: () => new Date((clock[0] ?? endMs) + 3_000), log: testLog, progress }, stop.signal);
    expect(made).toEqual([endMs + 180 * minuteMs, endMs]);
  });

  test('waits some seconds past the minute', () => {
    expect([endMs + 1_999, endMs + 2_000].map(settledMinute)).toEqual([endMs - minuteMs, endMs]);
  });
});

/** Expects as many rows as the head says. */
async function expectWhole(minute: Minute): Promise<void> {
  const head = await headOf(ground.store, minute);
  const text = `SELECT count() AS rows FROM radar_rows FINAL WHERE snapshot_id = '${minute.snapshotId}'`;
  const [found] = await ground.store.query({ name: 'count', text }, {}, z.object({ rows: z.int() }));
  expect(found!.rows).toBe(head!.summary.active_tickers);
}

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRecords, type NumberedRecord } from '#clickhouse/feed.ts';
import type { RadarCutoff } from '#clickhouse/radar-inputs.ts';
import type { TickerCells } from '#clickhouse/radar-mentions.ts';
import type { Store } from '#clickhouse/store.ts';
import { createStoryCounts, type StoryCounts } from '#pipeline/radar/story-counts.ts';
import { startClickHouse, type ClickHouseProcess } from '#test/support/clickhouse.ts';
import { articleRow, dayMs, hourMs } from '#test/support/radar.ts';
import { freshStore } from '../../clickhouse/fresh-store.ts';

const endMs = Date.parse('2026-11-19T22:00:00.000Z');
const minuteMs = 60_000;
const rules = { minRelevance: 4, maxStoryTickers: 2 };
const windows = [
  { windowMs: hourMs, cellsCount: 25 },
  { windowMs: 6 * hourMs, cellsCount: 5 },
];
const reachMs = Math.max(...windows.map(({ windowMs, cellsCount }) => windowMs * cellsCount));

let server: ClickHouseProcess;
beforeAll(async () => {
  server = await startClickHouse();
});
afterAll(() => server.stop());

async function expectEqual(store: Store, counts: StoryCounts, cutoff: RadarCutoff): Promise<TickerCells[]> {
  await counts.advance(cutoff);
  const fresh = createStoryCounts(store, rules, reachMs);
  await fresh.advance(cutoff);
  for (const { windowMs, cellsCount } of windows) expect(counts.cells(windowMs, cellsCount)).toEqual(fresh.cells(windowMs, cellsCount));
  return counts.cells(hourMs, 25);
}

/** A row of a minute's batch. It arrives up to two minutes after its batch's cutoff, so that some rows are counted a minute later. */
const Article = fc.record({
  tickers: fc.uniqueArray(fc.constantFrom('AAA', 'BBB', 'CCC', 'DDD'), { minLength: 1, maxLength: 3 }),
  story: fc.integer({ min: 1, max: 6 }),
  arrivesBeforeMs: fc.integer({ min: -2 * minuteMs, max: 3 * minuteMs }),
  /** If it arrives more than a day late, it counts at its publication. */
  lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 * hourMs }), fc.integer({ min: 0, max: 2 * dayMs })),
  isHistory: fc.boolean(),
});
const Step = fc.record({ minutes: fc.constantFrom(1, 1, 2, 50, 200), articles: fc.array(Article, { maxLength: 8 }) });

describe('stories counted from one cutoff to the next', () => {
  test('are those that a fresh count of all rows has, whatever arrives, late, again and behind the cutoff', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const store = await freshStore(server.url);
        const counts = createStoryCounts(store, rules, reachMs);
        let cutoffMs = endMs;
        let seq = 0;
        for (const [at, { minutes, articles }] of steps.entries()) {
          cutoffMs += minutes * minuteMs;
          const batch = articles.map(({ tickers, story, arrivesBeforeMs, lateMs, isHistory }, nth): NumberedRecord => {
            const arrivedMs = cutoffMs - arrivesBeforeMs;
            const record = articleRow({
              name: `${at}-${nth}`,
              tickers,
              story: String(story).padStart(16, '0'),
              arrivedMs,
              atMs: arrivedMs - lateMs,
              isHistory,
            });
            return { seq: ++seq, record };
          });
          if (batch.length > 0) await insertRecords(store, batch);
          await expectEqual(store, counts, { cutoffMs, toSeq: seq });
        }
        await store.close();
      }),
      { numRuns: 12 },
    );
  }, 300_000);

  test('are those of a cutoff that lies before the last one, and of one that lies days after it', async () => {
    const store = await freshStore(server.url);
    const at = (name: string, atMs: number): ReturnType<typeof articleRow> => articleRow({ name, tickers: ['AAA'], atMs });
    await insertRecords(store, [
      { seq: 1, record: at('one', endMs - 2 * hourMs) },
      { seq: 2, record: at('two', endMs - hourMs) },
    ]);
    const counts = createStoryCounts(store, rules, reachMs);
    const sumAt = async (cutoffMs: number, toSeq = 2): Promise<number> =>
      (await expectEqual(store, counts, { cutoffMs, toSeq })).reduce((sum, { stories }) => sum + stories.reduce((all, one) => all + one, 0), 0);
    expect(await sumAt(endMs)).toBe(2);
    expect(await sumAt(endMs, 1)).toBe(1);
    expect(await sumAt(endMs - 90 * minuteMs)).toBe(1);
    expect(await sumAt(endMs + 10 * dayMs)).toBe(0);
    await store.close();
  });
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { storeGap } from '#clickhouse/radar.ts';
import type { Store } from '#clickhouse/store.ts';
import { timeBound } from '#clickhouse/columns.ts';
import { until } from '#test/support/until.ts';
import { storesOfRows } from './fresh-store.ts';

const minuteMs = 60_000;
const withRows = await storesOfRows();

const agesOf = async (store: Store, table: string): Promise<number[]> => {
  const text = `SELECT DISTINCT toUInt32(round((toUnixTimestamp(now()) - toUnixTimestamp(as_of)) / 60)) AS age FROM ${table} ORDER BY age`;
  return (await store.query({ name: 'ages', text }, {}, z.object({ age: z.int() }))).map(({ age }) => age);
};
/** Returns the number of parts with rows. An expired hour may leave an empty part for a while. */
const partsOf = (store: Store, table: string): Promise<{ parts: number }[]> =>
  store.query(
    {
      name: 'parts',
      text: 'SELECT count() AS parts FROM system.parts WHERE active AND rows > 0 AND database = {database:String} AND table = {table:String}',
    },
    { database: store.database, table },
    z.object({ parts: z.int() }),
  );

test('snapshots are deleted by whole hours, three hours after the longest delay and not before', async () => {
  const store = await withRows([]);
  const [old, young] = [6 * 60, 4 * 60];
  for (const minutes of [old, young, 0]) {
    const asOfMs = Date.now() - minutes * minuteMs;
    await store.insert('radar_rows', [
      {
        snapshot_id: String(minutes),
        ticker: 'ACME',
        as_of: timeBound(asOfMs),
        market: 'us_equity',
        score: null,
        stories: 1,
        model_stories: 1,
        sentiment: null,
        sentiment_change: null,
        cells: [1],
        doc: '{}',
      },
    ]);
    await storeGap(store, { window: '24h', asOfMs, reason: 'failed' });
  }
  for (const table of ['radar_rows', 'radar_snapshots'])
    await until(`the hours of ${table} to go`, async () => (await agesOf(store, table)).every((age) => age <= young + 2));
  for (const table of ['radar_rows', 'radar_snapshots']) {
    expect((await agesOf(store, table)).filter((age) => age >= young - 2)).toHaveLength(1);
    expect((await partsOf(store, table))[0]!.parts).toBe(2);
  }
});

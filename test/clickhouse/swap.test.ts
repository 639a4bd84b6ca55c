import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { storedGenerations } from '#clickhouse/generations.ts';
import { minutesAfter, storeGap } from '#clickhouse/radar.ts';
import { pageAfterSequence } from '#clickhouse/feed-pages.ts';
import { lastSequence } from '#clickhouse/feed-records.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import { migrate } from '#clickhouse/migrate.ts';
import type { Store } from '#clickhouse/store.ts';
import { checkMigrations, dropRebuilt, insertsEnded, planSwap, rebuildStage, rebuiltDatabase, swapTables } from '#clickhouse/swap.ts';
import { everything } from '#schemas/feed-filter.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { feedRow } from './feed-rows.ts';
import { freshStore, openTestStore } from './fresh-store.ts';

const server = await sharedClickHouse();

const records = [1, 2, 3].map((seq) => ({ seq, record: feedRow({ identity: `https://example.com/${seq}` }) }));

/** Makes live tables with one record and rebuilt ones with three. */
async function twoSides(): Promise<{ live: Store; fresh: Store }> {
  const live = await freshStore(server.url);
  const fresh = openTestStore(server.url, rebuiltDatabase(live));
  onTestFinished(async () => void (await Promise.all([live.close(), fresh.close()])));
  await migrate(fresh);
  await insertRecords(live, records.slice(0, 1));
  await insertRecords(fresh, records);
  return { live, fresh };
}

const servedBy = async (store: Store): Promise<number[]> => (await pageAfterSequence(store, everything, 0, 10)).map(({ seq }) => seq);

describe('rebuilt tables', () => {
  test('replace the live ones, which are deleted', async () => {
    const { live, fresh } = await twoSides();
    expect(await rebuildStage(live)).toBe('copying');
    await planSwap(live);
    expect(await rebuildStage(live)).toBe('swapping');
    await swapTables(live);
    expect(await lastSequence(live)).toBe(3);
    expect(await servedBy(live)).toEqual([1, 2, 3]);
    expect(await rebuildStage(live)).toBe('none');
    await expect(lastSequence(fresh)).rejects.toThrow();
  });

  test.each([0, 7])('are put in place by the next process where a swap was cut short after %i tables', async (swapped) => {
    const { live } = await twoSides();
    await planSwap(live);
    let count = 0;
    const killed = swapTables(live, () => {
      if ((count += 1) > swapped) throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await rebuildStage(live)).toBe('swapping');
    await swapTables(live);
    expect(await servedBy(live)).toEqual([1, 2, 3]);
    expect(await lastSequence(live)).toBe(3);
    expect(await rebuildStage(live)).toBe('none');
  });

  test('leave the minutes of Radar, which no log holds, as they are', async () => {
    const { live } = await twoSides();
    const minute = { window: '24h', asOfMs: Math.floor(Date.now() / 60_000) * 60_000, reason: 'feed_behind' } as const;
    await storeGap(live, minute);
    await planSwap(live);
    await swapTables(live);
    expect(await servedBy(live)).toEqual([1, 2, 3]);
    expect(await minutesAfter(live, 0)).toEqual([{ ...minute, snapshotId: null }]);
  });

  test('add a table that the live ones lack', async () => {
    const { live } = await twoSides();
    await live.command({ name: 'drop', text: 'DROP TABLE feed_epochs' });
    await planSwap(live);
    await swapTables(live);
    expect(await servedBy(live)).toEqual([1, 2, 3]);
    expect(await storedGenerations(live)).toEqual([]);
  });

  test('may be dropped while their plan is not written whole', async () => {
    const { live, fresh } = await twoSides();
    await fresh.command({ name: 'create', text: 'CREATE TABLE swap_plan (name String, uuid UUID) ENGINE = MergeTree ORDER BY name' });
    expect(await rebuildStage(live)).toBe('copying');
    await dropRebuilt(live);
    expect(await rebuildStage(live)).toBe('none');
    expect(await servedBy(live)).toEqual([1]);
  });
});

const isUnderWay = (error: unknown): boolean => String(error).includes('still running');

test('an insert that is under way is waited for', async () => {
  const live = await freshStore(server.url);
  await insertsEnded(live, 5_000);
  const slow = live.command({
    name: 'slow insert',
    text: 'INSERT INTO feed_uids SELECT number, number + sleepEachRow(0.05) FROM numbers(60) SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 10000000',
  });
  slow.catch(() => undefined);
  // The server may not have started the insert yet.
  await until('the insert to be told under way', () => insertsEnded(live, 0).then(() => false, isUnderWay)); // prettier-ignore
  await insertsEnded(live, 20_000);
  const [found] = await live.query({ name: 'count', text: 'SELECT count() AS count FROM feed_uids' }, {}, z.object({ count: z.int() }));
  expect(found?.count).toBe(60);
  await slow;
  await live.close();
});

test('tables of one release do not replace those of another', async () => {
  const [live, fresh] = [await freshStore(server.url), await freshStore(server.url)];
  await live.insert('schema_versions', [{ number: 9_999, name: '9999_later.sql', checksum: 'later', compatible_from: 1 }]);
  await expect(checkMigrations(live, fresh)).rejects.toThrow('rebuild with the newer release');
  await Promise.all([live.close(), fresh.close()]);
});

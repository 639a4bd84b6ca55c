import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertRecords, lastSequence, pageAfterSequence } from '#clickhouse/feed.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { dropDatabase, swapDatabase } from '#clickhouse/swap.ts';
import { startClickHouse, type ClickHouseProcess } from '#test/support/clickhouse.ts';
import { everything, feedRow } from './feed-rows.ts';
import { freshStore, openTestStore } from './fresh-store.ts';

let server: ClickHouseProcess;
beforeAll(async () => {
  server = await startClickHouse();
});
afterAll(() => server.stop());

test('rebuilt tables take the place of the live ones, and can be dropped', async () => {
  const [live, fresh] = [await freshStore(server.url), await freshStore(server.url)];
  const records = [1, 2].map((seq) => ({ seq, record: feedRow({ identity: `https://example.com/${seq}` }) }));
  await insertRecords(live, records.slice(0, 1));
  await insertRecords(fresh, records);
  await swapDatabase(live, fresh);
  expect(await lastSequence(live)).toBe(2);
  expect(await pageAfterSequence(live, everything, 0, 10)).toHaveLength(2);
  expect(await lastSequence(fresh)).toBe(1);
  await dropDatabase(fresh);
  await dropDatabase(fresh);
  await expect(lastSequence(fresh)).rejects.toThrow();
  expect(await migrate(fresh)).not.toEqual([]);
  await Promise.all([live.close(), fresh.close()]);
});

test('tables of one release do not take the place of another one’s', async () => {
  const [live, fresh] = [await freshStore(server.url), await freshStore(server.url)];
  await live.insert('schema_versions', [{ number: 9_999, name: '9999_later.sql', checksum: 'later', compatible_from: 1 }]);
  await expect(swapDatabase(live, fresh)).rejects.toThrow('rebuild with the newer release');
  await Promise.all([live.close(), fresh.close()]);
});

test('a database that never was is dropped without complaint', async () => {
  const store = openTestStore(server.url);
  await dropDatabase(store);
  await store.close();
});

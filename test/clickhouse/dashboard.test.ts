import { expect, test } from 'vitest';
import { lifeOfDocument } from '#clickhouse/dashboard.ts';
import { rowByUid } from '#clickhouse/feed-pages.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import { rowRecord, withdrawalRecord } from '#test/support/records.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { numbered, sharedStore } from './fresh-store.ts';

const server = await sharedClickHouse();
const store = await sharedStore(server.url);

test('a withdrawn document keeps its own history on the dashboard', async () => {
  const [row, other] = [rowRecord('withdrawn later'), rowRecord('kept')];
  const withdrawal = withdrawalRecord(row);
  await insertRecords(store, numbered([row, other, withdrawal]));
  expect(await rowByUid(store, row.uid)).toBeNull();
  expect((await lifeOfDocument(store, row.uid)).records).toEqual([{ seq: 3, record: withdrawal }]);
  expect((await lifeOfDocument(store, other.uid)).records).toEqual([]);
});

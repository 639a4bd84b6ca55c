/** The dashboard's view of one document, when no row is left of it. */
import { expect, test } from 'vitest';
import { lifeOfDocument } from '#clickhouse/dashboard.ts';
import { rowByUid } from '#clickhouse/feed-pages.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import type { FeedRevision } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';
import { rowRecord } from '#test/support/records.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { sharedStore } from './fresh-store.ts';

const server = await sharedClickHouse();
const store = await sharedStore(server.url);

test('a withdrawn document keeps its history, and that of another is not in it', async () => {
  const [row, other] = [rowRecord('withdrawn later'), rowRecord('kept')];
  const withdrawal: FeedRevision = {
    type: 'revision',
    v: 1,
    uid: uidOf('withdrawal'),
    identity: 'withdrawal',
    source: row.source,
    kind: 'article',
    instants: row.instants,
    revises: row.uid,
    key_entities: [],
    item: null,
    withdrawn: 'it names another company',
  };
  await insertRecords(store, [row, other, withdrawal].map((record, at) => ({ seq: at + 1, record }))); // prettier-ignore
  expect(await rowByUid(store, row.uid)).toBeNull();
  expect((await lifeOfDocument(store, row.uid)).records).toEqual([{ seq: 3, record: withdrawal }]);
  expect((await lifeOfDocument(store, other.uid)).records).toEqual([]);
});

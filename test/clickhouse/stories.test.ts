import { expect, test } from 'vitest';
import { insertRecords } from '#clickhouse/insert-records.ts';
import type { Store } from '#clickhouse/store.ts';
import { rowsOfStories } from '#clickhouse/stories.ts';
import { rowRecord } from '#test/support/records.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { numbered, sharedStore } from './fresh-store.ts';

const store = await sharedStore((await sharedClickHouse()).url);
const records = Array.from({ length: 500 }, (_, index) => rowRecord(`alone ${index}`));
await insertRecords(store, numbered(records));

test('a story that a record is yet to join has its one stored row, and each id is sent once', async () => {
  let sentIds = 0;
  const counting: Store = {
    ...store,
    query: (query, params, row) => {
      sentIds += Object.values(params).reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 0);
      return store.query(query, params, row);
    },
  };
  const storyIds = records.map(({ uid }) => uid);
  for (const late of [0, 1, 250, 500]) {
    sentIds = 0;
    const rows = await rowsOfStories(counting, { storyIds, seqTo: 1_000, joinedLate: storyIds.slice(0, late) });
    expect(rows.map(({ uid }) => uid)).toEqual(storyIds.slice(0, late));
    expect(sentIds).toBe(storyIds.length);
  }
});

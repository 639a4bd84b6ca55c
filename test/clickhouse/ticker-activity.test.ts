import { expect, test } from 'vitest';
import { tickerActivity } from '#clickhouse/ticker-activity.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { sharedStore } from './fresh-store.ts';

const clickhouse = await sharedClickHouse();
const store = await sharedStore(clickhouse.url);

test('rows of each ticker since an instant are counted, those before and of others not', async () => {
  const text = `INSERT INTO feed_keys (scope, newest, uid, seq) VALUES
    ('', -2000, 1, 1), ('A', -2000, 1, 1), ('A', -3000, 2, 2), ('A', -999, 3, 3), ('B', -1000, 1, 1), ('C', -5000, 4, 4)`;
  await store.command({ name: 'fill', text });
  const many = Array.from({ length: 1_200 }, (_, at) => `T${at}`);
  expect([...(await tickerActivity(store, ['A', ...many, 'B', 'D'], 1_000))]).toEqual([
    ['A', { rowCount: 2, newestMs: 3_000 }],
    ['B', { rowCount: 1, newestMs: 1_000 }],
  ]);
  // Row 2 is corrected and then about E, row 4 is withdrawn.
  await store.command({ name: 'correct', text: 'INSERT INTO feed (seq, version) VALUES (2, 7), (4, 8)' });
  await store.command({ name: 'correct', text: "INSERT INTO feed_keys (scope, newest, uid, seq, version) VALUES ('E', -3000, 2, 2, 7)" });
  const counted = [
    ['A', { rowCount: 1, newestMs: 2_000 }],
    ['E', { rowCount: 1, newestMs: 3_000 }],
  ];
  expect([...(await tickerActivity(store, ['A', 'C', 'E'], 1_000))]).toEqual(counted);
  expect([...(await tickerActivity(store, null, 1_000))].filter(([ticker]) => ticker !== 'B')).toEqual(counted);
  expect((await tickerActivity(store, [], 0)).size).toBe(0);
});

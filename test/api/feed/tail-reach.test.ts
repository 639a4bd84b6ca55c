import { expect, test } from 'vitest';
import { createTailReach } from '#api/feed/tail-reach.ts';
import { createTail } from '#api/feed/tail.ts';
import { lastSequence } from '#clickhouse/feed-records.ts';
import type { QueryStore } from '#api/store-access.ts';
import { rowRecord } from '#test/support/records.ts';

/** Returns a tail that begins at the seventh record, with tables that have the records up to `stored()`. */
function startReach(stored: () => number, isFollowing = () => true) {
  const tail = createTail(1e9);
  tail.reset(7);
  tail.add(7, rowRecord('seven'));
  const ask = (async (question: unknown) => (question === lastSequence ? stored() : { publishedMs: 5, createdMs: 6 })) as QueryStore;
  return { tail, ...createTailReach({ tail, ask, isFollowing }) };
}

test('a tail is whole when it knows its reach, which the first request starts to read from the tables', async () => {
  const { tail, learn, isTailWhole } = startReach(() => 6);
  expect([isTailWhole(), tail.reach()]).toEqual([false, null]);
  await learn();
  expect([isTailWhole(), tail.reach()]).toEqual([true, { publishedMs: 5, createdMs: 6 }]);
});

test('a tail that does not follow the log is not whole, even if it knows its reach', async () => {
  let following = true;
  const { learn, isTailWhole } = startReach(
    () => 6,
    () => following,
  );
  await learn();
  following = false;
  expect(isTailWhole()).toBe(false);
});

test('the reach stays unknown while the tables lack records before the tail or do not answer', async () => {
  const behind = startReach(() => 5);
  const silent = startReach(() => {
    throw new Error('no answer');
  });
  for (const { tail, learn, isTailWhole } of [behind, silent]) {
    await learn();
    expect([isTailWhole(), tail.reach()]).toEqual([false, null]);
  }
});

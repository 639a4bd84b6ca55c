/** The schedule of a delivery, under a clock that the test moves. */
import { expect, test } from 'vitest';
import { waitAfterFailure } from '#pipeline/webhooks/attempt.ts';

const minute = 60_000;

test('attempts are made at 0, after 1 and 5 and 30 minutes and 2 hours, each counted from the failure before, and no sixth', () => {
  let clock = 0;
  const made: [attempt: number, atMinute: number][] = [];
  for (let attempt = 1, wait: number | null = 0; wait !== null; attempt += 1) {
    clock += wait;
    made.push([attempt, clock / minute]);
    wait = waitAfterFailure('news', attempt);
  }
  expect(made).toEqual([
    [1, 0],
    [2, 1],
    [3, 6],
    [4, 36],
    [5, 156],
  ]);
});

test('what an owner asked for is tried once', () => {
  expect([waitAfterFailure('test', 1), waitAfterFailure('repeat', 1), waitAfterFailure('repeat', 3)]).toEqual([null, null, null]);
});

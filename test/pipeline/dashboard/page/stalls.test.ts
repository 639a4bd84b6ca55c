import { expect, test } from 'vitest';
import { readMetrics } from '#pipeline/dashboard/page/metrics.ts';
import { watchStalls } from '#pipeline/dashboard/page/stalls.ts';

const refine = (waiting: number, done: number) =>
  readMetrics(`tickerwire_raw_pending{state="waiting"} ${waiting}\ntickerwire_refine_seconds_count ${done}`);
const writer = (waiting: number, sequence: number) =>
  readMetrics(`tickerwire_consumer_lag_records{consumer="write"} ${waiting}\ntickerwire_consumer_sequence{consumer="write"} ${sequence}`);

test('a reader stands still when work waits and none is done for five seconds', () => {
  const stalls = watchStalls();
  expect(stalls([...refine(2, 5), ...writer(1, 8)], 0)).toEqual([]);
  expect(stalls([...refine(3, 5), ...writer(4, 9)], 4_999)).toEqual([]);
  expect(stalls([...refine(3, 5), ...writer(4, 9)], 5_000)).toEqual(['refine makes no progress: 3 waiting, none processed for 5.00 s']);
  expect(stalls([...refine(3, 5), ...writer(4, 9)], 75_000)).toEqual([
    'refine makes no progress: 3 waiting, none processed for 1 min 15 s',
    'write makes no progress: 4 waiting, none processed for 1 min 10 s',
  ]);
  expect(stalls(refine(3, 6), 76_000)).toEqual([]);
});

test('a reader without work does not stand still, nor one that has just got some', () => {
  const stalls = watchStalls();
  for (const atMs of [0, 10_000, 20_000]) expect(stalls(refine(0, 5), atMs)).toEqual([]);
  expect(stalls(refine(1, 5), 24_000)).toEqual([]);
  expect(stalls(refine(1, 5), 25_000)).toHaveLength(1);
});

test('a restart, which counts from zero, is progress, and time without metrics does not count', () => {
  const stalls = watchStalls();
  stalls(refine(1, 5), 0);
  expect(stalls(refine(1, 0), 10_000)).toEqual([]);
  expect(stalls([], 12_000)).toEqual([]);
  expect(stalls(refine(1, 0), 20_000)).toEqual([]);
});

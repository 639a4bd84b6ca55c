import { expect, test } from 'vitest';
import { outageWaitMs } from '#pipeline/ingest/schedule.ts';

test('outages of ours are waited out from 1 s, doubling to 30 s, with jitter', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 1_000].map((outages) => outageWaitMs(outages, () => 1))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ]);
  expect(outageWaitMs(1, () => 0)).toBe(500);
  expect(outageWaitMs(1_000, () => 0)).toBe(15_000);
});

/** Expectations that are met after any fault. */
import { expect } from 'vitest';
import { documentsMin, rowsMin, type ChaosResult } from './chaos.ts';

function expectAccounted(result: ChaosResult): void {
  expect(result.served).toBeGreaterThanOrEqual(documentsMin);
  expect(result.rows).toBeGreaterThanOrEqual(rowsMin);
  expect(result.lost).toEqual([]);
  expect(result.doubled).toEqual([]);
}

/** For faults that never shorten the log: every row once and in order. */
export function expectNothingLost(result: ChaosResult): void {
  expectAccounted(result);
  expect(result.polledUids).toEqual(result.expectedUids);
  for (const { kind, polledUids, expectedUids } of result.clients) expect(polledUids, kind).toEqual(expectedUids);
}

/** For faults that may cut off the end of the log: a poller may get a uid again, and misses none. */
export function expectNothingMissed(result: ChaosResult): void {
  expectAccounted(result);
  const polled = new Set(result.polledUids);
  expect(result.expectedUids.filter((uid) => !polled.has(uid))).toEqual([]);
}

/** Readiness has reported each fault that lasted, in time. */
export const expectTold = ({ tellings }: ChaosResult): void => expect(tellings.filter(({ afterMs }) => afterMs === null)).toEqual([]);

/** The promises that hold whatever was done to the service. */
import { expect } from 'vitest';
import { documentsMin, rowsMin, type ChaosResult } from './chaos.ts';

function expectAccounted(result: ChaosResult): void {
  expect(result.served).toBeGreaterThanOrEqual(documentsMin);
  expect(result.rows).toBeGreaterThanOrEqual(rowsMin);
  expect(result.lost).toEqual([]);
  expect(result.doubled).toEqual([]);
}

/** Where the log never becomes shorter: every row once and in order. */
export function expectNothingLost(result: ChaosResult): void {
  expectAccounted(result);
  expect(result.polledUids).toEqual(result.expectedUids);
  for (const { kind, polledUids, expectedUids } of result.clients) expect(polledUids, kind).toEqual(expectedUids);
}

/** Where the log may lose its end: a poller may meet a uid again, and misses none. */
export function expectNothingMissed(result: ChaosResult): void {
  expectAccounted(result);
  const polled = new Set(result.polledUids);
  expect(result.expectedUids.filter((uid) => !polled.has(uid))).toEqual([]);
}

/** Readiness has told of each fault that lasted, in time. */
export const expectTold = ({ tellings }: ChaosResult): void => expect(tellings.filter(({ afterMs }) => afterMs === null)).toEqual([]);

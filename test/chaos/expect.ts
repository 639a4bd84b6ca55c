/** The promises that hold whatever was killed. */
import { expect } from 'vitest';
import type { ChaosResult } from './chaos.ts';

export function expectNothingLost(result: ChaosResult): void {
  expect(result.served).toBeGreaterThan(100);
  expect(result.rows).toBeGreaterThan(50);
  expect(result.lost).toEqual([]);
  expect(result.doubled).toEqual([]);
  expect(result.polledUids).toEqual(result.expectedUids);
}

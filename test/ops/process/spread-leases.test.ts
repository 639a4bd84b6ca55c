import { expect, test } from 'vitest';
import { leasesToGiveUp } from '#ops/process/spread-leases.ts';

test('of leases half the difference is given up to a process that waits for them, the last taken first', () => {
  const held = ['a', 'b', 'c', 'd', 'e'];
  expect(leasesToGiveUp(held, { held: 0, waiting: held })).toEqual(['e', 'd']);
  expect(leasesToGiveUp(held, { held: 3, waiting: held })).toEqual(['e']);
  // The waiting process runs other stages than this one.
  expect(leasesToGiveUp(held, { held: 0, waiting: ['b', 'x'] })).toEqual(['b']);
  expect(leasesToGiveUp(held, { held: 0, waiting: ['x'] })).toEqual([]);
});

test('an even spread stays as it is', () => {
  expect(leasesToGiveUp(['a', 'b', 'c'], { held: 2, waiting: ['a', 'b', 'c'] })).toEqual([]);
  expect(leasesToGiveUp(['a'], { held: 0, waiting: ['a'] })).toEqual([]);
  expect(leasesToGiveUp([], { held: 4, waiting: ['a'] })).toEqual([]);
});

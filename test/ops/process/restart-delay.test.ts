import { expect, test } from 'vitest';
import { restartDelayMs } from '#ops/process/restart-delay.ts';

test('the first restart comes at once, later ones ever later up to a bound, spread by a fifth', () => {
  expect(restartDelayMs(0, () => 0.5)).toBe(100);
  expect(restartDelayMs(0, () => 0)).toBe(80);
  expect(restartDelayMs(3, () => 1)).toBe(1_200);
  expect(restartDelayMs(1_000, () => 0.5)).toBe(5_000);
});

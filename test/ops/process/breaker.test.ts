import { expect, test } from 'vitest';
import { createBreaker } from '#ops/process/breaker.ts';

test('a breaker opens after failures in a row, allows one try after the pause, and closes with a success', () => {
  let nowMs = 0;
  const breaker = createBreaker({ failuresMax: 2, openMs: 1_000, nowMs: () => nowMs });
  breaker.failed();
  breaker.succeeded();
  breaker.failed();
  expect(breaker.mayTry()).toBe(true);
  breaker.failed();
  expect(breaker.mayTry()).toBe(false);
  nowMs = 700;
  expect(breaker.mayTry()).toBe(false);
  // The pause is spread by a quarter, so that many processes do not retry at once.
  nowMs = 1_251;
  expect([breaker.mayTry(), breaker.mayTry()]).toEqual([true, false]);
  breaker.succeeded();
  expect([breaker.mayTry(), breaker.mayTry()]).toEqual([true, true]);
});

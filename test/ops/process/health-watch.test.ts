/** A watched store answers, refuses or does not answer, and its health watch tells them apart. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isSilence } from '#api/store-access.ts';
import { watchHealth } from '#ops/process/health-watch.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const refusal = Object.assign(new Error('Too many simultaneous queries'), { code: '202' });

test.each([
  ['answers', () => Promise.resolve(1), 'ok', false],
  ['refuses with an error of its own', () => Promise.reject(refusal), 'does not answer: Too many simultaneous queries', false],
  ['answers nonsense', () => Promise.reject(new SyntaxError('Unexpected token')), 'does not answer: Unexpected token', false],
  ['never answers', () => new Promise(() => undefined), 'does not answer: no answer within 2.5 s', true],
  ['refuses the connection', () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })), 'does not answer: connect', true],
] as const)('a store that %s', async (_, ask, state, isSilent) => {
  const watch = watchHealth(ask, (error) => !isSilence(error));
  expect(watch.isSilent()).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([watch.state(), watch.isSilent()]).toEqual([state, isSilent]);
  watch.stop();
});

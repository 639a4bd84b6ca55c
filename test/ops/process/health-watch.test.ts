/** A watched store answers, refuses or does not answer, and its health watch tells them apart. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isSilence } from '#api/store-access.ts';
import { watchHealth } from '#ops/process/health-watch.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const refusal = Object.assign(new Error('Too many simultaneous queries'), { code: '202' });

test.each([
  ['answers', () => Promise.resolve(1), 'ok', false],
  ['refuses with an error of its own', () => Promise.reject(refusal), 'does not answer: Too many simultaneous queries', false],
  ['never answers', () => new Promise(() => undefined), 'does not answer: no answer within 2.5 s', true],
  ['refuses the connection', () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })), 'does not answer: connect', true],
] as const)('a store that %s', async (_, ask, state, isSilent) => {
  const watch = watchHealth(ask, (error) => !isSilence(error));
  const silence = expect.objectContaining({ message: 'the store is silent' }) as unknown;
  // One caller waits from before there is time for an answer, another comes when the watch knows.
  const outcomes = [watch.whileHeard(() => sleep(9_000).then(() => 'waited')), sleep(10_000).then(() => watch.whileHeard(async () => 'came'))];
  const settled = Promise.allSettled(outcomes);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(watch.state()).toBe(state);
  const ended = (value: string) => (isSilent ? { status: 'rejected', reason: silence } : { status: 'fulfilled', value });
  expect(await settled).toEqual([ended('waited'), ended('came')]);
  watch.stop();
});

test('waiting work ends within seconds of the last answer, and an error of its own is kept', async () => {
  let isFrozen = false;
  const watch = watchHealth(() => (isFrozen ? new Promise(() => undefined) : Promise.resolve(1)));
  await vi.advanceTimersByTimeAsync(5_000);
  isFrozen = true;
  const outcome = vi.fn<(error: unknown) => void>();
  watch.whileHeard(() => new Promise(() => undefined)).catch(outcome);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(outcome).toHaveBeenCalledTimes(1);
  isFrozen = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await watch.whileHeard(async () => 1)).toBe(1);
  const fault = new Error('of its own');
  await expect(watch.whileHeard(() => { throw fault; })).rejects.toBe(fault); // prettier-ignore
  watch.stop();
});

import { expect, test, vi } from 'vitest';
import { withTimeout } from '#ops/process/with-timeout.ts';

test('a wait ends with the work, with its failure, or with the error of its end', async () => {
  expect(await withTimeout(60_000, Promise.resolve(1))).toBe(1);
  await expect(withTimeout(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(withTimeout(1, new Promise(() => undefined))).rejects.toThrow('no answer within 1 ms');
  await expect(withTimeout(1, new Promise(() => undefined), () => new RangeError('late'))).rejects.toThrow(RangeError);
});

test('no timer outlives the work', async () => {
  const clear = vi.spyOn(globalThis, 'clearTimeout');
  await withTimeout(60_000, Promise.resolve(1));
  await new Promise((resolve) => setImmediate(resolve));
  expect(clear).toHaveBeenCalled();
  clear.mockRestore();
});

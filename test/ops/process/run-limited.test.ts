import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { runLimited } from '#ops/process/run-limited.ts';

const never = new AbortController().signal;

test('work waits for its turn; one that is told to stop meanwhile leaves at once and never begins', async () => {
  const limit = pLimit(1);
  const { promise: held, resolve: release } = Promise.withResolvers<string>();
  const begun: string[] = [];
  const work = (name: string, until: Promise<string>) => () => {
    begun.push(name);
    return until;
  };
  const first = runLimited(limit, work('first', held), never);
  const impatient = new AbortController();
  const second = runLimited(limit, work('second', held), impatient.signal);
  const third = runLimited(limit, work('third', Promise.resolve('third')), never);
  impatient.abort();
  expect(await second).toBeNull();
  expect(begun).toEqual(['first']);
  release('first');
  expect(await Promise.all([first, third])).toEqual(['first', 'third']);
  expect(begun).toEqual(['first', 'third']);
});

test("a signal that aborts while the work is under way changes nothing, and a failure is the work's own", async () => {
  const limit = pLimit(1);
  const late = new AbortController();
  const failing = runLimited(
    limit,
    async () => {
      late.abort();
      throw new Error('no');
    },
    late.signal,
  );
  await expect(failing).rejects.toThrow('no');
  expect(await runLimited(limit, async () => 1, AbortSignal.abort())).toBeNull();
  expect(await runLimited(limit, async () => 1, never)).toBe(1);
});

import { expect, test } from 'vitest';
import { createGate } from '#pipeline/ingest/publishers/gate.ts';

/** Pieces of work that end when told to, and what of them runs. */
function works(): {
  readonly started: number[];
  readonly end: (index: number, error?: Error) => void;
  readonly work: (index: number) => () => Promise<number>;
} {
  const started: number[] = [];
  const ends = new Map<number, (error?: Error) => void>();
  return {
    started,
    end: (index, error) => ends.get(index)?.(error),
    work: (index) => () =>
      new Promise((resolve, reject) => {
        started.push(index);
        ends.set(index, (error) => (error ? reject(error) : resolve(index)));
      }),
  };
}
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('no more than so many run at once, the others in the order they came', async () => {
  const gate = createGate(2);
  const { started, end, work } = works();
  const results = [0, 1, 2, 3].map((index) => gate(work(index)));
  await settle();
  expect(started).toEqual([0, 1]);
  end(1);
  await settle();
  expect(started).toEqual([0, 1, 2]);
  end(0);
  end(2);
  await settle();
  end(3);
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3]);
});

test('work that fails gives its place on, and its error to its caller', async () => {
  const gate = createGate(1);
  const { started, end, work } = works();
  const failing = gate(work(0));
  const next = gate(work(1));
  await settle();
  end(0, new Error('no'));
  await expect(failing).rejects.toThrow('no');
  await settle();
  expect(started).toEqual([0, 1]);
  end(1);
  expect(await next).toBe(1);
});

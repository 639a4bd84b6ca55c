import { describe, expect, test } from 'vitest';
import { prefetch } from '#pipeline/refine/prefetch.ts';
import { until } from '#test/support/until.ts';

/** Returns a source that records how far it was read, and whether it was closed. */
function source(count: number, failAt = Infinity) {
  const state = { read: 0, isClosed: false };
  async function* items(): AsyncGenerator<number> {
    try {
      for (let number = 0; number < count; number += 1) {
        if (number === failAt) throw new Error('the source broke');
        state.read = number + 1;
        yield number;
        await Promise.resolve();
      }
    } finally {
      state.isClosed = true;
    }
  }
  return { state, items: items() };
}
const options = { begin: (item: number) => item, itemsMax: 5, hold: () => undefined, holdEveryMs: 60_000 };

describe('reading ahead', () => {
  test('gives every item once and in order, whatever order their work ends in', async () => {
    const { items } = source(50);
    const seen: number[] = [];
    const begin = async (item: number): Promise<number> => {
      for (let turn = 0; turn < (item * 7) % 11; turn += 1) await Promise.resolve();
      return item;
    };
    for await (const begun of prefetch(items, { ...options, begin: (item) => ({ work: begin(item) }) })) seen.push(await begun.work);
    expect(seen).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });

  test('begins so many and no more while the first is out', async () => {
    const { items, state } = source(50);
    const begun: number[] = [];
    const given = prefetch(items, { ...options, begin: (item) => begun.push(item) });
    await given.next();
    await until('the work of five', () => begun.length === 5);
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    expect(state.read).toBe(5);
    await given.next();
    await until('the work of a sixth', () => begun.length === 6);
    await given.return();
  });

  test('holds what is not done, again and again', async () => {
    const { items } = source(3);
    const extended: number[] = [];
    const given = prefetch(items, { ...options, hold: (item) => extended.push(item), holdEveryMs: 5 });
    await given.next();
    await until('every item held twice', () => [0, 1, 2].every((item) => extended.filter((one) => one === item).length >= 2));
    await given.next();
    await given.next();
    const before = extended.filter((item) => item < 2).length;
    await until('the last held once more', () => extended.filter((item) => item === 2).length > 5);
    expect(extended.filter((item) => item < 2)).toHaveLength(before);
    await given.return();
  });

  test('throws what the source throws, once what came before is out', async () => {
    const { items } = source(10, 3);
    const seen: number[] = [];
    const read = async (): Promise<void> => {
      for await (const item of prefetch(items, options)) seen.push(item);
    };
    await expect(read()).rejects.toThrow('the source broke');
    expect(seen).toEqual([0, 1, 2]);
  });

  test('closes the source when it is left', async () => {
    const { items, state } = source(1_000);
    for await (const item of prefetch(items, options)) if (item === 2) break;
    expect(state.isClosed).toBe(true);
    expect(state.read).toBeLessThan(20);
  });
});

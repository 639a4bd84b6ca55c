import { expect, test } from 'vitest';
import { growthOf, type Sample } from './growth.ts';

const stepMs = 10_000;
const series = (valueAt: (index: number) => number, count = 60): Sample[] =>
  Array.from({ length: count }, (_, index) => ({ atMs: 5_000 + index * stepMs, value: valueAt(index) }));

test('a steady leak is told by its size an hour, peaks or not', () => {
  const leak = series((index) => 100 + index + (index % 7 === 0 ? 500 : 0));
  expect(growthOf(leak, { warmUpMs: 0 })?.perHour).toBeCloseTo(360, 6);
});

test('what goes up and down around one value does not grow, whatever its last sample', () => {
  const saw = series((index) => (index === 59 ? 10_000 : 100));
  expect(growthOf(saw, { warmUpMs: 0 })).toEqual({ perHour: 0, samples: 60 });
});

test('growth of the warm-up does not count', () => {
  const warming = series((index) => Math.min(index, 20) * 50);
  expect(growthOf(warming, { warmUpMs: 20 * stepMs })).toEqual({ perHour: 0, samples: 40 });
});

test('too few samples draw no line', () => {
  expect(
    growthOf(
      series((index) => index, 12),
      { warmUpMs: 3 * stepMs },
    ),
  ).toBeNull();
  expect(growthOf([], { warmUpMs: 0 })).toBeNull();
});

import { expect, test } from 'vitest';
import { height, sparkOf } from '#api/radar/desk/page/spark.ts';

test('the oldest day is left, the newest right and marked', () => {
  const { width, bars, label } = sparkOf([4, 0, 2]);
  expect(width).toBe(12);
  expect(bars.map(({ x, isNow }) => [x, isNow])).toEqual([
    [0, false],
    [4, false],
    [8, true],
  ]);
  expect(label).toBe('Stories per day, oldest first: 2, 0, 4');
});

test('heights are those of the counts, stand on the ground, and a day with one story is not a day without', () => {
  const heights = sparkOf([100, 50, 1, 0]).bars.map((bar) => bar.height);
  expect(heights.toReversed()).toEqual([27, 13.5, 1.5, 0.5]);
  for (const bar of sparkOf([100, 50, 1, 0]).bars) expect(bar.y + bar.height).toBe(height);
});

test('a month without a story is a line', () => {
  expect(new Set(sparkOf(Array.from({ length: 30 }, () => 0)).bars.map((bar) => bar.height))).toEqual(new Set([0.5]));
  expect(sparkOf([])).toMatchObject({ width: 0, bars: [] });
});

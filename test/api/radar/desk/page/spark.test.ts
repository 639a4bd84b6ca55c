import { expect, test } from 'vitest';
import { height, sparkOf } from '#api/radar/desk/page/spark.ts';

test('the oldest day is on the left, the newest is on the right and marked', () => {
  const { width, bars, label } = sparkOf([4, 0, 2]);
  expect(width).toBe(12);
  expect(bars.map(({ x, isNow }) => [x, isNow])).toEqual([
    [0, false],
    [4, false],
    [8, true],
  ]);
  expect(label).toBe('Stories per day, oldest first: 2, 0, 4');
});

test('heights are proportional to the counts, start at the base line, and a day with one story differs from an empty day', () => {
  const heights = sparkOf([100, 50, 1, 0]).bars.map((bar) => bar.height);
  expect(heights.toReversed()).toEqual([27, 13.5, 1.5, 0.5]);
  for (const bar of sparkOf([100, 50, 1, 0]).bars) expect(bar.y + bar.height).toBe(height);
});

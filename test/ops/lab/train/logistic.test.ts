import { expect, test } from 'vitest';
import { fitLogistic, type DenseRow } from '#ops/lab/train/logistic.ts';

test('finds the weights that made the answers, and the same ones again', () => {
  let state = 7;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const rows: DenseRow[] = Array.from({ length: 4_000 }, () => {
    const measures = [random() * 2 - 1, random() * 2 - 1];
    const odds = 2 * (measures[0] ?? 0) - (measures[1] ?? 0) + 0.5;
    return { measures, isTrue: random() < 1 / (1 + Math.exp(-odds)), weight: 1 };
  });
  const weights = fitLogistic(rows, 1);
  expect(weights[0]).toBeCloseTo(2, 0);
  expect(weights[1]).toBeCloseTo(-1, 0);
  expect(weights[2]).toBeCloseTo(0.5, 0);
  expect(fitLogistic(rows, 1)).toEqual(weights);
});

test('stays finite where a measure separates all answers', () => {
  const rows: DenseRow[] = [-2, -1, 1, 2].map((value) => ({ measures: [value], isTrue: value > 0, weight: 1 }));
  for (const weight of fitLogistic(rows, 0.1)) expect(Number.isFinite(weight)).toBe(true);
});

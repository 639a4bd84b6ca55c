import { expect, test } from 'vitest';
import { reliabilityOf } from '#ops/lab/evaluate/enrichment/reliability.ts';

test('claims fall into ten steps; each says what it claims and what came true, and a step without claims is left out', () => {
  const claims = [0.91, 0.97, 1, 0.1].map((chance) => ({ chance, isTrue: chance !== 0.97 }));
  expect(reliabilityOf(claims)).toEqual([
    { from: 0.1, to: 0.2, predicted: 0.1, observed: 1, rows: 1 },
    { from: 0.9, to: 1, predicted: 0.96, observed: 0.6667, rows: 3 },
  ]);
  expect(reliabilityOf([])).toEqual([]);
});

import { expect, test } from 'vitest';
import { reliabilityPlot } from '#ops/lab/evaluate/enrichment/plot.ts';

test('a set is a line of points, one a step of confidence, each saying how many readings it stands for', () => {
  const plot = reliabilityPlot({
    sentfin: [
      { from: 0.5, to: 0.6, predicted: 0.55, observed: 0.5, rows: 20 },
      { from: 0.9, to: 1, predicted: 0.95, observed: 0.96, rows: 400 },
    ],
  });
  expect(plot).toMatch(/^<svg /);
  expect(plot.match(/<circle/g)).toHaveLength(2);
  expect(plot).toContain('sentfin: 400 readings claim 0.95, 0.96 are right');
});

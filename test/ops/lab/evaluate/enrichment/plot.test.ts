import { expect, test } from 'vitest';
import { reliabilityPlot } from '#ops/lab/evaluate/enrichment/plot.ts';

test('a set is a line of points, one a step of confidence, each saying how many readings it stands for', () => {
  const plot = reliabilityPlot({
    sentfin: [
      { claimed: 0.55, right: 0.5, n: 20 },
      { claimed: 0.95, right: 0.96, n: 400 },
    ],
  });
  expect(plot).toMatch(/^<svg /);
  expect(plot.match(/<circle/g)).toHaveLength(2);
  expect(plot).toContain('sentfin: 400 readings claim 0.95, 0.96 are right');
});

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evaluateEarnings, printEarnings } from '#ops/lab/evaluate/earnings.ts';
import { evaluateGuidance, printGuidance } from '#ops/lab/evaluate/guidance.ts';
import { dataDir, documentsDir } from '#test/support/data.ts';

describe('on filings whose figures are known', () => {
  test.each(['8k', '6k'])('%s: what is published is right, and nine in ten releases get a read', (name) => {
    const report = evaluateEarnings(documentsDir(name));
    expect(report.all.precision).toBe(1);
    expect(report.all.share_published).toBeGreaterThanOrEqual(0.9);
    const { filings } = report;
    expect(filings?.items.right).toBe(filings?.items.known);
    for (const told of [filings?.releases_8k, filings?.form_6k])
      if (typeof told?.precision === 'number') expect(Math.min(told.precision, told.recall ?? 0)).toBeGreaterThanOrEqual(0.95);
    expect(printEarnings(report, true)).toContain('figures right');
  });
});

const labelled = dataDir('8k');
test.skipIf(labelled === null)('guidance of labelled releases: nine in ten figures are right, and eight in ten are found', () => {
  const report = evaluateGuidance(join(labelled!, '..'));
  for (const { precision, recall } of Object.values(report.sets)) {
    expect(precision).toBeGreaterThanOrEqual(0.9);
    expect(recall).toBeGreaterThanOrEqual(0.8);
  }
  expect(printGuidance(report, true)).toContain('recall');
});

import { describe, expect, test } from 'vitest';
import { evaluateEarnings } from '#ops/lab/evaluate/earnings.ts';
import { printEarnings } from '#ops/lab/evaluate/print.ts';
import { documentsDir } from '#test/support/data.ts';

describe('on filings whose figures are known', () => {
  test.each(['8k', '6k'])('%s: what is published is right to 99 percent, and 70 percent of the releases get a read, in either half', (name) => {
    const report = evaluateEarnings(documentsDir(name));
    // A half of the few synthetic ones may be empty.
    for (const score of [report.all, report.halves.first, report.halves.second].filter(({ releases }) => releases > 0)) {
      expect(score.precision).toBeGreaterThanOrEqual(0.99);
      expect(score.share_published).toBeGreaterThanOrEqual(0.7);
    }
    const { filings } = report;
    expect(filings?.items.right).toBe(filings?.items.known);
    for (const told of [filings?.releases_8k, filings?.form_6k])
      if (typeof told?.precision === 'number') expect(Math.min(told.precision, told.recall ?? 0)).toBeGreaterThanOrEqual(0.95);
    expect(printEarnings(report, true)).toContain('figures right');
  });
});

import { describe, expect, test } from 'vitest';
import { directoryIn } from '#ops/lab/evaluate/enrichment/directory.ts';
import { evaluateGdelt, printGdelt } from '#ops/lab/evaluate/gdelt.ts';
import { dataDir } from '#test/support/data.ts';

const [gdelt, symbols] = [dataDir('gdelt'), dataDir('symbols')];

describe.skipIf(gdelt === null || symbols === null)('recorded batches of GDELT', () => {
  const directory = directoryIn(symbols ?? '');
  if (gdelt === null || directory === null) return;
  const figures = evaluateGdelt(gdelt, directory);

  test('every row is an article, refused or another row again, and every article kept or dropped', () => {
    const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((total, count) => total + count, 0);
    expect(figures.articles + sum(figures.refused)).toBe(figures.rows);
    expect(figures.kept + sum(figures.dropped)).toBe(figures.articles);
  });

  test('most of what GDELT lists is dropped, and a page without a title always', () => {
    expect(figures.kept).toBeLessThan(figures.articles / 2);
    expect(figures.served.length).toBeLessThanOrEqual(figures.kept);
    expect(figures.served.every(({ title }) => title !== '')).toBe(true);
  });

  test('what is printed names what it sends on', () =>
    expect(printGdelt(figures)).toContain(`kept ${figures.kept}, of which ${figures.served.length}`));
});

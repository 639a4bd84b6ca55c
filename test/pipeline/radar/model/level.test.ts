import { describe, expect, test } from 'vitest';
import { levelOf, meanSquaredShortfall, ratioVariance } from '#pipeline/radar/model/level.ts';

/** Returns the sums of tickers with these counts, each with an expected `mean` in one cell. */
const sums = (counts: readonly number[], mean: number) => ({
  counts: Float64Array.from(counts),
  means: new Float64Array(counts.length).fill(mean),
  squares: new Float64Array(counts.length).fill(mean * mean),
});
/** Returns counts at the quantiles of a Poisson distribution with this mean, so that the sample has no noise. */
const poissonCounts = (mean: number, tickers: number): number[] =>
  Array.from({ length: tickers }, (_, at) => {
    let count = 0;
    let probability = Math.exp(-mean);
    for (let below = probability; below < (at + 0.5) / tickers; below += probability) {
      count += 1;
      probability *= mean / count;
    }
    return count;
  });

describe('the variance of the ratios of a market', () => {
  test('is near nought where counts vary as they always do', () => {
    expect(ratioVariance(sums(poissonCounts(8, 400), 8), 0)).toBeLessThan(0.02);
  });

  test('stays so however large the bursts of some tickers are', () => {
    const counts = poissonCounts(8, 400).map((count, at) => (at % 20 === 0 ? count + 1_000 : count));
    expect(ratioVariance(sums(counts, 8), 0)).toBeLessThan(0.02);
  });

  test('is found where one half of the tickers moved against the other', () => {
    const counts = [...poissonCounts(4, 200), ...poissonCounts(12, 200)];
    // Ratios of 1/2 and 3/2: variance 1/4.
    expect(ratioVariance(sums(counts, 8), 0)).toBeGreaterThan(0.15);
    expect(ratioVariance(sums(counts, 8), 0)).toBeLessThan(0.35);
  });
});

describe('the level of a ticker', () => {
  test('is one where the market has no variance, whatever its count', () => {
    expect(levelOf(500, 1, 1, 0)).toEqual({ ratio: 1, shape: null });
  });

  test('follows its counts the more the larger they are', () => {
    const small = levelOf(2, 1, 1, 0.25);
    const large = levelOf(200, 100, 1, 0.25);
    expect(small.ratio).toBeCloseTo(6 / 5, 12);
    expect(large.ratio).toBeCloseTo(204 / 104, 12);
  });
});

test('the mean squared shortfall is what summing over a long Poisson-like row gives, and half the variance far out', () => {
  // Mean 1 and almost no dispersion: only counts of 0 fall short, by 1.
  expect(meanSquaredShortfall(1, 1e-9)).toBeCloseTo(Math.exp(-1), 6);
  expect(meanSquaredShortfall(1_000, 0.1)).toBe((1_000 + 100_000) / 2);
  // Skewed to the right: somewhat less than half of the variance is below the mean.
  const share = meanSquaredShortfall(59.9, 0.02) / (59.9 + 0.02 * 59.9 ** 2);
  expect(share).toBeGreaterThan(0.42);
  expect(share).toBeLessThan(0.5);
});

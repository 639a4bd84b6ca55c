/**
 * Estimates by which ratio each ticker's level in a part of its baseline (the same hours, the last week, the last day) departs from its rate.
 * Ratios are shrunk towards 1: those of a market come from one gamma distribution with mean 1, whose variance is estimated from the market. A
 * new or dead source moves many tickers at once, so that the variance is large and each ratio follows its counts; on ordinary days it is near 0,
 * and yesterday's burst of one ticker changes nothing. Only shortfalls enter the estimate, because bursts make none, while a new or dead source
 * leaves one group of tickers short of the other. This is parametric empirical Bayes (Efron and Morris, JASA 70 (1975), 311-319) with the moment
 * estimator of Clayton and Kaldor (Biometrics 43 (1987), 671-681), restricted to shortfalls.
 */

/** Sums over the cells of the part of the baseline, one entry per ticker. */
interface LevelSums {
  readonly counts: Float64Array;
  readonly means: Float64Array;
  readonly squares: Float64Array;
}

const varianceMax = 4;
/** Variance below which all ratios are one. */
const varianceMin = 1e-4;
/** Number of tickers of one expected story and ratio 1 that are added, because the estimate of a small market is noise. */
const priorTickers = 20;

/** Returns the variance of the tickers' ratios around 1, by moments. */
export function ratioVariance({ counts, means, squares }: LevelSums, dispersion: number): number {
  let excess = 0;
  let information = 0.25 * priorTickers;
  for (let at = 0; at < counts.length; at++) {
    const mean = means[at]!;
    if (mean <= 0) continue;
    // The weight limits the influence of the few large tickers, which have the largest squares.
    const weight = 1 / (1 + mean) ** 2;
    const shortfall = Math.max(mean - counts[at]!, 0);
    excess += 2 * weight * (shortfall * shortfall - meanSquaredShortfall(mean, (dispersion * squares[at]!) / (mean * mean)));
    information += weight * mean * mean;
  }
  return Math.min(Math.max(excess / information, 0), varianceMax);
}

/** Mean from which the distribution counts as symmetric. */
const symmetricFrom = 60;

/** Returns E[max(mean - X, 0)^2] of a negative binomial X. */
export function meanSquaredShortfall(mean: number, dispersion: number): number {
  const variance = mean + dispersion * mean * mean;
  if (mean >= symmetricFrom || dispersion <= 0) return variance / 2;
  const size = 1 / dispersion;
  const q = mean / (mean + size);
  let probability = (1 - q) ** size;
  let sum = 0;
  for (let count = 0; count < mean; count++) {
    sum += probability * (mean - count) ** 2;
    probability *= ((size + count) / (count + 1)) * q;
  }
  return sum;
}

export interface Level {
  readonly ratio: number;
  /** Shape of the gamma posterior of the ratio; null when the ratio is exactly 1. */
  readonly shape: number | null;
}

const unmoved: Level = { ratio: 1, shape: null };

/** Returns the level of a part. `inflation` is the variance of a count over its mean; it lowers the weight of overdispersed counts. */
export function levelOf(count: number, mean: number, inflation: number, variance: number): Level {
  if (variance < varianceMin) return unmoved;
  const prior = 1 / variance;
  const shape = count / inflation + prior;
  return { ratio: shape / (mean / inflation + prior), shape };
}

/**
 * Estimates how far each ticker's level in a part of its baseline (the same hours, the last week, the last day) departs from its own rate,
 * as a ratio shrunk towards 1. The ratios of a market's tickers come from one gamma distribution with mean 1, whose variance is estimated from
 * the market itself. A new or dead source moves many tickers at once, which makes that variance large and lets each ratio follow its
 * counts. On ordinary days it is near 0, and yesterday's burst of one ticker moves nothing. Only shortfalls enter the estimate, because
 * their size is known for the negative binomial: bursts, however many, make no shortfall, while a source that comes or goes leaves one
 * group of tickers short of the other. Parametric empirical Bayes (Efron and Morris, JASA 70 (1975), 311-319; for rates of counts: Clayton
 * and Kaldor, Biometrics 43 (1987), 671-681, whose moment estimator this is, restricted to shortfalls).
 */

/** Sums over the cells of the part, one entry per ticker. */
export interface LevelSums {
  readonly counts: Float64Array;
  readonly means: Float64Array;
  /** Sum of the squared mean of each cell. */
  readonly squares: Float64Array;
}

const varianceMax = 4;
/** Variance below which all ratios are one. */
const varianceMin = 1e-4;
/** Adds so many tickers of one expected story with ratio 1, because a small market's estimate is noise. */
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

/** Mean from which the distribution is nearly symmetric. */
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

/** A ratio, and the `shape` of its gamma posterior; null when the ratio is certainly 1. */
export interface Level {
  readonly ratio: number;
  readonly shape: number | null;
}

const unmoved: Level = { ratio: 1, shape: null };

/** Returns the level of a part. `inflation`: variance over mean of a count; it lowers the weight of overdispersed counts. */
export function levelOf(count: number, mean: number, inflation: number, variance: number): Level {
  if (variance < varianceMin) return unmoved;
  const prior = 1 / variance;
  const shape = count / inflation + prior;
  return { ratio: shape / (mean / inflation + prior), shape };
}

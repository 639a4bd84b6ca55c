/**
 * Computes the probability of a count at least as large as the observed one under a negative binomial distribution with a given mean and
 * dispersion: variance = mean + dispersion * mean^2 (the "NB2" form; Cameron and Trivedi, Regression Analysis of Count Data, 2nd ed., 3.3).
 * It is a Poisson count whose rate is gamma distributed with shape 1 / dispersion: the posterior predictive distribution of the
 * gamma-Poisson model (Gelman et al., Bayesian Data Analysis, 3rd ed., 2.6).
 */
import { logGamma } from './log-gamma.ts';

/** Below it a negative binomial count equals a Poisson count in practice; it keeps the shape finite. */
const leastDispersion = 1e-6;
const leastDenominator = 1e-300;
/** The fraction needs O(sqrt(max(a, b))) steps (Press et al., Numerical Recipes, 3rd ed., 6.4): thousands for counts of 1e6. */
const stepsMax = 20_000;

/**
 * Returns ln P(X >= count), as a logarithm because the tail of a large burst is below the least floating-point number. With q = mean /
 * (mean + shape) it is the regularised incomplete beta function I_q(count, shape) (DLMF 8.17.24).
 */
export function logUpperTail(count: number, mean: number, dispersion: number): number {
  if (count <= 0) return 0;
  if (mean <= 0) return -Infinity;
  const shape = 1 / Math.max(dispersion, leastDispersion);
  const q = mean / (mean + shape);
  // Computes ln(q) and ln(1 - q) without the cancellation of the difference.
  const logFront = logGamma(count + shape) - logGamma(count) - logGamma(shape) - count * Math.log1p(shape / mean) - shape * Math.log1p(mean / shape);
  if (q < (count + 1) / (count + shape + 2)) return logFront + Math.log(betaFraction(q, count, shape) / count);
  // The fraction converges fast only on the other side: I_q(a, b) = 1 - I_{1-q}(b, a), and this tail is not small.
  const lower = Math.exp(logFront) * (betaFraction(shape / (mean + shape), shape, count) / shape);
  return Math.log1p(-Math.min(lower, 1 - Number.EPSILON));
}

/** Returns the continued fraction of the incomplete beta function (DLMF 8.17.22), by the modified method of Lentz. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let step = 1; step <= stepsMax; step++) {
    const even = (step * (b - step) * x) / ((a + 2 * step - 1) * (a + 2 * step));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    value *= d * c;
    const odd = (-(a + step) * (a + b + step) * x) / ((a + 2 * step) * (a + 2 * step + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < 3e-16) break;
  }
  return value;
}

const awayFromZero = (value: number): number => (Math.abs(value) < leastDenominator ? leastDenominator : value);

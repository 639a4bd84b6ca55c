/**
 * Measures how far the forecast distributions are from the simulated counts. The randomised probability integral transform of counts, u =
 * P(X > x) + v P(X = x) with v uniform (Czado, Gneiting and Held, Biometrics 65 (2009), 1254-1261), is uniform when they are right.
 * `tail_probability`, with v = 1, is larger for every count: it never claims too little.
 */

export interface QuantilePoint {
  /** Share of windows that should have a tail this small. */
  readonly claimed: number;
  /** Share of windows that have a tail this small. */
  readonly seen: number;
}

export interface Calibration {
  readonly n: number;
  readonly points: readonly QuantilePoint[];
  /** Largest |seen - claimed| over all tails (Kolmogorov). */
  readonly deviation: number;
  /** Largest |log10(seen / claimed)| over tails from 1e-3 to 1e-1. */
  readonly tail_deviation_log10: number;
}

const decades = 4;
const pointsPerDecade = 8;
const tailsFrom = 1e-3;

/** Returns the calibration of transforms, each from 0 to 1. */
export function calibrationOf(transforms: readonly number[]): Calibration {
  const sorted = Float64Array.from(transforms).sort();
  const n = sorted.length;
  let deviation = 0;
  for (let at = 0; at < n; at++) deviation = Math.max(deviation, Math.abs((at + 1) / n - sorted[at]!), Math.abs(at / n - sorted[at]!));
  const claims = Array.from({ length: decades * pointsPerDecade + 1 }, (_, at) => 10 ** (-at / pointsPerDecade));
  const points = claims.map((claimed) => ({ claimed, seen: countUpTo(sorted, claimed) / Math.max(n, 1) })).filter(({ claimed }) => claimed * n >= 5);
  const tails = points.filter(({ claimed, seen }) => claimed >= tailsFrom * 0.999 && claimed <= 0.1001 && seen > 0);
  return {
    n,
    points,
    deviation,
    tail_deviation_log10: Math.max(0, ...tails.map(({ claimed, seen }) => Math.abs(Math.log10(seen / claimed)))),
  };
}

function countUpTo(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

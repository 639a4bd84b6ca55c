/**
 * Measures how well forecast distributions fit the simulated counts. If they are right, the randomised probability integral transform u =
 * P(X > x) + v P(X = x), with v uniform, is uniform (Czado, Gneiting and Held, Biometrics 65 (2009), 1254-1261). The service's
 * `tail_probability` is the transform with v = 1, the largest value for the count.
 */
import { lowerBound } from '#schemas/lower-bound.ts';

export interface QuantilePoint {
  /** Tail probability, which is also the expected share of windows with a tail of at most this. */
  readonly claimed: number;
  /** Share of windows with a tail of at most `claimed`. */
  readonly seen: number;
}

export interface Calibration {
  readonly n: number;
  readonly points: readonly QuantilePoint[];
  /** Largest |seen - claimed| of all tails (Kolmogorov-Smirnov statistic). */
  readonly deviation: number;
  /** Largest |log10(seen / claimed)| of tails from 1e-3 to 1e-1. */
  readonly tail_deviation_log10: number;
}

const decades = 4;
const pointsPerDecade = 8;
const tailsFrom = 1e-3;

/** Returns the calibration for the transforms of the windows, each from 0 to 1. */
export function calibrationOf(transforms: readonly number[]): Calibration {
  const sorted = Float64Array.from(transforms).sort();
  const n = sorted.length;
  let deviation = 0;
  for (let at = 0; at < n; at++) deviation = Math.max(deviation, Math.abs((at + 1) / n - sorted[at]!), Math.abs(at / n - sorted[at]!));
  const claims = Array.from({ length: decades * pointsPerDecade + 1 }, (_, at) => 10 ** (-at / pointsPerDecade));
  const points = claims
    .map((claimed) => ({ claimed, seen: lowerBound(0, n, (at) => sorted[at]! <= claimed) / Math.max(n, 1) }))
    .filter(({ claimed }) => claimed * n >= 5);
  const tails = points.filter(({ claimed, seen }) => claimed >= tailsFrom * 0.999 && claimed <= 0.1001 && seen > 0);
  return {
    n,
    points,
    deviation,
    tail_deviation_log10: Math.max(0, ...tails.map(({ claimed, seen }) => Math.abs(Math.log10(seen / claimed)))),
  };
}

/** Draws from the distributions that the simulated news uses. */
import type { Random } from '../../upstream/random.ts';

/** Returns a standard normal number (Box and Muller, 1958). */
export const drawNormal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Returns a gamma number, mean 1: Marsaglia and Tsang, ACM TOMS 26 (2000), 363-372, with their boost for shapes below 1. */
export function drawGammaFactor(random: Random, variance: number): number {
  if (variance <= 0) return 1;
  const shape = 1 / variance;
  const d = (shape < 1 ? shape + 1 : shape) - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = drawNormal(random);
    const v = (1 + c * x) ** 3;
    if (v <= 0 || Math.log(1 - random()) >= 0.5 * x * x + d - d * v + d * Math.log(v)) continue;
    const boost = shape < 1 ? (1 - random()) ** (1 / shape) : 1;
    return (d * v * boost) / shape;
  }
}

/** Returns a Poisson number by Knuth's product of uniforms; a large mean is split into a sum of smaller ones. */
export function drawPoisson(random: Random, mean: number): number {
  if (mean > 30) return drawPoisson(random, mean / 2) + drawPoisson(random, mean / 2);
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}

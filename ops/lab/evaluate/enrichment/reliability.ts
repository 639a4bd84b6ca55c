/** Compares claimed probabilities with what came true, in ten steps of equal width; a step without answers is left out. */
import type { ReliabilityStep } from '#schemas/quality.ts';
import { share } from './figures.ts';

export interface Claim {
  readonly chance: number;
  readonly isTrue: boolean;
}

const STEPS = 10;

export function reliabilityOf(claims: readonly Claim[]): ReliabilityStep[] {
  return Array.from({ length: STEPS }, (_, step) => {
    const within = claims.filter(({ chance }) => Math.min(STEPS - 1, Math.floor(chance * STEPS)) === step);
    const claimed = within.reduce((sum, { chance }) => sum + chance, 0);
    return {
      from: step / STEPS,
      to: (step + 1) / STEPS,
      predicted: share(claimed, within.length),
      observed: share(within.filter(({ isTrue }) => isTrue).length, within.length),
      rows: within.length,
    };
  }).filter(({ rows }) => rows > 0);
}

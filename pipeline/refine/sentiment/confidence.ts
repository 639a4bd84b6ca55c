/** Maps the chance of an answer to a confidence. */
import type { Confidence } from '#schemas/vocabulary.ts';
import { highFrom } from '../reader/card.ts';

/** An answer of a lower chance is a guess. */
export const FAIR_MIN = 0.6;

/** Returns the confidence for a direction's probability. */
export const confidenceFrom = (chance: number): Confidence => (chance >= highFrom() ? 'high' : chance >= FAIR_MIN ? 'medium' : 'low');

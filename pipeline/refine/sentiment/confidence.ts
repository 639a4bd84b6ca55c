/** Maps the probability of a direction to a confidence. */
import type { Confidence } from '#schemas/vocabulary.ts';
import { highFrom } from '../reader/card.ts';

export const FAIR_MIN = 0.6;

export const confidenceFrom = (chance: number): Confidence => (chance >= highFrom() ? 'high' : chance >= FAIR_MIN ? 'medium' : 'low');

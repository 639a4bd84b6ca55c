/** Maps the probability of a direction to a confidence. */
import type { Confidence } from '#schemas/vocabulary.ts';
import { highConfidenceMin } from '../reader/card.ts';

/** Least probability of medium confidence. */
export const MEDIUM_MIN = 0.6;

export const confidenceFrom = (chance: number): Confidence => (chance >= highConfidenceMin() ? 'high' : chance >= MEDIUM_MIN ? 'medium' : 'low');

/** Whether a reader can act on a row, by its score: a primary, newly disclosed fact is one to act on, a retelling is not. */
import type { ActionabilityScore } from '#schemas/vocabulary.ts';

export const actionabilityOf = (relevance: number): ActionabilityScore =>
  relevance >= 8 ? 'high' : relevance >= 5 ? 'medium' : relevance >= 3 ? 'low' : 'negligible';

/** One rule for articles and filings. */
import type { ActionabilityScore } from '#schemas/vocabulary.ts';

/** Returns how far a reader can act on a row of that score (1-10): on a primary, newly disclosed fact, but not on a retelling. */
export const actionabilityOf = (relevance: number): ActionabilityScore =>
  relevance >= 8 ? 'high' : relevance >= 5 ? 'medium' : relevance >= 3 ? 'low' : 'negligible';

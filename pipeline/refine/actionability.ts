/** Derives the actionability of articles and filings from their score: a primary, new fact is actionable, a retelling is not. */
import type { ActionabilityScore } from '#schemas/vocabulary.ts';

export const actionabilityOf = (relevance: number): ActionabilityScore =>
  relevance >= 8 ? 'high' : relevance >= 5 ? 'medium' : relevance >= 3 ? 'low' : 'negligible';

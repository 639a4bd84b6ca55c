/** States what the category and relevance of an article rest on, for operators who ask why; no row carries it. */
import type { RawArticle } from '#schemas/raw.ts';
import type { Category } from '#schemas/vocabulary.ts';
import { putCategory } from '../category/category.ts';
import type { RefineContext } from '../context.ts';
import { draftOf, type Draft } from './draft.ts';
import { normaliseArticle } from '../normalise/normalise.ts';
import { putRelevance } from '../relevance/relevance.ts';
import { putTickers } from '../tickers/tickers.ts';

export interface Reasons {
  readonly category: Category;
  /** Phrases of the rules, or words of the headline that weighed most. */
  readonly category_reasons: readonly string[];
  readonly relevance_score: number;
  /** The kind of news that it was taken for. */
  readonly relevance_reason: string;
}

/** By the built-in enricher; null for what has no headline. */
export function reasonsFor(raw: RawArticle, uid: string, context: Pick<RefineContext, 'directory'>): Reasons | null {
  let draft: Draft = draftOf(raw, uid);
  for (const step of [normaliseArticle, (of: Draft) => putTickers(of, context), putCategory, putRelevance]) {
    const outcome = step(draft);
    if (!outcome.kept) return null;
    draft = outcome.value;
  }
  const { category, categoryReasons, relevance, relevanceReason } = draft;
  return { category, category_reasons: categoryReasons, relevance_score: relevance, relevance_reason: relevanceReason };
}

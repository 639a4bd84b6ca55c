/** Explains an article's category and relevance to operators; no row carries these texts. */
import type { RawArticle } from '#schemas/raw.ts';
import type { Category } from '#schemas/vocabulary.ts';
import type { RefineContext } from '../context.ts';
import { draftOf, type Draft } from './draft.ts';
import { normaliseArticle } from '../normalise/normalise.ts';
import { putScore } from './score.ts';
import { putTickers } from '../tickers/tickers.ts';

export interface Reasons {
  readonly category: Category;
  readonly relevance_score: number;
  /** Probabilities of the reader from which the score follows. */
  readonly relevance_reason: string;
}

/** Returns the built-in enricher's reasons, or null for an article without a headline. */
export function reasonsFor(raw: RawArticle, uid: string, context: Pick<RefineContext, 'directory'>): Reasons | null {
  let draft: Draft = draftOf(raw, uid);
  for (const step of [normaliseArticle, (of: Draft) => putTickers(of, context), putScore]) {
    const outcome = step(draft);
    if (!outcome.kept) return null;
    draft = outcome.value;
  }
  const { category, relevance, relevanceReason } = draft;
  return { category, relevance_score: relevance, relevance_reason: relevanceReason };
}

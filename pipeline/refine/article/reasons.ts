/** Explains an article's category and relevance to operators; no row carries these texts. */
import type { RawArticle } from '#schemas/raw.ts';
import type { Category } from '#schemas/vocabulary.ts';
import type { RefineContext } from '../context.ts';
import { draftOf, type Draft } from './draft.ts';
import { normaliseArticle } from '../normalise/normalise.ts';
import { throughSteps, type Step } from '../step.ts';
import { putScore } from './score.ts';
import { putTickers } from '../tickers/tickers.ts';

export interface Reasons {
  readonly category: Category;
  readonly relevance_score: number;
  /** Probabilities of the reader from which the score follows. */
  readonly relevance_reason: string;
}

const steps: readonly Step<Draft, Pick<RefineContext, 'directory'>>[] = [
  { name: 'normalise', run: normaliseArticle },
  { name: 'tickers', run: putTickers },
  { name: 'score', run: putScore },
];

/** Returns the built-in enricher's reasons, or null for an article without a headline. */
export function reasonsFor(raw: RawArticle, uid: string, context: Pick<RefineContext, 'directory'>): Reasons | null {
  const { draft, drop } = throughSteps(steps, draftOf(raw, uid), context);
  return drop === null ? { category: draft.category, relevance_score: draft.relevance, relevance_reason: draft.relevanceReason } : null;
}

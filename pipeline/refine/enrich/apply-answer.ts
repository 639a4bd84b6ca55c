/**
 * Puts what a configured model answered about an article in the place of what the built-in enricher would say:
 * category, relevance, sentiment, summary. Tickers with their evidence, near-duplicates and stories stay ours.
 */
import type { Sentiment } from '#schemas/vocabulary.ts';
import { keep, type Outcome } from '../../outcome.ts';
import type { RefineContext } from '../context.ts';
import type { Draft } from '../draft.ts';
import type { ReadAnalysis } from '../outlook.ts';
import { putSentiment } from '../sentiment.ts';
import { sentencesOf } from '../text/sentences.ts';

const SENTENCES_MAX = 3;

export function putAnswer(draft: Draft, { answer: settled }: Pick<RefineContext, 'answer'>): Outcome<Draft> {
  if (settled?.by !== 'model') return keep(draft);
  const { answer, enricher } = settled;
  const ours = putSentiment(draft);
  if (!ours.kept) return ours;
  const analyses: ReadAnalysis[] = [];
  // About other tickers than the article has: an answer to another question.
  if (answer.ticker_analysis.length !== ours.value.analyses.length) return keep(draft);
  for (const { ticker, relevance_context } of ours.value.analyses) {
    const entry = answer.ticker_analysis.find((one) => one.ticker === ticker);
    if (entry === undefined) return keep(draft);
    const { sentiment, confidence, reasoning } = entry;
    const summary = `${outlook[sentiment]} for ${ticker}, ${confidence} confidence.`;
    analyses.push({ ticker, relevance_context, impact_analysis: { sentiment, confidence, reasoning, summary } });
  }
  return keep({
    ...draft,
    summary: sentencesOf(answer.summary, SENTENCES_MAX).join(' '),
    category: answer.category,
    categoryReasons: [],
    relevance: answer.relevance_score,
    relevanceReason: answer.relevance_reason,
    novelty: answer.information_novelty,
    actionability: answer.actionability_score,
    analyses,
    answered: { enricher, extract: draft.summary },
  });
}

/** The built-in enricher's step, for articles that no model has answered about. */
export const unlessAnswered =
  (run: (draft: Draft) => Outcome<Draft>) =>
  (draft: Draft): Outcome<Draft> =>
    draft.answered === null ? run(draft) : keep(draft);

const outlook: Readonly<Record<Sentiment, string>> = { positive: 'Bullish', neutral: 'Sideways', negative: 'Bearish' };

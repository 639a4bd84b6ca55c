/** Replaces the built-in category, scores, sentiment and summary by a model's answer, within bounds (bound-answer.ts). */
import { keep, type Outcome } from '../../outcome.ts';
import type { RefineContext } from '../context.ts';
import type { Draft } from '../article/draft.ts';
import { summaryWords, type ReadAnalysis } from '../sentiment/outlook.ts';
import { sentencesOf } from '../text/sentences.ts';
import { boundActionability, boundConfidence, boundPoints } from './bound-answer.ts';

const SENTENCES_MAX = 3;

export function putAnswer(draft: Draft, { answer: settled }: Pick<RefineContext, 'answer'>): Outcome<Draft> {
  if (settled?.by !== 'model') return keep(draft);
  const { answer, enricher } = settled;
  const { analyses: ourAnalyses, relevance, novelty, actionability } = draft;
  const analyses: ReadAnalysis[] = [];
  // The answer is to another question when its tickers are not the article's.
  if (answer.ticker_analysis.length !== ourAnalyses.length) return keep(draft);
  for (const { ticker, relevance_context, impact_analysis } of ourAnalyses) {
    const entry = answer.ticker_analysis.find((one) => one.ticker === ticker);
    if (entry === undefined) return keep(draft);
    const { sentiment, reasoning } = entry;
    const confidence = boundConfidence(entry, impact_analysis.sentiment);
    const summary = `${summaryWords[sentiment]} for ${ticker}, ${confidence} confidence.`;
    analyses.push({ ticker, relevance_context, impact_analysis: { sentiment, confidence, reasoning, summary } });
  }
  return keep({
    ...draft,
    summary: sentencesOf(answer.summary, SENTENCES_MAX).join(' '),
    category: answer.category,
    isCategorySure: true,
    relevance: boundPoints(answer.relevance_score, relevance),
    relevanceReason: answer.relevance_reason,
    novelty: boundPoints(answer.information_novelty, novelty),
    actionability: boundActionability(answer.actionability_score, actionability),
    analyses,
    directions: [],
    marketEffects: [],
    answered: { enricher, extract: draft.summary },
  });
}

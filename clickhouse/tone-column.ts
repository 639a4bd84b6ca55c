/** The column `tones` of feed: one number per ticker of an article, in their order, for how the article speaks of it. */
import type { FeedRow } from '#schemas/feed-log.ts';

/** Indexes that make the number: 4 * the sentiment's + the confidence's. Index 0: the document has no value, or an unknown one. */
export const toneSentiments = [null, 'negative', 'neutral', 'positive'] as const;
export const toneConfidences = [null, 'low', 'medium', 'high'] as const;

/** Returns 0 for a ticker without an analysis, else 4 × the place of its sentiment + the place of its confidence. */
export function tonesColumn({ item }: Pick<FeedRow, 'item'>, tickers: readonly string[]): number[] {
  const analyses = item.enrichment.ai_trading_insights.ticker_analysis;
  return tickers.map((ticker) => {
    const impact = analyses.find((analysis) => analysis.ticker === ticker)?.impact_analysis;
    if (impact === undefined) return 0;
    return 4 * Math.max(0, toneSentiments.indexOf(impact.sentiment)) + Math.max(0, toneConfidences.indexOf(impact.confidence));
  });
}

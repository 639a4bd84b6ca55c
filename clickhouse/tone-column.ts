/** The column `tones` of feed: how an article speaks of each of its tickers, a number each, in their order. */
import type { FeedRow } from '#schemas/feed-log.ts';

/** By place: 4 * the sentiment's + the confidence's is the number. 0: the document does not say, or says what is not known here. */
export const toneSentiments = [null, 'negative', 'neutral', 'positive'] as const;
export const toneConfidences = [null, 'low', 'medium', 'high'] as const;

/** As the column's default computes it from the document, for rows that a release of before writes. */
export function tonesColumn({ item }: Pick<FeedRow, 'item'>, tickers: readonly string[]): number[] {
  const analyses = item.enrichment.ai_trading_insights.ticker_analysis;
  return tickers.map((ticker) => {
    const impact = analyses.find((analysis) => analysis.ticker === ticker)?.impact_analysis;
    if (impact === undefined) return 0;
    return 4 * Math.max(0, toneSentiments.indexOf(impact.sentiment)) + Math.max(0, toneConfidences.indexOf(impact.confidence));
  });
}

/** The column `tones` of feed: sentiment and confidence of the article for each of its tickers, as one number. */
import type { FeedRow } from '#schemas/feed-log.ts';

/** The number is 4 * the index of the sentiment + the index of the confidence. Index 0 stands for a missing or unknown value. */
export const toneSentiments = [null, 'negative', 'neutral', 'positive'] as const;
export const toneConfidences = [null, 'low', 'medium', 'high'] as const;

/** Returns the numbers in the order of `tickers`, 0 for a ticker without an analysis. */
export function tonesColumn({ item }: Pick<FeedRow, 'item'>, tickers: readonly string[]): number[] {
  const analyses = item.enrichment.ai_trading_insights.ticker_analysis;
  return tickers.map((ticker) => {
    const impact = analyses.find((analysis) => analysis.ticker === ticker)?.impact_analysis;
    if (impact === undefined) return 0;
    return 4 * Math.max(0, toneSentiments.indexOf(impact.sentiment)) + Math.max(0, toneConfidences.indexOf(impact.confidence));
  });
}

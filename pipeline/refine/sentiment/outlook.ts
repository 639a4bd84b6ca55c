/**
 * Summarises the analysis of an article's tickers: a sentence on the price move that the evidence supports, and the labels that
 * clients of other services read.
 */
import type { StoredItem, TickerAnalysis } from '#schemas/item.ts';
import type { Category, Confidence, Sentiment } from '#schemas/vocabulary.ts';

type Impact = TickerAnalysis['impact_analysis'];
/** An analysis without its prediction. */
export type ReadAnalysis = Omit<TickerAnalysis, 'impact_analysis'> & { readonly impact_analysis: Omit<Impact, 'price_impact_prediction'> };

const directions: Readonly<Record<Exclude<Sentiment, 'neutral'>, string>> = { positive: 'higher', negative: 'lower' };
const certainty: Readonly<Record<Exclude<Confidence, 'low'>, string>> = { high: 'Likely', medium: 'Possibly' };

/** Size of the move by relevance: primary, material news moves most. */
const sizeOf = (relevance: number): string => (relevance >= 9 ? 'a large move' : relevance >= 7 ? 'a moderate move' : 'a small move');

/** Horizons by category, where they differ from the next sessions. */
const horizons: Readonly<Partial<Record<Category, string>>> = {
  earnings: 'in the next session',
  mergers_acquisitions: 'in the next session',
  market_movers: 'on the same day',
  insider: 'over the coming weeks',
};

/** Returns the sentence; empty for a neutral direction or a guess. */
export function predictionOf(
  ticker: string,
  { sentiment, confidence }: Pick<Impact, 'sentiment' | 'confidence'>,
  on: { readonly relevance: number; readonly category: Category },
): string {
  if (sentiment === 'neutral' || confidence === 'low') return '';
  return `${certainty[confidence]} ${directions[sentiment]} for ${ticker}: ${sizeOf(on.relevance)} ${horizons[on.category] ?? 'over the next sessions'}.`;
}

/** Returns the analyses, each with a prediction of its price impact. */
export const withPredictions = (
  analyses: readonly ReadAnalysis[],
  on: { readonly relevance: number; readonly category: Category },
): TickerAnalysis[] =>
  analyses.map((analysis) => ({
    ...analysis,
    impact_analysis: { ...analysis.impact_analysis, price_impact_prediction: predictionOf(analysis.ticker, analysis.impact_analysis, on) },
  }));

/** The direction in the word of a summary. */
export const summaryWords: Readonly<Record<Sentiment, string>> = { positive: 'Bullish', neutral: 'Sideways', negative: 'Bearish' };

const labels = { positive: 'Bullish', neutral: 'Neutral', negative: 'Bearish' } as const satisfies Record<Sentiment, string>;

/** `relevanceOf`: how much the article is about a ticker, a decimal from 0 to 1 as text. */
export const tickersSentiment = (
  analyses: readonly Pick<ReadAnalysis, 'ticker' | 'impact_analysis'>[],
  relevanceOf: (ticker: string) => string,
): StoredItem['original']['tickers_sentiment'] =>
  analyses.map(({ ticker, impact_analysis }) => ({
    ticker,
    relevance_score: relevanceOf(ticker),
    ticker_sentiment_label: labels[impact_analysis.sentiment],
  }));

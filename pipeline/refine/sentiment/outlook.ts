/** Summarises the analyses of an article's tickers: a sentence on the expected price move, and the labels that clients of other services read. */
import type { StoredItem, TickerAnalysis } from '#schemas/item.ts';
import type { Category, Confidence, Sentiment } from '#schemas/vocabulary.ts';

type Impact = TickerAnalysis['impact_analysis'];
export type ReadAnalysis = Omit<TickerAnalysis, 'impact_analysis'> & { readonly impact_analysis: Omit<Impact, 'price_impact_prediction'> };

const directions: Readonly<Record<Exclude<Sentiment, 'neutral'>, string>> = { positive: 'higher', negative: 'lower' };
const certainty: Readonly<Record<Exclude<Confidence, 'low'>, string>> = { high: 'Likely', medium: 'Possibly' };

const sizeOf = (relevance: number): string => (relevance >= 9 ? 'a large move' : relevance >= 7 ? 'a moderate move' : 'a small move');

/** Horizons of categories that do not move the price `over the next sessions`. */
const horizons: Readonly<Partial<Record<Category, string>>> = {
  earnings: 'in the next session',
  mergers_acquisitions: 'in the next session',
  market_movers: 'on the same day',
  insider: 'over the coming weeks',
};

/** Returns the sentence, empty for a neutral direction or low confidence. */
export function predictionOf(
  ticker: string,
  { sentiment, confidence }: Pick<Impact, 'sentiment' | 'confidence'>,
  on: { readonly relevance: number; readonly category: Category },
): string {
  if (sentiment === 'neutral' || confidence === 'low') return '';
  return `${certainty[confidence]} ${directions[sentiment]} for ${ticker}: ${sizeOf(on.relevance)} ${horizons[on.category] ?? 'over the next sessions'}.`;
}

export const withPredictions = (
  analyses: readonly ReadAnalysis[],
  on: { readonly relevance: number; readonly category: Category },
): TickerAnalysis[] =>
  analyses.map((analysis) => ({
    ...analysis,
    impact_analysis: { ...analysis.impact_analysis, price_impact_prediction: predictionOf(analysis.ticker, analysis.impact_analysis, on) },
  }));

export const summaryWords: Readonly<Record<Sentiment, string>> = { positive: 'Bullish', neutral: 'Sideways', negative: 'Bearish' };

const labels = { positive: 'Bullish', neutral: 'Neutral', negative: 'Bearish' } as const satisfies Record<Sentiment, string>;

/** Returns the labels. `relevanceOf` gives the relevance to a ticker from 0 to 1, as text. */
export const tickersSentiment = (
  analyses: readonly Pick<ReadAnalysis, 'ticker' | 'impact_analysis'>[],
  relevanceOf: (ticker: string) => string,
): StoredItem['original']['tickers_sentiment'] =>
  analyses.map(({ ticker, impact_analysis }) => ({
    ticker,
    relevance_score: relevanceOf(ticker),
    ticker_sentiment_label: labels[impact_analysis.sentiment],
  }));

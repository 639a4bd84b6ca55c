import { describe, expect, test } from 'vitest';
import { tradingTextsOf } from '#pipeline/refine/article/trading-texts.ts';
import type { Category, Sentiment } from '#schemas/vocabulary.ts';

const analysis = (ticker: string, sentiment: Sentiment) => ({
  ticker,
  impact_analysis: { sentiment, confidence: 'medium' as const, reasoning: '', summary: '', price_impact_prediction: '' },
});
const bearing = (publishedAt: string, analyses: readonly ReturnType<typeof analysis>[] = [], category: Category = 'earnings') =>
  tradingTextsOf({ title: 'A title', summary: 'of few words', time_published: publishedAt }, { category, analyses });

describe('the session that a row was published in', () => {
  test.each([
    ['before the open', '2026-11-24T13:00:00Z', 'Published 1 h 30 min before the US market opens.'],
    ['after the close', '2026-11-24T21:00:00Z', 'Published 17 h 30 min before the US market opens.'],
    ['on Thanksgiving', '2026-11-26T14:30:00Z', 'Published 24 h before the US market opens.'],
    ['after its early close', '2026-11-27T18:00:00Z', 'Published 68 h before the US market opens.'],
    ['on Good Friday', '2026-04-03T13:30:00Z', 'Published 72 h before the US market opens.'],
    ['on a Friday on which offices observe New Year', '2021-12-31T15:00:00Z', 'Published during the US session.'],
    ['on Columbus Day, a federal holiday with trading', '2026-10-12T13:30:00Z', 'Published during the US session.'],
  ])('%s', (_, publishedAt, text) => {
    expect(bearing(publishedAt).timing_relevance).toBe(text);
  });

  test('is not said of coins', () => {
    expect(bearing('2026-11-24T13:00:00Z', [], 'crypto').timing_relevance).toBe('');
  });
});

test('whether the tickers point the same way is said where two have a direction', () => {
  const at = '2026-11-24T13:00:00Z';
  const [up, down, flat] = [analysis('NVDA', 'positive'), analysis('AMD', 'negative'), analysis('INTC', 'neutral')];
  expect(bearing(at, [up, flat]).market_sentiment_alignment).toBe('');
  expect(bearing(at, [up, down, flat]).market_sentiment_alignment).toBe('Directions differ: positive for NVDA, negative for AMD.');
  expect(bearing(at, [up, analysis('TSM', 'positive')]).market_sentiment_alignment).toBe('Positive for each of NVDA, TSM.');
});

import { describe, expect, test } from 'vitest';
import { predictionOf, tickersSentiment, withPredictions, type ReadAnalysis } from '#pipeline/refine/sentiment/outlook.ts';

const analysis = (sentiment: 'positive' | 'neutral' | 'negative', confidence: 'high' | 'medium' | 'low'): ReadAnalysis => ({
  ticker: 'NVDA',
  relevance_context: '',
  impact_analysis: { sentiment, confidence, reasoning: '', summary: '' },
});

describe('the predicted move', () => {
  test('says direction, size and horizon where the evidence supports them', () => {
    expect(predictionOf('NVDA', { sentiment: 'positive', confidence: 'high' }, { relevance: 9, category: 'earnings' })).toBe(
      'Likely higher for NVDA: a large move in the next session.',
    );
    expect(predictionOf('NVDA', { sentiment: 'negative', confidence: 'medium' }, { relevance: 7, category: 'regulation' })).toBe(
      'Possibly lower for NVDA: a moderate move over the next sessions.',
    );
  });

  test.each([
    ['neutral', 'high'],
    ['positive', 'low'],
  ] as const)('is empty for a %s reading of %s confidence', (sentiment, confidence) => {
    const [read] = withPredictions([analysis(sentiment, confidence)], { relevance: 10, category: 'earnings' });
    expect(read!.impact_analysis.price_impact_prediction).toBe('');
  });
});

test('labels are those that clients of other services read', () => {
  expect(tickersSentiment([analysis('negative', 'low')], () => '0.6')).toEqual([
    { ticker: 'NVDA', relevance_score: '0.6', ticker_sentiment_label: 'Bearish' },
  ]);
});

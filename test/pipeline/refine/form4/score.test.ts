import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { relevanceTable, scoreEvent } from '#pipeline/refine/form4/score.ts';

const event = (
  side: 'buy' | 'sell' | 'other',
  totalValueUsd: string | null,
  is10b51: boolean | null = false,
  contradictsDirection = false,
  label: 'plan' | 'offering' | null = null,
) => ({ side, totalValueUsd, is10b51, contradictsDirection, label, context: 'open_market' as const });
const relevance = (...args: Parameters<typeof event>): number => scoreEvent(event(...args)).relevance;

describe('score', () => {
  test.each([
    ['sell', '81.28', false, 2, 'negative', 'low'],
    ['buy', '0.00', false, 5, 'neutral', 'low'],
    ['buy', '286396.50', false, 7, 'positive', 'medium'],
    ['buy', '354513471.80', null, 9, 'positive', 'high'],
    ['sell', '58411.97', false, 4, 'negative', 'low'],
    ['sell', '15780900.00', false, 7, 'negative', 'medium'],
    ['sell', '41498283.60', true, 6, 'neutral', 'medium'],
    ['other', '0.00', null, 4, 'neutral', 'medium'],
    ['buy', null, false, 5, 'positive', 'low'],
  ] as const)('a %s of %s, plan %s, scores %i, %s with %s confidence', (side, value, plan, ...expected) => {
    const score = scoreEvent(event(side, value, plan));
    expect([score.relevance, score.sentiment, score.confidence]).toEqual(expected);
  });

  test('is below 4 for what is tiny alone, never above 9, and more money never scores less', () => {
    const value = fc.integer({ min: 1, max: 10 ** 10 });
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const, 'other' as const),
        fc.constantFrom(true, false, null),
        value,
        value,
        (side, plan, a, b) => {
          const [less, more] = [Math.min(a, b), Math.max(a, b)].map((usd) => relevance(side, `${usd}.00`, plan));
          expect(less! < 4).toBe(Math.min(a, b) < 5_000);
          expect(more).toBeLessThanOrEqual(9);
          expect(more!).toBeGreaterThanOrEqual(less!);
        },
      ),
    );
  });

  test('buys weigh more than sales, and trades outside a plan more than those under one, at every size', () => {
    for (const { fromUsd } of relevanceTable) {
      const value = `${fromUsd}.00`;
      expect(relevance('buy', value)).toBeGreaterThan(relevance('sell', value));
      expect(relevance('sell', value)).toBeGreaterThanOrEqual(relevance('sell', value, true));
      expect(relevance('buy', value)).toBeGreaterThan(relevance('buy', value, true));
    }
  });

  test('a purchase in an offering weighs less than one in the market at every size, and is never sure', () => {
    for (const { fromUsd } of relevanceTable) {
      const value = `${fromUsd}.00`;
      const [offered, bought] = [scoreEvent(event('buy', value, false, false, 'offering')), scoreEvent(event('buy', value))];
      expect(offered.relevance).toBeLessThan(bought.relevance);
      expect(offered.novelty).toBeLessThan(bought.novelty);
      expect(offered.confidence).not.toBe('high');
      expect(scoreEvent(event('buy', value, false, false, 'plan')).relevance).toBeLessThan(bought.relevance);
    }
  });

  test('doubt about the direction leaves no confidence', () => {
    expect(scoreEvent(event('buy', '5000000.00', false, true)).confidence).toBe('low');
  });
});

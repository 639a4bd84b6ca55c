import { describe, expect, test } from 'vitest';
import { checkAnswer } from '#pipeline/refine/enrich/check-answer.ts';
import type { ModelAnswer } from '#schemas/model-answer.ts';
import { answerTo } from '#test/support/model-endpoint.ts';

const valid = (changes: Partial<ModelAnswer> = {}): ModelAnswer =>
  answerTo({ article: { title: '', description: '', text: '', tickers: [{ ticker: 'NVDA' }, { ticker: 'AMD' }] }, number: 1 }, changes);
const question = { tickers: ['NVDA', 'AMD'], body: '' };
const check = (value: unknown, about = question) => checkAnswer(typeof value === 'string' ? value : JSON.stringify(value), about);

describe('an answer', () => {
  test('of the schema about all tickers and no other is taken, in the order of the tickers', () => {
    const reversed = valid({ ticker_analysis: valid().ticker_analysis.toReversed() });
    expect(check(reversed)).toEqual({ ok: true, answer: valid() });
  });

  test('is found inside a code fence or a sentence', () => {
    expect(check(`Here it is:\n\`\`\`json\n${JSON.stringify(valid())}\n\`\`\``).ok).toBe(true);
  });

  test('loses what no text may hold, and what nobody asked for', () => {
    const checked = check({ ...valid({ summary: 'A <b>bold</b>\u202e claim &amp; more.' }), tickers: ['TSLA'], sources: ['x'] });
    expect(checked).toEqual({ ok: true, answer: valid({ summary: 'A bold claim & more.' }) });
  });

  test.each([
    ['no JSON', 'I cannot help with that.', 'not_json'],
    ['half of an object', JSON.stringify(valid()).slice(0, -20), 'not_json'],
    ['an array', '[1, 2]', 'not_json'],
    ['a score out of bounds', { ...valid(), relevance_score: 11 }, 'invalid'],
    ['a score that is not an integer', { ...valid(), relevance_score: 7.5 }, 'invalid'],
    ['a category of its own', { ...valid(), category: 'sports' }, 'invalid'],
    ['a missing field', { ...valid(), actionability_score: undefined }, 'invalid'],
    [
      'a sentiment of its own',
      valid({ ticker_analysis: valid().ticker_analysis.map((entry) => ({ ...entry, sentiment: 'bullish' as never })) }),
      'invalid',
    ],
    ['a summary as long as an article', valid({ summary: 'word '.repeat(500) }), 'invalid'],
    ['a summary of nothing but tags', valid({ summary: '<b></b>' }), 'invalid'],
    ['a link', valid({ summary: 'Read more at https://evil.example/pump now.' }), 'invalid'],
    [
      'a link in a reasoning',
      valid({ ticker_analysis: valid().ticker_analysis.map((entry) => ({ ...entry, reasoning: 'See www.evil.example' })) }),
      'invalid',
    ],
    [
      'a ticker that was not asked about',
      valid({ ticker_analysis: [{ ...valid().ticker_analysis[0]!, ticker: 'PUMP' }, valid().ticker_analysis[1]!] }),
      'unknown_ticker',
    ],
    [
      'a ticker too many',
      valid({ ticker_analysis: [...valid().ticker_analysis, { ...valid().ticker_analysis[0]!, ticker: 'PUMP' }] }),
      'unknown_ticker',
    ],
    ['a ticker twice', valid({ ticker_analysis: [valid().ticker_analysis[0]!, valid().ticker_analysis[0]!] }), 'invalid'],
    ['a ticker left out', valid({ ticker_analysis: [valid().ticker_analysis[0]!] }), 'invalid'],
  ] as const)('with %s is none', (_, value, reason) => {
    expect(check(value)).toMatchObject({ ok: false, reason });
  });

  test('somewhat longer than it is served is cut', () => {
    const checked = check(valid({ summary: 'word '.repeat(200), relevance_reason: 'why '.repeat(100) }));
    if (!checked.ok) throw new Error(checked.detail);
    expect(checked.answer.summary.length).toBeLessThanOrEqual(600);
    expect(checked.answer.summary.endsWith('word…')).toBe(true);
    expect(checked.answer.relevance_reason.length).toBeLessThanOrEqual(300);
  });

  test('may not give back the summary is the whole article', () => {
    const body = 'A short article, but a whole one.';
    expect(check(valid({ summary: `So: ${body}` }), { ...question, body })).toMatchObject({ ok: false, reason: 'invalid' });
    expect(check(valid({ summary: 'A short article.' }), { ...question, body }).ok).toBe(true);
  });

  test('is refused without a word of it being quoted', () => {
    const checked = check({ ...valid(), category: 'SECRET-WORD', summary: 7 });
    expect(checked.ok ? '' : checked.detail).toBe('category: invalid_value; summary: invalid_type');
  });
});

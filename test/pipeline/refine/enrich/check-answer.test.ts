import { describe, expect, test } from 'vitest';
import { checkAnswer } from '#pipeline/refine/enrich/check-answer.ts';
import type { ModelAnswer } from '#schemas/model-answer.ts';
import { answerAbout } from '#test/support/model-endpoint.ts';

type Analysis = ModelAnswer['ticker_analysis'][number];
const valid = (changes: Partial<ModelAnswer> = {}): ModelAnswer => answerAbout(['NVDA', 'AMD'], changes);
const [first, second] = valid().ticker_analysis as [Analysis, Analysis];
/** Returns an answer about these tickers. */
const about = (...ticker_analysis: readonly Analysis[]): ModelAnswer => valid({ ticker_analysis: [...ticker_analysis] });
const question = { tickers: ['NVDA', 'AMD'], body: '' };
const check = (value: unknown, asked = question) => checkAnswer(typeof value === 'string' ? value : JSON.stringify(value), asked);

describe('an answer', () => {
  test('of the schema about all tickers and no other is taken, in the order of the tickers', () => {
    expect(check(about(second, first))).toEqual({ ok: true, answer: valid() });
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
    ['a sentiment of its own', about({ ...first, sentiment: 'bullish' as never }, second), 'invalid'],
    ['a summary as long as an article', valid({ summary: 'word '.repeat(500) }), 'invalid'],
    ['a summary of nothing but tags', valid({ summary: '<b></b>' }), 'invalid'],
    ['a link', valid({ summary: 'Read more at https://evil.example/pump now.' }), 'invalid'],
    ['a link in a reasoning', about({ ...first, reasoning: 'See www.evil.example' }, second), 'invalid'],
    ['a ticker that was not asked about', about({ ...first, ticker: 'PUMP' }, second), 'unknown_ticker'],
    ['a ticker too many', about(first, second, { ...first, ticker: 'PUMP' }), 'unknown_ticker'],
    ['a ticker twice', about(first, first), 'invalid'],
    ['a ticker left out', about(first), 'invalid'],
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

import { describe, expect, test } from 'vitest';
import { categoryOf } from '#pipeline/refine/category.ts';
import { categoryRules } from '#pipeline/refine/category/rules.ts';
import { wordsOf } from '#pipeline/refine/text/words.ts';
import { categories } from '#schemas/vocabulary.ts';

const categoryOfTitle = (title: string, lead = '') => categoryOf(wordsOf(title), wordsOf(lead)).category;

describe('one category an article', () => {
  test.each([
    ['Cambridge Bancorp Non-GAAP EPS of $1.90 misses by $0.01, revenue of $45.33M beats', 'earnings'],
    ['Target cuts full-year profit forecast', 'earnings'],
    ['Pfizer to acquire Seagen for $43 billion', 'mergers_acquisitions'],
    ['EBay nears deal to sell StubHub - WSJ', 'mergers_acquisitions'],
    ['FDA approves Merck drug for lung cancer', 'regulation'],
    ['Silgan concludes settlement with European Commission to end investigation', 'regulation'],
    ['US inflation rises 0.3% in October, CPI report shows', 'macro_economy'],
    ['Fed holds interest rates steady', 'macro_economy'],
    ['Bank stocks: sector outlook for the second half', 'sector_analysis'],
    ['Wall Street ends lower as investors await data', 'market_movers'],
    ['Mphasis shares fall 5%', 'market_movers'],
    ['Apple unveils iPhone software update with new features', 'technology'],
    ['Oil prices settle higher after OPEC+ extends output cuts', 'commodities'],
    ['Bitcoin and ethereum slide as crypto exchange halts withdrawals', 'crypto'],
    ['Virtu plans to raise up to $100 million in IPO', 'ipo'],
    ['Russia launches missiles at Ukraine as ceasefire talks fail', 'geopolitics'],
    ['Insider buying: CEO buys 10,000 shares of company stock', 'insider'],
    ['Blackbaud names Kevin Gregoire as COO', 'corporate_actions'],
    ['Trimas declares $0.04 dividend', 'corporate_actions'],
    ['JP Morgan maintains Overweight on ACADIA, raises price target to $55', 'other'],
    ['A walk in the park', 'other'],
    ['', 'other'],
  ])('%s: %s', (title, expected) => {
    expect(categoryOfTitle(title)).toBe(expected);
  });
});

test('the headline outweighs the lead, the lead decides where the headline is silent', () => {
  expect(categoryOfTitle('Pfizer to acquire Seagen', 'Oil prices rose and gold prices fell.')).toBe('mergers_acquisitions');
  expect(categoryOfTitle('A quiet day', 'The Federal Reserve kept interest rates unchanged as inflation slowed and GDP growth beat forecasts.')).toBe(
    'macro_economy',
  );
});

test('the reasons are the phrases that decided', () => {
  expect(categoryOf(wordsOf('FDA approves Merck drug'), wordsOf('')).reasons).toContain('fda approves');
});

test('every rule is of a category that exists, weighs something and has phrases', () => {
  for (const { category, weight, phrases } of categoryRules) {
    expect(categories).toContain(category);
    expect(weight).toBeGreaterThan(0);
    expect(phrases.length).toBeGreaterThan(0);
  }
});

test('where no phrase of the rules speaks, the reasons are words of the headline', () => {
  const { reasons } = categoryOf(wordsOf('$XYZ - Zanzibar quux pizzazz https'), wordsOf(''));
  for (const word of reasons) expect(wordsOf('$XYZ - Zanzibar quux pizzazz https').lower).toContain(word);
});

test('rules that stand far ahead decide whatever the weights say', () => {
  expect(categoryOfTitle('Bitcoin and ethereum slump as crypto exchange freezes withdrawals', 'The token sale was halted.')).toBe('crypto');
});

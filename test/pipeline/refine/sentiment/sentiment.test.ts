import { describe, expect, test } from 'vitest';
import { withPredictions } from '#pipeline/refine/sentiment/outlook.ts';
import { putSentiment } from '#pipeline/refine/sentiment/sentiment.ts';
import { putTickers } from '#pipeline/refine/tickers/tickers.ts';
import { TickerAnalysis } from '#schemas/item.ts';
import { directory, normalised } from '../fixtures.ts';

function analyses(title: string, summary = ''): TickerAnalysis[] {
  const linked = putTickers(normalised(title, { summary }), { directory });
  if (!linked.kept) throw new Error(linked.detail);
  const outcome = putSentiment(linked.value, { directory });
  if (!outcome.kept) return [];
  // The sentence on the price is added when the row is written; the wire schema requires it.
  return withPredictions(outcome.value.analyses, { relevance: 5, category: 'other' }).map((analysis) => TickerAnalysis.parse(analysis));
}

const sentiments = (title: string, summary = ''): Record<string, string> =>
  Object.fromEntries(analyses(title, summary).map(({ ticker, impact_analysis }) => [ticker, impact_analysis.sentiment]));

test.each([
  ['Ford shares jump 8% after results', { F: 'positive' }],
  ['Pfizer beats estimates, raises full-year guidance', { PFE: 'positive' }],
  ['Beyond Meat downgraded to Sell at Goldman Sachs', { BYND: 'negative' }],
  ['Goldman Sachs upgrades Snap to Buy', { SNAP: 'positive' }],
  ['Barclays Maintains Neutral on Pfizer, Lowers Price Target to $22', { PFE: 'negative' }],
])('the direction of the price: %s', (title, expected) => {
  expect(sentiments(title)).toEqual(expected);
});

test.each([
  ['Boeing removed from S&P 500', 'BA', 'negative'],
  ['Snap announces $1.5 billion convertible notes offering', 'SNAP', 'negative'],
  ['FDA places clinical hold on Merck trial', 'MRK', 'negative'],
  ['Vanguard Group Inc. Has $1.2 Billion Stake in Pfizer Inc. $PFE', 'PFE', 'neutral'],
])('what befalls a company points its price, also in words that name no price: %s', (title, ticker, expected) => {
  expect(sentiments(title)[ticker]).toBe(expected);
});

test.each([
  ['Ford results: EPS $0.42 vs $0.48 expected, revenue $43.1B vs $44.2B expected', 'F', 'negative high', 'The headline says “EPS $0.42 vs $0.48 expected”, “revenue $43.1B vs $44.2B expected” about F, which points to a lower price.'],
])('a result beside its estimate points by their numbers: %s', (title, ticker, expected, reason) => {
  const { sentiment, confidence, reasoning } = analyses(title).find((analysis) => analysis.ticker === ticker)!.impact_analysis;
  expect([`${sentiment} ${confidence}`, reasoning]).toEqual([expected, reason]);
}); // prettier-ignore

test.each([
  ['Ford shares plunge as EPS of $0.48 vs $0.42 expected fails to lift outlook', 'negative'],
  ['Ford EPS $0.48 vs $0.48 expected', 'neutral'],
])('words on the price outweigh the numbers, and equal ones point nowhere: %s', (title, expected) =>
  expect(sentiments(title)).toEqual({ F: expected }),
);

describe('is given to whom the words speak of', () => {
  test.each([
    ['Exxon falls as Chevron rises on ruling', { XOM: 'negative', CVX: 'positive' }],
    ['Pfizer and Boeing slide after export curbs; Merck gains', { PFE: 'negative', BA: 'negative', MRK: 'positive' }],
    ['Cloudflare (NYSE: NET) jumps after upgrade; ON Semiconductor slips', { NET: 'positive', ON: 'negative' }],
  ])('%s', (title, expected) => {
    expect(sentiments(title)).toEqual(expected);
  });

  test('the target of a takeover gains, its buyer need not', () => {
    expect(sentiments('Pfizer to acquire Beyond Meat for $2 billion')).toEqual({ PFE: 'neutral', BYND: 'positive' });
  });

  test('words of a company’s own name point nowhere', () => {
    expect(sentiments('Beyond Meat names counsel')).toEqual({ BYND: 'neutral' });
    expect(sentiments('(NYSE: NET) jumps')).toEqual({ NET: 'positive' });
  });
});

describe('negation and concession', () => {
  test.each([
    ['Boeing does not expect strong demand', 'BA', 'positive'],
    ['Ford falls despite strong results', 'F', 'positive'],
  ])('turn or take back: %s', (title, ticker, notExpected) => {
    expect(sentiments(title)[ticker]).not.toBe(notExpected);
  });

  test('what a headline asks it does not say', () => {
    const { sentiment, confidence } = analyses('Will Tesla rally?')[0]!.impact_analysis;
    expect(sentiment === 'neutral' || confidence !== 'high').toBe(true);
  });
});

test('the lead decides only where the headline is silent', () => {
  expect(sentiments('Ford update', 'Ford shares fell 5% after it cut its profit forecast.')).toEqual({ F: 'negative' });
  expect(sentiments('Ford shares jump', 'Ford shares fell 5% last year.')).toEqual({ F: 'positive' });
});

describe('what is written about it', () => {
  test('names the evidence and the ticker in a plain sentence', () => {
    const [analysis] = analyses('Ford shares plunge as truck sales miss estimates');
    expect(analysis?.impact_analysis.reasoning).toMatch(/^The headline says “.*plunge.*” about F, which points to a lower price\.$/);
    expect(analysis?.impact_analysis.summary).toMatch(/^Bearish for F, high confidence: “/);
    expect(analysis?.relevance_context).toBe('Named in the headline by name (“Ford”): FORD MOTOR CO.');
  });

  test('of a company whose name ends with a full stop there is one', () => {
    expect(analyses('Cloudflare jumps')[0]?.relevance_context).toMatch(/[^.]\.$/);
  });

  test('says so when there is none', () => {
    const [analysis] = analyses('Ford opens museum');
    expect(analysis?.impact_analysis.sentiment).toBe('neutral');
    expect(analysis?.impact_analysis.reasoning).toMatch(/^The article reports .*; nothing in it clearly points to a higher or lower price of F\.$/);
  });

  test('is less sure of contradicting evidence', () => {
    const [analysis] = analyses('Ford beats estimates but shares fall on weak outlook');
    expect(analysis?.impact_analysis.confidence).not.toBe('high');
  });
});

test('a halt of trading points nowhere, whatever words its reason has', () => {
  const title = 'Trading in Ford Motor Co. (NYSE: F) halted: H10, suspended by the SEC';
  const linked = putTickers(normalised(title, { halt_reason: 'H10' }), { directory });
  const outcome = linked.kept ? putSentiment(linked.value, { directory }) : linked;
  expect(outcome.kept && outcome.value.analyses).toMatchObject([{ ticker: 'F', impact_analysis: { sentiment: 'neutral', confidence: 'low' } }]);
});

test.each(['Short interest in Ford rises 12%', 'Ford Motor Co. (NYSE: F) Sees Large Drop in Short Interest'])(
  'a report on short interest points nowhere: %s',
  (title) => expect(analyses(title)).toMatchObject([{ ticker: 'F', impact_analysis: { sentiment: 'neutral', confidence: 'low' } }]),
);

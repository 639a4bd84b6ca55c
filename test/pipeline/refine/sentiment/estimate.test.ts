/** The direction of a result beside its estimate. */
import { expect, test } from 'vitest';
import { comparedResult } from '#pipeline/refine/sentiment/estimate.ts';
import { wordsOf } from '#pipeline/refine/text/words.ts';

const compared = (title: string): string | null => {
  const result = comparedResult(wordsOf(title));
  return result && `${result.sentiment}${result.isDisputed ? ', disputed' : ''}: ${result.quotes.join(' | ')}`;
};

test.each([
  ['EARNINGS: Acme Q2 EPS $2.27 Adj. vs. $1.81 Est.; Q2 Revs. $16.93B vs. $17.10B Est.', 'positive, disputed: EPS $2.27 Adj. vs. $1.81 Est.'],
  ['Acme revenue $3.1 vs $3.3 billion expected', 'negative: revenue $3.1 vs $3.3 billion expected'],
  ['Acme reports Q3 EPS 42c, consensus 48c', 'negative: EPS 42c, consensus 48c'],
  ['Acme earned $0.42 a share vs $0.48 expected', 'negative: earned $0.42 a share vs $0.48 expected'],
  ['Acme EPS -$0.12 vs -$0.15 expected', 'positive: EPS -$0.12 vs -$0.15 expected'],
  ['Acme posts loss of $0.12 a share vs loss of $0.15 expected', 'positive: loss of $0.12 a share vs loss of $0.15 expected'],
  ['Acme Q3 revenue $5.2B, consensus $5.1B-$5.3B', 'neutral: revenue $5.2B, consensus $5.1B-$5.3B'],
  ['Acme EPS $0.48 vs $0.48 expected', 'neutral: EPS $0.48 vs $0.48 expected'],
  ['Acme sales $5.173 bln vs. $4.404 bln; FactSet consensus $5.321 bln', 'negative: sales $5.173 bln vs. $4.404 bln; FactSet consensus $5.321 bln'],
  ['Acme sees FY EPS $3.38-$3.43 vs $3.50 Estimate', 'negative: EPS $3.38-$3.43 vs $3.50 Estimate'],
  ['Acme sees sales €23.5-24.7B (est €23.6B)', 'neutral: sales €23.5-24.7B (est €23.6B)'],
  ['Acme profit slides 26% to $42M vs $38M expected', 'positive, disputed: profit slides 26% to $42M vs $38M expected'],
  ['Acme shares fall after EPS $0.50 vs $0.48 expected', 'positive, disputed: EPS $0.50 vs $0.48 expected'],
])('%s', (title, expected) => expect(compared(title)).toBe(expected)); // prettier-ignore

test.each([
  'Acme EPS $0.42 vs $0.48 a year ago',
  'Acme price target $42 vs $48 consensus',
  'Acme EPS $0.42 vs $0.48 est.; Beta EPS $0.50 vs $0.48 est.',
  'Acme Q3 EPS 51c vs 58c beats estimates',
  'Acme revenue $980 million vs 1,020 estimated',
  'Acme posts loss of $0.05 per share, consensus $0.10',
  'Acme EPS $2.10, revenue consensus $3.1 billion',
])('compares nothing else: %s', (title) => expect(compared(title)).toBeNull());

test('a word of a company’s name disputes nothing', () => {
  const words = wordsOf('Advance Auto Parts Q4 EPS $1.00 vs $1.09 Est');
  expect(comparedResult(words)).toMatchObject({ sentiment: 'negative', isOpposed: true });
  expect(comparedResult(words, [{ from: 0, to: 3 }])).toMatchObject({ sentiment: 'negative', isDisputed: false });
});

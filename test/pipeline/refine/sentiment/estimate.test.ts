/** The direction of a result beside its estimate. */
import { expect, test } from 'vitest';
import { comparedResult } from '#pipeline/refine/sentiment/estimate.ts';
import { wordsOf } from '#pipeline/refine/text/words.ts';

const compared = (title: string): string | null => {
  const result = comparedResult(wordsOf(title));
  return result && `${result.sentiment}${result.isDisputed ? ', disputed' : ''}: ${result.quotes.join(' | ')}`;
};

test.each([
  ['Acme results: EPS $0.42 vs $0.48 expected, revenue $1.2B vs $1.3B expected', 'negative: EPS $0.42 vs $0.48 expected | revenue $1.2B vs $1.3B expected'],
  ['Acme Q2 EPS $1.51 vs. $1.22 est.', 'positive: EPS $1.51 vs. $1.22 est.'],
  ['EARNINGS: Acme Q2 EPS $2.27 Adj. vs. $1.81 Est.; Q2 Revs. $16.93B vs. $17.10B Est.', 'positive, disputed: EPS $2.27 Adj. vs. $1.81 Est.'],
  ['Acme revenue $950 million vs $1.1 billion est', 'negative: revenue $950 million vs $1.1 billion est'],
  ['Acme revenue $3.1 vs $3.3 billion expected', 'negative: revenue $3.1 vs $3.3 billion expected'],
  ['Acme reports Q3 EPS 42c, consensus 48c', 'negative: EPS 42c, consensus 48c'],
  ['Acme EPS: $2.31 (est. $2.28)', 'positive: EPS: $2.31 (est. $2.28)'],
  ['Acme earned $0.42 a share vs $0.48 expected', 'negative: earned $0.42 a share vs $0.48 expected'],
  ['Acme EPS -$0.12 vs -$0.15 expected', 'positive: EPS -$0.12 vs -$0.15 expected'],
  ['Acme posts loss of $0.12 a share vs loss of $0.15 expected', 'positive: loss of $0.12 a share vs loss of $0.15 expected'],
  ['Acme net loss of $12m vs profit of $3m expected', 'negative: loss of $12m vs profit of $3m expected'],
  ['Acme Q3 revenue $5.2B, consensus $5.1B-$5.3B', 'neutral: revenue $5.2B, consensus $5.1B-$5.3B'],
  ['Acme EPS $0.48 vs $0.48 expected', 'neutral: EPS $0.48 vs $0.48 expected'],
  ['Acme sales $5.173 bln vs. $4.404 bln; FactSet consensus $5.321 bln', 'negative: sales $5.173 bln vs. $4.404 bln; FactSet consensus $5.321 bln'],
  ['Acme sees FY EPS $3.38-$3.43 vs $3.50 Estimate', 'negative: EPS $3.38-$3.43 vs $3.50 Estimate'],
  ['Acme sees sales €23.5-24.7B (est €23.6B)', 'neutral: sales €23.5-24.7B (est €23.6B)'],
  ['Acme profit slides 26% to $42M vs $38M expected', 'positive, disputed: profit slides 26% to $42M vs $38M expected'],
  ['Acme EPS rises to $0.42 vs $0.48 expected', 'negative, disputed: EPS rises to $0.42 vs $0.48 expected'],
  ['Acme shares fall after EPS $0.50 vs $0.48 expected', 'positive, disputed: EPS $0.50 vs $0.48 expected'],
])('%s', (title, expected) => expect(compared(title)).toBe(expected)); // prettier-ignore

test.each([
  'Acme EPS $0.42 vs $0.48 a year ago',
  'Acme expected to post EPS of $0.42 vs $0.48 last year',
  'Acme price target $42 vs $48 consensus',
  'Acme EPS $0.42 vs $0.48 est.; Beta EPS $0.50 vs $0.48 est.',
  'Acme sales up 3% vs 5% expected',
  'Acme EPS $0.80, 5c below estimates',
  'Acme Q3 EPS 51c vs 58c beats estimates',
  'Acme Q4 EPS $0.73, revenue $25.7B miss estimates of $0.77, $27.3B',
  'Acme revenue $980 million vs 1,020 estimated',
  'Acme posts loss of $0.05 per share, consensus $0.10',
  'Acme EPS $2.10, revenue consensus $3.1 billion',
  'Acme beats estimates',
])('compares nothing else: %s', (title) => expect(compared(title)).toBeNull());

test('a word of a company’s name disputes nothing', () => {
  const words = wordsOf('Advance Auto Parts Q4 EPS $1.00 vs $1.09 Est');
  expect(comparedResult(words)).toMatchObject({ sentiment: 'negative', isOpposed: true });
  expect(comparedResult(words, [{ from: 0, to: 3 }])).toMatchObject({ sentiment: 'negative', isDisputed: false });
});

import { expect, test } from 'vitest';
import { againstYear, amountText } from '#pipeline/earnings-figure-text.ts';
import { metric } from './refine/filing/fixtures.ts';

test.each([
  ['37,267', 'thousands', 'USD', '$37.267 million'],
  ['1,200', 'millions', 'USD', '$1.2 billion'],
  ['625', 'thousands', 'USD', '$625,000'],
  ['16.50', 'millions', 'CAD', 'CAD 16.50 million'],
  ['$12,050,000', 'ones', 'USD', '$12.05 million'],
  ['193.3', 'millions', 'RMB', 'RMB 193.3 million'],
  ['.47', 'ones', 'USD', '$0.47'],
] as const)('%s in %s is shown as an amount people say', (value, scale, unit, text) =>
  expect(amountText(metric('Revenue', value, { scale, unit, numeric: 1 }))).toBe(text),
);

test('a change that is printed in brackets is a fall, and one without a sign a rise', () => {
  const shown = (yoy_change: string) => againstYear(metric('Revenue', '79', { scale: 'millions', numeric: 79, prior_year: '100', yoy_change }));
  expect(shown('(21%)')).toBe('$79 million, against $100 million a year before (-21%)');
  expect(shown('83%')).toContain('(+83%)');
  expect(shown('0.5%')).toContain('(+0.5%)');
  expect(shown('-3%')).toContain('(-3%)');
  expect(shown('0%')).toContain('(0%)');
});

test('an amount that only a sentence proves whole is shown without a scale of its own', () => {
  const revenue = metric('Revenue', '$12,050,000', { scale: null, numeric: 12_050_000 });
  expect(amountText(revenue)).toBe('$12.05 million');
});

test('a loss of the year before that a sentence prints with its word has a sign', () => {
  const income = metric('Net income', '$1.2 million', { scale: 'millions', numeric: -1.2, prior_year: 'net loss of $2.2 million', yoy_change: null });
  expect(againstYear(income)).toBe('-$1.2 million, against -$2.2 million a year before');
});

test('a loss of the year before gets a sign where only the label of its row shows that it is a loss', () => {
  const shown = (value: string, prior_year: string) =>
    againstYear(metric('Diluted EPS', value, { scale: 'ones', numeric: -0.07, prior_year, yoy_change: null }));
  expect(shown('$0.07', '$0.08')).toBe('-$0.07, against -$0.08 a year before');
  expect(shown('(0.07)', '0.08')).toBe('-$0.07, against $0.08 a year before');
  expect(shown('$0.07', 'net income of $0.08')).toBe('-$0.07, against $0.08 a year before');
});

test('a loss keeps its sign, and digits without a scale are not shown', () => {
  expect(amountText(metric('Net income', '(3,006.3)', { scale: 'millions', numeric: -3006.3 }))).toBe('-$3.006 billion');
  expect(amountText(metric('Revenue', '1,200', { scale: null }))).toBeNull();
});

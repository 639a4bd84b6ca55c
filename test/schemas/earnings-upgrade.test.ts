import { expect, test } from 'vitest';
import { EarningsAnalysis } from '#schemas/earnings.ts';
import { currentAnalysis } from '#schemas/earnings-upgrade.ts';
import { packText, packedTextMax, unpackText } from '#schemas/source-text.ts';
import { earningsAnalysis } from '#test/support/trades.ts';

/** As the release before wrote it. */
const old = {
  company: 'Acme Inc',
  ticker: 'ACME',
  fiscal_period: 'Q3 2026',
  period_end: '2026-09-30',
  headline: 'Acme Reports Third Quarter Results',
  verdict: 'solid',
  verdict_reason: 'Revenue up on the year',
  key_metrics: [
    { name: 'Revenue', value: '456.6', basis: 'GAAP', prior_year: '400.0', prior_quarter: null, yoy_change: '+14.2%', qoq_change: null, numeric: 456_600_000, unit: 'USD', scale: 'millions', evidence: { start: 1, end: 6 } }, // prettier-ignore
    { name: 'Diluted EPS per ADS', value: '0.41', basis: 'GAAP', prior_year: null, prior_quarter: null, yoy_change: null, qoq_change: null, numeric: 0.41, unit: 'CNY/ADS', scale: 'ones', evidence: { start: 9, end: 13 } }, // prettier-ignore
  ],
  segments: [{ name: 'Coatings', metric: 'Revenue', value: '200.1', prior_year: null, numeric: 200_100_000, unit: 'USD', scale: 'millions', evidence: { start: 20, end: 25 } }], // prettier-ignore
  guidance: {
    state: 'reiterated',
    words: 'We reiterate our guidance.',
    evidence: { start: 30, end: 40 },
    items: [{ metric: 'Revenue', basis: 'GAAP', period: 'FY2026', value: '$1.8 billion to $1.9 billion', low: 1.8e9, high: 1.9e9, unit: 'USD', scale: 'billions', evidence: { start: 50, end: 60 } }], // prettier-ignore
  },
  drivers: [],
  concerns: [],
  quotes: ['“We did well,” said somebody.'],
  missing_items: [],
  numbers_verified_from_document: true,
  table_scale: 'millions',
};

test('a read kept before has the shape of today: figures at the scale they are printed at, guidance by field', () => {
  const read = EarningsAnalysis.parse(currentAnalysis(old));
  expect(read.key_metrics.map(({ numeric, unit }) => [numeric, unit])).toEqual([
    [456.6, 'USD'],
    [0.41, 'CNY'],
  ]);
  expect(read.guidance).toMatchObject({ state: 'maintained', revenue: '$1.8 billion to $1.9 billion', period: 'FY2026' });
  expect(read.segments).toMatchObject([{ name: 'Coatings', revenue: '200.1' }]);
});

test('a read of today stays as it is', () => {
  const read = earningsAnalysis();
  expect(currentAnalysis(read)).toBe(read);
  expect(currentAnalysis(null)).toBeNull();
});

test('a text comes back as it was, and one that no message has room for is refused', () => {
  const text = 'Revenue of $456.6 million — naïve “quotes”\n'.repeat(5_000);
  const packed = packText(text)!;
  expect(packed.length).toBeLessThan(packedTextMax);
  expect(unpackText(packed)).toBe(text);
  const noise = Array.from({ length: 700_000 }, (_, index) => String.fromCharCode(33 + ((index * 7919 + (index >> 3) * 104_729) % 90))).join('');
  const large = packText(noise + Array.from(noise).toReversed().join(''));
  expect(large === null || large.length <= packedTextMax).toBe(true);
});

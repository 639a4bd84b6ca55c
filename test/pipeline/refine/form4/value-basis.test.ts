import { describe, expect, test } from 'vitest';
import { readEvents, type InsiderEvent } from '#pipeline/refine/form4/events.ts';
import { scoreEvent } from '#pipeline/refine/form4/score.ts';
import { isTotal } from '#pipeline/refine/form4/value-basis.ts';
import type { RawForm4 } from '#schemas/raw.ts';
import { form4, trade } from './fixtures.ts';

type Row = RawForm4['transactions'][number];

const eventOf = (transactions: Row[], cik = '0001617553'): InsiderEvent =>
  readEvents(form4({ issuer: { cik, name: 'ACME CORP', symbol: 'ACME' }, transactions })).events[0]!;
const basis = (...args: Parameters<typeof eventOf>): [string, string | null] => {
  const { valueBasis, totalValueUsd } = eventOf(...args);
  return [valueBasis, totalValueUsd];
};

describe('a total in the price field', () => {
  test.each([
    ['but one listed share costs so much', [trade('S', { shares: '1000', price: '23000' })]],
    ['no insider trades so much', [trade('S', { shares: '900000000', price: '96' })]],
    ['another tranche of the day has a price', [trade('S', { shares: '100', price: '11.02' }), trade('S', { shares: '200', price: '2204' })]],
    ['shares were withheld at a price that day', [trade('S', { shares: '200', price: '2204' }), trade('F', { price: '11.02' })]],
    [
      'the footnote gives the range',
      [trade('S', { shares: '300', price: '3306', footnotes: ['Weighted average price; sold at prices ranging from $11.00 to $11.05, inclusive.'] })],
    ],
    [
      'a price is far below those of the other trades',
      [trade('S', { price: '110.2' }), trade('S', { price: '110.4' }), trade('S', { price: '1.103' })],
    ],
  ])('is found: %s', (_, rows) => {
    const event = eventOf(rows);
    expect(event).toMatchObject({ valueBasis: 'implausible', averagePriceUsd: null, totalValueUsd: null, pricedShares: '0', context: 'unknown' });
    expect(event.tranches.every(({ priceUsd }) => priceUsd === null)).toBe(true);
    expect(scoreEvent(event).relevance).toBeLessThanOrEqual(5);
  });

  test.each([
    ['1000', '11020', [11], true],
    ['1000', '8500', [11], true],
    ['1000', '7000', [11], false],
    ['5', '55', [11], false],
  ])('%s shares at %s are a total by the known prices %j: %s', (shares, priceUsd, known, expected) => {
    expect(isTotal({ shares, priceUsd }, known)).toBe(expected);
  });
});

describe('figures that are right stay', () => {
  test.each<[string, Row[], string?, string?]>([
    [
      'a class A share of Berkshire',
      [trade('S', { security_title: 'Class A Common Stock', shares: '1000', price: '735000' })],
      '735000000.00',
      '0001067983',
    ],
    ['a single share', [trade('P', { shares: '1', price: '23000' })], '23000.00'],
    ['preferred stock of 25,000 dollars', [trade('P', { security_title: 'Series B Preferred Stock', shares: '10', price: '25000' })], '250000.00'],
    [
      'a private price beside the market',
      [trade('P', { price: '0.01', footnotes: ['Purchased in a private placement.'] }), trade('P', { price: '12' })],
      '12010.00',
    ],
    ['other days', [trade('S', { price: '2' }), trade('S', { price: '30', transaction_date: '2024-03-14' })], '32000.00'],
    ['an option of another price', [trade('S', { price: '300' }), trade('M', { price: '3' })], '300000.00'],
    ['other securities', [trade('S', { price: '11' }), trade('S', { price: '1000', security_title: '6% Notes due 2030' })], '1011000.00'],
  ])('%s', (_, rows, value, cik) => {
    expect(basis(rows, cik)).toEqual(['stated', value]);
  });

  test('no price in dollars is unpriced', () => {
    expect(basis([trade('S', { price: null })])).toEqual(['unpriced', null]);
    expect(basis([trade('S', { price: '10', footnotes: ['The price is in Canadian dollars.'] })])).toEqual(['unpriced', null]);
  });
});

describe('a price of a receipt beside ordinary shares', () => {
  const sale = (footnote: string, title = 'Class A Ordinary Shares', price = '96.1') =>
    basis([trade('S', { security_title: title, shares: '4000', price, footnotes: [footnote] })])[0];
  test.each([
    'The price is per American Depositary Share. Each American Depositary Share represents twenty ordinary shares.',
    'The price reported is the price of one ADS.',
    'Sold at prices from $96.00 to $96.20 per ADS, equivalent to $4.80 to $4.81 per ordinary share.',
  ])('is found: %s', (footnote) => {
    expect(sale(footnote)).toBe('per_receipt');
  });
  test.each<[string, string?]>([
    ['The price per ADS was $1,922.00, or $96.10 per ordinary share.'],
    ['The ADS price was divided by twenty.'],
    ['Reflects the price per ADS. Each ADS represents one (1) ordinary share.'],
    ['The price is per American Depositary Share.', 'American Depositary Shares'],
  ])('is not: %s %s', (footnote, title = 'Class A Ordinary Shares') => {
    expect(sale(footnote, title)).toBe('stated');
  });
});

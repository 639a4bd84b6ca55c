import { describe, expect, test } from 'vitest';
import { contextOnWire, labelOf as labelOfContext, tradeContext } from '#pipeline/refine/form4/label.ts';
import { trade } from './fixtures.ts';

const contextOf = (footnote: string, is10b51: boolean | null = false) => tradeContext([trade('P', { footnotes: [footnote] })], is10b51);
const labelOf = (footnote: string, is10b51: boolean | null = false) => labelOfContext(contextOf(footnote, is10b51));

describe('the label of a purchase', () => {
  test.each([
    ['offering', "The reporting person's subscription to purchase Class D Common Shares was accepted."],
    ['plan', 'Shares acquired under a broker automatic dividend reinvestment plan.'],
    [null, 'Also includes 345 shares acquired through dividend reinvestment.'],
    [null, 'Of the shares held, 10,000 were purchased in the initial public offering in 2021.'],
    [null, 'The price reported in Column 4 is a weighted average price.'],
  ])('is %s for: %s', (label, footnote) => {
    expect(labelOf(footnote)).toBe(label);
  });

  test.each([
    ['offering', "The shares were purchased in the issuer's underwritten follow-on offering at the offering price of $4.00."],
    ['private_purchase', 'Purchased in a privately negotiated transaction from an existing stockholder.'],
    ['open_market', 'The shares were bought in the open market and not in the offering.'],
    ['plan', 'Shares acquired through reinvestment of cash dividends.'],
    ['offering', "Purchased in the Issuer's at-the-market offering program."],
    ['offering', 'Purchased in a registered direct placement.'],
  ])('is read from %s: %s', (context, footnote) => {
    expect(contextOf(footnote)).toBe(context);
  });

  test.each([
    'At the effective time of the merger each share was converted into the right to receive $23.00 in cash.',
    'Shares were sold upon assignment of covered call options written by the reporting person.',
    'Represents shares sold automatically to cover tax withholding obligations in connection with the vesting of restricted stock units.',
  ])('a sale that was not chosen is not an open-market sale: %s', (footnote) => {
    expect(tradeContext([trade('S', { footnotes: [footnote] })], false)).toBe('obliged');
  });

  test.each(['The shares were repurchased by the Issuer.', 'Sold under the Stock Repurchase Agreement.', 'These shares were sold to the Company.'])(
    'a sale to the company is not an open-market sale: %s',
    (footnote) => {
      expect(tradeContext([trade('S', { footnotes: [footnote] })], false)).toBe('private_purchase');
    },
  );

  test.each([
    ['plan', 'Between January and June the Reporting Person acquired 345 shares under the Employee Stock Purchase Plan in exempt transactions.'],
    ['obliged', 'On March 1, 500 shares were withheld to cover taxes upon vesting.'],
  ])('is not %s for a footnote beside a holding', (context, note) => {
    expect(tradeContext([trade('P', { footnotes: [note], footnotes_of_holdings: [note] })], false)).toBe('open_market');
    expect(tradeContext([trade('P', { footnotes: [note] })], false)).toBe(context);
  });

  test('of shares with warrants of the same day is one of units, unless the footnotes say more', () => {
    expect(tradeContext([trade('P', { with_warrants: true })], false)).toBe('units');
    expect(contextOnWire('units')).toBe('offering');
    expect(tradeContext([trade('P', { with_warrants: true, footnotes: ['Acquired in a private placement.'] })], false)).toBe('private_purchase');
    expect(tradeContext([trade('P', { with_warrants: true }), trade('P', { shares: '2000' })], false)).toBe('open_market');
  });

  test('of a purchase without a price is not that of the market', () => {
    expect(tradeContext([trade('P', { price: null })], null)).toBe('unknown');
    expect(tradeContext([trade('P', { price: '0' })], null)).toBe('unknown');
  });

  test('is plan for a lot under Rule 10b5-1', () => {
    expect(labelOf('', true)).toBe('plan');
  });

  test('needs more than half of the shares', () => {
    const lot = trade('P', { shares: '400', footnotes: ['Purchased in the underwritten public offering.'] });
    expect(tradeContext([lot, trade('P', { shares: '600' })], null)).toBe('open_market');
    expect(tradeContext([lot, trade('P', { shares: '300' })], null)).toBe('offering');
  });
});

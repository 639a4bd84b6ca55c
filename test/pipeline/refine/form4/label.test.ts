import { describe, expect, test } from 'vitest';
import { purchaseLabel } from '#pipeline/refine/form4/label.ts';
import { trade } from './fixtures.ts';

const labelOf = (footnote: string, is10b51: boolean | null = false) => purchaseLabel([trade('P', { footnotes: [footnote] })], is10b51);

describe('the label of a purchase', () => {
  test.each([
    ['offering', 'Represents common stock acquired in connection with the registered public offering that closed on May 31, 2023.'],
    ['offering', 'The shares were purchased from the underwriters in the initial public offering.'],
    ['offering', 'Acquired through the directed share program in the IPO at the public offering price.'],
    ['offering', 'The shares were acquired in a private placement under a securities purchase agreement with the Issuer.'],
    ['offering', "The reporting person's subscription to purchase Class D Common Shares was accepted."],
    ['plan', 'Shares acquired under a broker automatic dividend reinvestment plan.'],
    ['plan', 'Acquired under the Employee Stock Purchase Plan.'],
    [null, 'Includes 565 shares acquired pursuant to the Dividend Reinvestment and Stock Purchase Plan.'],
    [null, 'The price reported in Column 4 is a weighted average price.'],
    [null, 'These shares were bought in the open market following the initial public offering.'],
  ])('is %s for: %s', (label, footnote) => {
    expect(labelOf(footnote)).toBe(label);
  });

  test('is plan for a lot under Rule 10b5-1', () => {
    expect(labelOf('', true)).toBe('plan');
  });

  test('needs more than half of the shares', () => {
    const lot = trade('P', { shares: '400', footnotes: ['Purchased in the underwritten public offering.'] });
    expect(purchaseLabel([lot, trade('P', { shares: '600' })], null)).toBeNull();
    expect(purchaseLabel([lot, trade('P', { shares: '300' })], null)).toBe('offering');
  });
});

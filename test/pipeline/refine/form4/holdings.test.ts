import { describe, expect, test } from 'vitest';
import { holdingChange } from '#pipeline/refine/form4/holdings.ts';
import type { Form4Transaction } from '#schemas/raw.ts';
import { trade } from './fixtures.ts';

const sale = (shares: string, shares_after: string | null, changes: Partial<Form4Transaction> = {}) =>
  trade('S', { shares, shares_after, ...changes });
const sold = (...tranches: Form4Transaction[]) => holdingChange(tranches, 'sell', tranches);
const bought = (...tranches: Form4Transaction[]) => holdingChange(tranches, 'buy', tranches);

describe('the position', () => {
  test('is the balance after the last fill, and the part of it that moved: sells negative', () => {
    expect(sold(sale('1000', '9000'))).toEqual({ sharesAfter: '9000', stakeChangePct: '-10' });
    expect(sold(sale('1000', '9000'), sale('500.5', '8499.5'))).toEqual({ sharesAfter: '8499.5', stakeChangePct: '-15.01' });
    expect(bought(trade('P', { shares: '100', shares_after: '400' }))).toEqual({ sharesAfter: '400', stakeChangePct: '33.33' });
  });

  test('that was sold whole moved by a hundred percent', () => {
    expect(sold(sale('250', '0'))).toEqual({ sharesAfter: '0', stakeChangePct: '-100' });
  });

  test('of whoever held nothing before has no part that moved', () => {
    expect(bought(trade('P', { shares: '100', shares_after: '100' }))).toEqual({ sharesAfter: '100', stakeChangePct: null });
  });

  test('is known where every fill states the last balance, and where the last fill is first', () => {
    expect(sold(sale('100', '800'), sale('100', '800')).sharesAfter).toBe('800');
    expect(sold(sale('50', '850'), sale('100', '900')).sharesAfter).toBe('850');
  });

  test('counts shares that an option brought between two sales', () => {
    const [first, exercised, last] = [sale('100', '900'), trade('M', { shares: '40', shares_after: '940' }), sale('40', '900')];
    expect(holdingChange([first, last], 'sell', [first, exercised, last])).toEqual({ sharesAfter: '900', stakeChangePct: '-13.46' });
  });

  test('is not known of several holdings, of a balance left out, or of balances that contradict each other', () => {
    const unknown = { sharesAfter: null, stakeChangePct: null };
    expect(sold(sale('100', '900'), sale('100', '50', { nature_of_ownership: 'By trust' }))).toEqual(unknown);
    expect(sold(sale('100', '900'), sale('100', '50', { security_title: 'Class B' }))).toEqual(unknown);
    expect(sold(sale('100', '900'), sale('100', null))).toEqual(unknown);
    expect(sold(sale('100', '900'), sale('100', '770'))).toEqual(unknown);
  });
});

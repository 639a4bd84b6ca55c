import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEvents } from '#pipeline/refine/form4/events.ts';
import type { RawForm4 } from '#schemas/raw.ts';
import { form4, trade } from './fixtures.ts';

const events = (changes: Partial<RawForm4>) => readEvents(form4(changes)).events;
const only = (changes: Partial<RawForm4>) => {
  const found = events(changes);
  expect(found).toHaveLength(1);
  return found[0]!;
};
const under = 'The sales reported were effected pursuant to a Rule 10b5-1 trading plan adopted on May 1, 2024.';

describe('events', () => {
  test('trades of one code and ownership form are one event; others are not collected', () => {
    const transactions = [
      trade('P'),
      trade('S'),
      trade('M'),
      trade('P', { ownership_form: 'indirect' }),
      trade('S', { shares: '5' }),
      trade('F'),
      trade('A'),
      trade('D'),
    ];
    expect(
      events({ transactions }).map(({ code, ownershipForm, side, trancheCount, shares }) => [code, ownershipForm, side, trancheCount, shares]),
    ).toEqual([
      ['P', 'direct', 'buy', 1, '1000'],
      ['S', 'direct', 'sell', 2, '1005'],
      ['P', 'indirect', 'buy', 1, '1000'],
      ['D', 'direct', 'other', 1, '1000'],
    ]);
  });

  test('a laddered sale is summed exactly and priced by value', () => {
    const transactions = [
      trade('S', { shares: '49252', price: '37.59' }),
      trade('S', { shares: '3525', price: '38.05' }),
      trade('S', { shares: '52777.0001', price: '39', transaction_date: '2025-03-17' }),
    ];
    expect(only({ transactions })).toMatchObject({
      shares: '105554.0001',
      totalValueUsd: '4043811.93',
      averagePriceUsd: '38.3104',
      firstDate: '2025-03-14',
      lastDate: '2025-03-17',
      trancheCount: 3,
    });
  });

  test('tranches without a price count as shares, not as money, and zero is a price', () => {
    expect(only({ transactions: [trade('S', { price: null }), trade('S', { shares: '500', price: '20' })] })).toMatchObject({
      shares: '1500',
      pricedShares: '500',
      averagePriceUsd: '20',
      totalValueUsd: '10000.00',
    });
    expect(only({ transactions: [trade('S', { price: null })] })).toMatchObject({ averagePriceUsd: null, totalValueUsd: null });
    expect(only({ transactions: [trade('D', { price: '0' })] })).toMatchObject({ averagePriceUsd: '0', totalValueUsd: '0.00' });
  });

  test('sums are those of exact arithmetic, whatever the figures', () => {
    const amount = (min: number, max: number) => fc.integer({ min, max }).map((digits) => new Big(digits).div(10_000).toFixed());
    fc.assert(
      fc.property(
        fc.array(fc.record({ shares: amount(1, 10 ** 9), price: fc.option(amount(100_000, 900_000)) }), { minLength: 1, maxLength: 20 }),
        (tranches) => {
          const event = only({ transactions: tranches.map((tranche) => trade('S', tranche)) });
          // Whole numbers, in units of 10^-4 shares and 10^-8 dollars.
          const unit = (text: string): bigint => BigInt(new Big(text).times(10_000).toFixed());
          expect(unit(event.shares)).toBe(tranches.reduce((sum, { shares }) => sum + unit(shares), 0n));
          const priced = tranches.filter(({ price }) => price !== null);
          if (priced.length === 0) {
            expect(event.totalValueUsd).toBeNull();
            return;
          }
          const value = priced.reduce((sum, { shares, price }) => sum + unit(shares) * unit(price!), 0n);
          expect(BigInt(new Big(event.totalValueUsd!).times(100).toFixed())).toBe((value + 500_000n) / 1_000_000n);
          const shares = priced.reduce((sum, tranche) => sum + unit(tranche.shares), 0n);
          expect(unit(event.averagePriceUsd!)).toBe((2n * value + shares) / (2n * shares));
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each([
    ['the checkbox decides where footnotes say nothing', true, [], true],
    ['a footnote outweighs a checkbox that says no', false, [under], true],
    ['a footnote outweighs a checkbox that says yes', true, ['This sale was not made pursuant to a Rule 10b5-1 plan.'], false],
    ['without either it is unknown', null, [], null],
  ])('10b5-1: %s', (_, aff10b5_one, footnotes, expected) => {
    expect(only({ aff10b5_one, transactions: [trade('S', { footnotes })] }).is10b51).toBe(expected);
  });

  test('10b5-1: a footnote on some tranches decides when they hold most of the shares', () => {
    const tranches = (shares: string) => [trade('S', { footnotes: [under], shares }), trade('S', { shares: '1000' })];
    expect(only({ aff10b5_one: null, transactions: tranches('1001') }).is10b51).toBe(true);
    expect(only({ aff10b5_one: null, transactions: tranches('999') }).is10b51).toBeNull();
  });

  test('10b5-1: remarks, and a footnote elsewhere that speaks of the whole form, count for the side they name', () => {
    const [bought, sold] = events({
      aff10b5_one: null,
      remarks: under.replace('reported', 'reported on this Form 4'),
      transactions: [trade('P'), trade('S')],
    });
    expect([bought!.is10b51, sold!.is10b51]).toEqual([null, true]);
    const wide = 'The transactions reported on this Form 4 were effected pursuant to a Rule 10b5-1 trading plan.';
    expect(events({ aff10b5_one: null, transactions: [trade('M', { footnotes: [wide] }), trade('S')] })[0]!.is10b51).toBe(true);
  });

  test.each([
    ['2025-03-18T20:14:44.000Z', false],
    ['2025-03-19T03:59:00.000Z', false],
    ['2025-03-19T04:00:00.000Z', true],
  ])('a Friday’s trade accepted at %s is late: %s', (accepted_at, expected) => {
    expect(only({ accepted_at }).isLate).toBe(expected);
  });

  test('the first fill’s deadline counts, holidays do not, and without a date lateness is unknown', () => {
    expect(only({ transactions: [trade('S', { transaction_date: '2025-03-13' }), trade('S')] }).isLate).toBe(true);
    expect(only({ accepted_at: '2025-12-30T15:00:00.000Z', transactions: [trade('S', { transaction_date: '2025-12-23' })] }).isLate).toBe(false);
    expect(only({ accepted_at: null }).isLate).toBe(false);
    expect(only({ accepted_at: null, filed_on: null }).isLate).toBeNull();
  });

  test('a trade that cannot be is not an event, and says why', () => {
    const invalid = (changes: Partial<RawForm4>) => {
      const read = readEvents(form4(changes));
      return { events: read.events, invalid: read.invalid.map(({ problem }) => problem) };
    };
    expect(invalid({ transactions: [trade('P', { shares: '0' })] })).toEqual({ events: [], invalid: ['P: no shares'] });
    expect(invalid({ transactions: [trade('S', { transaction_date: '2205-06-14' })] })).toEqual({
      events: [],
      invalid: ['S: traded on 2205-06-14, filed on 2025-03-18'],
    });
    expect(invalid({ transactions: [trade('S', { transaction_date: '0025-01-14' })] }).invalid).toEqual(['S: traded on 0025-01-14']);
    expect(invalid({ transactions: [trade('S', { transaction_date: '2025-03-19' })] }).events).toHaveLength(1);
  });

  test.each(['0025-03-14', '2205-03-14'])('a trade of the year %s is of the year of its period, and its lateness is not said', (transaction_date) => {
    const day = { firstDate: '2025-03-14', lastDate: '2025-03-14' };
    expect(only({ transactions: [trade('S', { transaction_date })] })).toMatchObject({ ...day, isLate: null });
    expect(only({ transactions: [trade('S'), trade('S', { transaction_date })] })).toMatchObject({ ...day, trancheCount: 2, isLate: false });
  });

  test('a mark that contradicts the code changes neither figure nor side, and is said', () => {
    expect(only({ transactions: [trade('P', { acquired_disposed: 'D' })] })).toMatchObject({
      side: 'buy',
      shares: '1000',
      contradictsDirection: true,
    });
  });

  test('a price that its footnote gives in another currency is not a price in dollars', () => {
    const priced = (footnote: string) => only({ transactions: [trade('S', { footnotes: [footnote] })] }).averagePriceUsd;
    expect(priced('The price is reported in Canadian dollars.')).toBeNull();
    expect(priced('The price was translated from New Taiwan dollars, NT$2,215, at the rate of NT$31.650 to US$1.')).toBe('10');
    expect(priced('Price converted from euros at the exchange rate of the day.')).toBe('10');
    expect(priced('The price is a weighted average of prices from $9.50 to $10.50.')).toBe('10');
  });

  test('the ratio of a depositary receipt is not a factor where the shares are receipts: both stand as filed', () => {
    const footnotes = [
      'Represents American Depositary Shares, each of which represents five ordinary shares.',
      'Each ADS represents 10 Class A ordinary shares; the price is per ADS.',
    ];
    expect(only({ transactions: [trade('S', { shares: '1000', price: '10', footnotes })] })).toMatchObject({
      shares: '1000',
      averagePriceUsd: '10',
      totalValueUsd: '10000.00',
    });
  });
});

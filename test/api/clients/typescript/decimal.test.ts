import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '#api/clients/typescript/src/decimal.ts';

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, scale]) => new Big(digits.toString()).times(new Big(10).pow(-scale)).toFixed(scale));
const bigText = (value: Big): string => value.toFixed();
const same = (mine: Decimal, theirs: Big): void => expect(new Big(mine.toString()).eq(theirs)).toBe(true);

describe('Decimal', () => {
  test('keeps the text from which it was made', () => {
    fc.assert(
      fc.property(decimal, (text) => {
        expect(Decimal.of(text).toString()).toBe(text.replace(/^-(0(\.0*)?)$/, '$1'));
      }),
    );
    expect(JSON.stringify({ value: Decimal.of('12.50') })).toBe('{"value":"12.50"}');
  });

  test('keeps every double without loss: a number parsed by JSON.parse is written as it was', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Decimal.of(value).toNumber()).toBe(value === 0 ? 0 : value);
      }),
    );
    expect(Decimal.of(JSON.parse('1040.07') as number).toString()).toBe('1040.07');
    expect(Decimal.of(1e21).toString()).toBe('1000000000000000000000');
    expect(Decimal.of(1e-7).toString()).toBe('0.0000001');
  });

  test('computes as another library does', () => {
    fc.assert(
      fc.property(decimal, decimal, fc.integer({ min: 0, max: 10 }), (a, b, scale) => {
        same(Decimal.of(a).plus(b), new Big(a).plus(b));
        same(Decimal.of(a).minus(b), new Big(a).minus(b));
        same(Decimal.of(a).times(b), new Big(a).times(b));
        expect(Math.sign(Decimal.of(a).compare(b))).toBe(new Big(a).cmp(b));
        same(Decimal.of(a).rounded(scale), new Big(a).round(scale, Big.roundHalfUp));
        if (!new Big(b).eq(0)) {
          const exact = Big();
          exact.DP = scale;
          exact.RM = Big.roundHalfUp;
          same(Decimal.of(a).dividedBy(b, scale), new exact(a).div(b));
        }
      }),
    );
    expect(bigText(new Big('0.1').plus('0.2'))).toBe(Decimal.of('0.1').plus('0.2').toString());
  });

  test.each(['', 'x', '1,000', '1.', '.5', 'NaN', 'Infinity', '0x10', '1e9999', '--1', ' 1'])('%j is refused', (text) => {
    expect(() => Decimal.of(text)).toThrow(RangeError);
    expect(() => Decimal.of(1).dividedBy(0, 2)).toThrow('division by zero');
  });
});

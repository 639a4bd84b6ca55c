import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainDecimal } from '#pipeline/ingest/sec/form4/filed-values.ts';

describe('plain decimal', () => {
  test.each([
    ['.9', '0.9'],
    ['5.', '5'],
    ['-0', '0'],
    ['007.5', '7.5'],
    ['1,234,567.89', '1234567.89'],
    ['$12.5', '12.5'],
    ['+3', '3'],
    ['-3.20', '-3.20'],
    ['1.5E3', '1500'],
    ['1e-7', '0.0000001'],
    [' 12 ', '12'],
    ['123456789012345678901234567890.123', '123456789012345678901234567890.123'],
  ])('%s is %s', (text, expected) => {
    expect(plainDecimal(text)).toBe(expected);
  });

  test.each(['', '.', '-', 'n/a', '1,23', '12,34,567', '1.2.3', '1 000', 'NaN', 'Infinity', '0x10', '1e999', '9'.repeat(41)])(
    '%j is not a number',
    (text) => {
      expect(plainDecimal(text)).toBeNull();
    },
  );

  test('keeps every digit, whatever the number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 0, max: 12 }), (digits, places) => {
        const text = digits.toString().padStart(places + 1, '0');
        const written = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
        const plain = plainDecimal(written);
        expect(plain).toMatch(/^\d+(\.\d+)?$/);
        expect(new Big(plain!).eq(new Big(written))).toBe(true);
      }),
    );
  });
});

import { describe, expect, test } from 'vitest';
import { dollars, grouped, longDate, roundDollars } from '#pipeline/refine/text/format-figures.ts';

describe('figures', () => {
  test('shares are grouped, fractions kept to 4 places', () => {
    expect(['5000', '275.634', '1', '1234567.123456', '0.5', '5.00'].map(grouped)).toEqual(['5,000', '275.634', '1', '1,234,567.1235', '0.5', '5']);
  });

  test('prices show cents, and more where they have more', () => {
    expect(['177', '171.5', '57.2793', '0.7143', '1234.5', '0'].map(dollars)).toEqual([
      '$177.00',
      '$171.50',
      '$57.2793',
      '$0.7143',
      '$1,234.50',
      '$0.00',
    ]);
  });

  test('large amounts are rounded to words', () => {
    expect(['950.25', '286396.50', '999999.99', '1000000', '7681234.5', '354513471.80', '999999999', '1234567890123'].map(roundDollars)).toEqual([
      '$950.25',
      '$286,397',
      '$1 million',
      '$1 million',
      '$7.68 million',
      '$354.51 million',
      '$1 billion',
      '$1234.57 billion',
    ]);
  });

  test('dates are written out', () => {
    expect(longDate('2025-03-08')).toBe('March 8, 2025');
  });
});

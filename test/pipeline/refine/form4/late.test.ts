import { describe, expect, test } from 'vitest';
import { isLate } from '#pipeline/refine/form4/late.ts';
import { form4, trade } from './fixtures.ts';

const late = (traded: readonly string[], period: string, reportedOn: string | null = '2025-03-18'): boolean | null =>
  isLate(
    form4({ period_of_report: period, transactions: traded.map((transaction_date) => trade('P', { transaction_date })) }),
    traded.toSorted()[0]!,
    reportedOn,
  );

describe('late', () => {
  test.each([
    ['an earlier trade beside one of the period', ['2025-01-10', '2025-03-14'], '2025-03-14', true],
    ['a period before the trades, of another table', ['2025-03-14'], '2025-03-10', false],
    ['a trade of the last days of a year', ['2024-12-31'], '2024-12-31', true],
  ])('%s', (_, traded, period, expected) => {
    expect(late(traded, period)).toBe(expected);
  });

  test.each([
    ['another year in one of the dates', ['2024-03-15', '2025-03-14'], '2025-03-14'],
    ['a year of two digits in the period', ['2025-03-14'], '0025-03-14'],
    ['another month in the date', ['2025-02-14'], '2025-03-14'],
    ['a period after the filing', ['2025-03-14'], '2025-08-14'],
  ])('is not said: %s', (_, traded, period) => {
    expect(late(traded, period)).toBeNull();
  });

  test('is not said without the day of the report', () => {
    expect(late(['2025-03-14'], '2025-03-14', null)).toBeNull();
  });
});

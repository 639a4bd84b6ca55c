import { expect, test } from 'vitest';
import { fiscalPeriod } from '#pipeline/ingest/sec/earnings/terms/fiscal.ts';

const period = (months: number, year: number, month: number | null, day: number | null, quarter: number | null = null) => ({
  months,
  year,
  month,
  day,
  quarter,
});

test.each([
  ['Hasbro Reports First Quarter 2020 Financial Results', period(3, 2020, 3, 29), { name: 'Q1 2020', end: '2020-03-29' }],
  ['Cree Reports Financial Results for the Third Quarter of Fiscal Year 2020', period(3, 2020, 3, 29), { name: 'Q3 FY2020', end: '2020-03-29' }],
  [
    'Apple today announced financial results for its fiscal 2016 second quarter ended March 26, 2016',
    period(3, 2016, 3, 26),
    { name: 'Q2 FY2016', end: '2016-03-26' },
  ],
  ['Results', period(3, 2020, 10, 3), { name: 'Q3 2020', end: '2020-10-03' }],
  ['Results for the quarter ended March 31, 2020.', period(3, 2020, null, null, 1), { name: 'Q1 2020', end: '2020-03-31' }],
  ['Half-year report', period(6, 2010, 6, 30), { name: 'H1 2010', end: '2010-06-30' }],
  ['Annual results', period(12, 2019, 12, 31), { name: 'FY2019', end: '2019-12-31' }],
])('%s', (text, given, wanted) => expect(fiscalPeriod(given, text)).toEqual(wanted));

test('a quarter that ends with a year is the fourth, whatever other quarter the words look forward to', () => {
  const given = period(3, 2020, 2, 29);
  expect(fiscalPeriod(given, 'delays to the second and the third quarter of FY2021', true).name).toBe('Q4 FY2020');
});

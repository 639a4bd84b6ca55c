import { expect, test } from 'vitest';
import { readPeriod, restOf } from '#pipeline/ingest/sec/earnings/terms/period.ts';

test.each([
  ['Three Months Ended March 31, 2020', { months: 3, year: 2020, month: 3, day: 31 }],
  ['Three Months Ended February 29/28, 2020', { months: 3, year: 2020, month: 2, day: 29 }],
  ['Twenty-Six Weeks Ended 28 June 2009', { months: 6, year: 2009, month: 6, day: 28 }],
  ['Nine Months Ended September 30, 2010', { months: 9, year: 2010, month: 9, day: 30 }],
  ['Fiscal Year 2019', { months: 12, year: 2019, month: null, day: null }],
  ['Third Quarter Fiscal Year 2020', { months: 3, year: 2020, quarter: 3 }],
  ['Q3 2009', { months: 3, year: 2009, quarter: 3 }],
  ['1Q20', { months: 3, year: 2020, quarter: 1 }],
  ['2010 9M', { months: 9, year: 2010 }],
  ['Mar 2020', { year: 2020, month: 3, day: null }],
  ['3/31/20', { year: 2020, month: 3, day: 31 }],
  ['31.03.2010', { year: 2010, month: 3, day: 31 }],
  ['For the 13 Weeks Ended July 3, 2004 and June 28, 2003 2004', { months: 3, year: 2004, month: 7, day: 3 }],
  ['For the 13 Weeks Ended July 3, 2004 and June 28, 2003 2003', { months: 3, year: 2003, month: 6, day: 28 }],
])('%s', (words, period) => {
  expect(readPeriod(words)).toMatchObject(period);
});

test.each(['Three and Nine Months Ended', 'Year to Date'])('%s names no one duration', (words) => {
  expect(readPeriod(words).months).toBeNull();
});

test('the words of a heading around its period are left over', () => {
  expect(restOf('Three Months Ended March 31, 2020 (Unaudited)')).toBe('');
  expect(restOf('Three Months Ended March 31, 2020 Property & Casualty')).toBe('Property Casualty');
});

import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  addBusinessDays,
  daysBetween,
  easternDate,
  easternInstant,
  form4DueDate,
  filingDate,
  isBusinessDay,
  isFilingHours,
  nextDay,
} from '#schemas/edgar-calendar.ts';
import { dataDir } from '#test/support/data.ts';

describe('business days', () => {
  test.each([
    ['2023-01-02', 'New Year’s Day, kept on Monday'],
    ['2021-12-31', 'New Year’s Day of 2022, kept on the Friday before'],
    ['2026-01-19', 'Birthday of Martin Luther King, Jr.'],
    ['2026-02-16', 'Washington’s Birthday'],
    ['2021-05-31', 'Memorial Day, a fifth Monday'],
    ['2021-06-18', 'Juneteenth, its first year, kept on Friday'],
    ['2022-06-20', 'Juneteenth, kept on Monday'],
    ['2020-07-03', 'Independence Day, kept on Friday'],
    ['2024-09-02', 'Labor Day'],
    ['2024-10-14', 'Columbus Day'],
    ['2023-11-10', 'Veterans Day, kept on Friday'],
    ['2024-11-28', 'Thanksgiving Day'],
    ['2022-12-26', 'Christmas Day, kept on Monday'],
    ['2025-01-09', 'a day of mourning'],
    ['2025-12-26', 'closed by executive order'],
    ['2025-12-13', 'a Saturday'],
    ['2025-12-14', 'a Sunday'],
  ])('%s is none: %s', (date) => {
    expect(isBusinessDay(date)).toBe(false);
  });

  test.each(['2020-06-19', '2023-04-07', '2024-11-29', '2017-01-20', '2025-12-12', '2021-11-12'])('%s is one', (date) => {
    expect(isBusinessDay(date)).toBe(true);
  });

  test('the deadline of a Form 4 is the second one after the trade', () => {
    expect(form4DueDate('2025-03-14')).toBe('2025-03-18');
    expect(form4DueDate('2025-12-23')).toBe('2025-12-30');
    expect(form4DueDate('2024-11-27')).toBe('2024-12-02');
    expect(addBusinessDays('2025-03-15', 1)).toBe('2025-03-17');
    expect(nextDay('2024-02-28')).toBe('2024-02-29');
    expect(daysBetween('2024-12-30', '2025-01-02')).toBe(3);
  });

  const submissions = dataDir('edgar/submissions');
  test.skipIf(submissions === null)(
    'every filing date that EDGAR gave is one, in the real histories of forty filers (the folder ../shared/data is needed)',
    () => {
      const dates = new Set<string>();
      for (const file of readdirSync(submissions!)) {
        const history = JSON.parse(gunzipSync(readFileSync(`${submissions}/${file}`)).toString()) as {
          filings?: { recent: { filingDate: string[] } };
          filingDate?: string[];
        };
        for (const date of history.filings?.recent.filingDate ?? history.filingDate ?? []) dates.add(date);
      }
      // Accepted on the evening of the 4th, before the closing of the 5th was announced, and dated by the usual rule.
      dates.delete('2018-12-05');
      expect(dates.size).toBeGreaterThan(1_000);
      expect([...dates].filter((date) => !isBusinessDay(date))).toEqual([]);
    },
  );
});

test.each([
  ['2025-03-18T21:29:59.999Z', '2025-03-18', '2025-03-18'],
  ['2025-03-18T21:30:00.000Z', '2025-03-18', '2025-03-19'],
  ['2025-03-19T01:59:59.999Z', '2025-03-18', '2025-03-19'],
  ['2025-03-19T02:00:00.000Z', '2025-03-19', '2025-03-19'],
  ['2026-11-29T15:00:00.000Z', '2026-11-30', '2026-11-30'],
  ['2025-12-25T15:00:00.000Z', '2025-12-29', '2025-12-29'],
  ['2026-11-24T22:29:59.999Z', '2026-11-24', '2026-11-24'],
  ['2026-11-28T01:00:00.000Z', '2026-11-27', '2026-11-30'],
])('at %s a Form 4 gets the filing date %s, an 8-K %s', (acceptedAt, form4, form8k) => {
  for (const form of ['4', '4/A', '144', 'SCHEDULE 13D/A', 'SC 13G']) expect(filingDate(acceptedAt, form), form).toBe(form4);
  for (const form of ['8-K', '6-K', 'NT 10-K', '424B5', '40-APP/A']) expect(filingDate(acceptedAt, form), form).toBe(form8k);
});

describe('Eastern time', () => {
  test('is converted by the rules of the zone, in winter, in summer, and on the days between', () => {
    expect(easternInstant('2025-03-18T20:14:44')).toBe('2025-03-19T00:14:44.000Z');
    expect(easternInstant('2025-01-18T20:14:44')).toBe('2025-01-19T01:14:44.000Z');
    expect(easternInstant('2025-03-09T03:00:00')).toBe('2025-03-09T07:00:00.000Z');
    expect(easternInstant('2025-11-02T01:30:00')).toBe('2025-11-02T05:30:00.000Z');
    expect(easternInstant('2006-03-20T12:00:00')).toBe('2006-03-20T17:00:00.000Z');
    expect(easternDate('2025-03-19T03:59:59.999Z')).toBe('2025-03-18');
    expect(easternDate('2025-03-19T04:00:00.000Z')).toBe('2025-03-19');
  });

  test('refuses what is not a date', () => {
    expect(() => easternInstant('2025-02-30T10:00:00')).toThrow(RangeError);
  });

  test('filing hours are 6:00 to 22:00 on business days', () => {
    expect(isFilingHours('2025-03-18T09:59:59.000Z')).toBe(false);
    expect(isFilingHours('2025-03-18T10:00:00.000Z')).toBe(true);
    expect(isFilingHours('2025-03-19T01:59:59.000Z')).toBe(true);
    expect(isFilingHours('2025-03-19T02:00:00.000Z')).toBe(false);
    expect(isFilingHours('2025-12-25T15:00:00.000Z')).toBe(false);
  });
});

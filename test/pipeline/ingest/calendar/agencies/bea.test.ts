import { describe, expect, test } from 'vitest';
import { readBea } from '#pipeline/ingest/calendar/agencies/bea.ts';
import { datesOf } from './dates-of.ts';

const beaTable = (rows: readonly (readonly [date: string, time: string, title: string])[], year = 'Year 2026'): string =>
  `<table id="release-schedule-table"><thead><tr><th>${year}</th><th></th><th>Release</th></tr></thead><tbody>${rows
    .map(
      ([date, time, title]) =>
        `<tr><td class="scheduled-date"><div class="release-date">${date}</div><small>${time}</small></td><td>News</td><td class="release-title">${title}</td></tr>`,
    )
    .join('')}</tbody></table>`;

describe('BEA', () => {
  test('titles of several years: where the estimate stands, how the quarter is written, initial and updated estimates', () => {
    const reading = readBea(
      beaTable([
        ['January 30', '8:30 AM', 'Gross Domestic Product, 4th Quarter and Year 2025 (Advance Estimate)'],
        [
          'March 26',
          '8:30 AM',
          'Gross Domestic Product (Third Estimate), Corporate Profits (Revised Estimate), and GDP by Industry, Fourth Quarter and Year 2025',
        ],
        ['January 22', '8:30 AM', 'GDP (Updated Estimate), GDP by Industry, and Corporate Profits (Revised), 3rd Quarter 2025'],
        ['January 22', '10:00 AM', 'Personal Income and Outlays, October and November 2025'],
        ['February 27', '8:30 AM', 'Gross Domestic Product, 4th quarter and annual 2025 (Initial estimate)'],
        ['June 30', '10:00 AM', 'Gross Domestic Product by State and Personal Income by State, 1st Quarter 2026'],
        ['June 30', '10:00 AM', 'GDP for American Samoa, 2025'],
      ]),
    );
    expect(reading.problems).toEqual([]);
    expect(datesOf(reading)).toEqual({
      'US-GDP-2025-Q4-ADVANCE': '2026-01-30T13:30',
      'US-GDP-2025-Q4-THIRD': '2026-03-26T12:30',
      'US-GDP-2025-Q3-UPDATED': '2026-01-22T13:30',
      'US-PCE-2025-11': '2026-01-22T15:00',
      'US-GDP-2025-Q4-INITIAL': '2026-02-27T13:30',
    });
  });

  test('a table a year, each with its own', () => {
    const pce = (date: string, month: string) => [date, '8:30 AM', `Personal Income and Outlays, ${month}`] as const;
    expect(datesOf(readBea(beaTable([pce('December 23', 'November 2026')]) + beaTable([pce('January 29', 'December 2026')], 'Year 2027')))).toEqual({
      'US-PCE-2026-11': '2026-12-23T13:30',
      'US-PCE-2026-12': '2027-01-29T13:30',
    });
  });

  test('a release without a date is put off, or called off where the page says so', () => {
    const reading = readBea(
      beaTable([
        ['To Be Announced', '', 'Personal Income and Outlays, October 2026'],
        ['', '', 'GDP (Advance Estimate), 3rd Quarter 2026 (Canceled)'],
      ]),
    );
    expect(reading).toMatchObject({
      occurrences: [],
      undated: [
        { uid: 'US-PCE-2026-10', schedule_status: 'postponed' },
        { uid: 'US-GDP-2026-Q3-ADVANCE', schedule_status: 'cancelled' },
      ],
    });
  });

  test.each([
    ['no year over the rows', 'Release Schedule', 'August 26', '8:30 AM', 'Personal Income and Outlays, July 2026'],
    ['a year that does not fit the period', 'Year 2027', 'August 26', '8:30 AM', 'Personal Income and Outlays, July 2026'],
    ['a title without its month', 'Year 2026', 'August 26', '8:30 AM', 'Personal Income and Outlays'],
    ['no estimate', 'Year 2026', 'August 26', '8:30 AM', 'GDP, 2nd Quarter 2026'],
    ['no time', 'Year 2026', 'August 26', '', 'Personal Income and Outlays, July 2026'],
    ['another weekday', 'Year 2026', 'Tuesday, August 26', '8:30 AM', 'Personal Income and Outlays, July 2026'],
  ])('a problem, no date: %s', (_, year, date, time, title) => {
    const reading = readBea(beaTable([[date, time, title]], year));
    expect([reading.occurrences.length, reading.problems.length]).toEqual([0, 1]);
  });
});

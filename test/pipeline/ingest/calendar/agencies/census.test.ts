import { describe, expect, test } from 'vitest';
import { readCensus } from '#pipeline/ingest/calendar/agencies/census.ts';
import { datesOf } from './dates-of.ts';

describe('Census', () => {
  const row = (...cells: readonly string[]): string =>
    `<table><tr><th>Indicator</th><th>Release Date</th><th>Time</th><th>Period Covered</th></tr><tr>${cells.join('')}</tr></table>`;
  const [name, day, time, period] = [
    '<td><a href="/retail">Advance Monthly Sales for Retail and Food Services</a></td>',
    '<td sorttable_customkey="202609160830">September 16, 2026</td>',
    '<td>8:30 AM</td>',
    '<td>August 2026</td>',
  ];

  test('a row by what its cells say', () => {
    expect(datesOf(readCensus(row(name, day, time, period)))).toEqual({ 'US-RETAIL-SALES-2026-08': '2026-09-16T12:30' });
    expect(datesOf(readCensus(row(period, name, time, day)))).toEqual({ 'US-RETAIL-SALES-2026-08': '2026-09-16T12:30' });
  });

  test('a dropped cell, a sort key or a weekday that says otherwise is a problem', () => {
    const wrong = [
      row(name, time, period),
      row(name, day, period),
      row(name, day, time),
      row(name, day.replace('0916', '0915'), time, period),
      row(name, day.replace('September', 'Monday, September'), time, period),
    ];
    for (const html of wrong) expect(readCensus(html)).toMatchObject({ occurrences: [], problems: [expect.any(String)] });
    expect(readCensus(row('<td>New Residential Sales</td>', day, time, period))).toMatchObject({
      occurrences: [],
      problems: ['no row for the advance retail sales'],
    });
  });
});

import { describe, expect, test } from 'vitest';
import { readBls } from '#pipeline/ingest/calendar/agencies/bls.ts';
import type { ParsedSchedule } from '#pipeline/ingest/calendar/parsed-schedule.ts';
import { PlannedOccurrence } from '#schemas/calendar.ts';
import { datesOf } from './dates-of.ts';

const ics = (...events: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'PRODID:-//Department of Labor//Bureau of Labor Statistics//EN',
    'X-WR-TIMEZONE:US-Eastern',
    ...events.flatMap((event) => ['BEGIN:VEVENT', event, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const event = (start: string, summary: string, more = ''): string => `DTSTART;TZID=US-Eastern:${start}\r\nSUMMARY:${summary}${more}`;

describe('BLS', () => {
  test('folded lines, escaped text and months that are stated', () => {
    const reading = readBls(
      ics(
        event('20261014T083000', 'Consumer Price Index for Sep\r\n tember 2026'),
        event('20261106T083000', 'The Employment Situation - October 2026', '\r\nLOCATION:Washington\\, DC'),
      ),
    );
    expect(reading.problems).toEqual([]);
    expect(datesOf(reading)).toEqual({ 'US-CPI-2026-09': '2026-10-14T12:30', 'US-NFP-2026-10': '2026-11-06T13:30' });
    expect(reading.occurrences.every((one) => PlannedOccurrence.safeParse(one).success)).toBe(true);
  });

  test('only the first 1,500 entries of a release are read', () => {
    const entries = Array.from({ length: 1_500 }, () => event('20261014T083000', 'Consumer Price Index'));
    const next = event('20261113T083000', 'Consumer Price Index for October 2026');
    expect(datesOf(readBls(ics(next, ...entries)))).toHaveProperty('US-CPI-2026-10');
    expect(datesOf(readBls(ics(...entries, next)))).not.toHaveProperty('US-CPI-2026-10');
  });

  test('releases with a similar name are others', () => {
    const others = [
      'Employment Situation of Veterans',
      'State Job Openings and Labor Turnover',
      'U.S. Import and Export Price Indexes',
      'State Employment and Unemployment (Monthly)',
    ];
    expect(readBls(ics(event('20261014T083000', 'Consumer Price Index'), ...others.map((name) => event('20261014T083000', name))))).toMatchObject({
      occurrences: [{ uid: 'US-CPI-2026-09' }],
      problems: [],
    });
  });

  test('the schedule after the lapse of 2025: late by months, one CPI left out, two months of payrolls in one', () => {
    const reading = readBls(
      ics(
        ...['20250911T083000', '20251024T083000', '20251218T083000', '20260113T083000'].map((start) => event(start, 'Consumer Price Index')),
        ...['20250905T083000', '20251120T083000', '20251216T083000', '20260109T083000', '20260211T083000'].map((start) =>
          event(start, 'Employment Situation'),
        ),
        ...['20250910T083000', '20251125T083000', '20260114T083000', '20260130T083000', '20260227T083000'].map((start) =>
          event(start, 'Producer Price Index'),
        ),
      ),
    );
    expect(reading.problems).toEqual([]);
    expect(reading.occurrences.map(({ uid }) => uid)).toEqual([
      ...['2025-08', '2025-09', '2025-11', '2025-12'].map((month) => `US-CPI-${month}`),
      ...['2025-08', '2025-09', '2025-11', '2025-12', '2026-01'].map((month) => `US-PPI-${month}`),
      ...['2025-08', '2025-09', '2025-11', '2025-12', '2026-01'].map((month) => `US-NFP-${month}`),
    ]);
  });

  test('a release put off into the next month keeps its month where the others leave one place for it', () => {
    const around = (moved: string): ParsedSchedule =>
      readBls(ics(...['20240213T083000', moved, '20240410T083000', '20240515T083000'].map((start) => event(start, 'Consumer Price Index'))));
    expect(datesOf(around('20240312T083000'))).toMatchObject({ 'US-CPI-2024-02': '2024-03-12T12:30' });
    expect(datesOf(around('20240402T083000'))).toMatchObject({ 'US-CPI-2024-02': '2024-04-02T12:30', 'US-CPI-2024-03': '2024-04-10T12:30' });
    expect(datesOf(around('20240408T083000'))).toMatchObject({ 'US-CPI-2024-02': '2024-04-08T12:30', 'US-CPI-2024-03': '2024-04-10T12:30' });
    const past = around('20240422T083000');
    expect(past.problems).toHaveLength(2);
    expect(Object.keys(datesOf(past))).toEqual(['US-CPI-2024-01', 'US-CPI-2024-04']);
  });

  test('what is not a certain moment is a problem: another zone, a day alone, a weekend, a holiday, night, no date at all', () => {
    const starts = [
      'DTSTART;TZID=Mars/Olympus:20261014T083000',
      'DTSTART;VALUE=DATE:20261014',
      'DTSTART:20261017T083000',
      'DTSTART:20261012T083000',
      'DTSTART:20261014T033000',
      'DTSTART:20261314T083000',
      'LOCATION:nowhere',
    ];
    for (const start of starts) {
      const reading = readBls(ics(`${start}\r\nSUMMARY:Consumer Price Index`));
      expect([reading.occurrences.length, reading.problems.length], start).toEqual([0, 1]);
    }
    expect(datesOf(readBls(ics('DTSTART:20261014T123000Z\r\nSUMMARY:Consumer Price Index')))).toEqual({ 'US-CPI-2026-09': '2026-10-14T12:30' });
  });

  test('cancelled and postponed ones say so', () => {
    const reading = readBls(
      ics(
        event('20251113T083000', 'Consumer Price Index (Cancelled)'),
        event('20251107T083000', 'Employment Situation', '\r\nSTATUS:CANCELLED'),
        event('20251202T100000', 'Job Openings and Labor Turnover Survey - Postponed'),
      ),
    );
    expect(Object.fromEntries(reading.occurrences.map(({ uid, schedule_status }) => [uid, schedule_status]))).toEqual({
      'US-CPI-2025-10': 'cancelled',
      'US-NFP-2025-10': 'cancelled',
      'US-JOLTS-2025-10': 'postponed',
    });
  });

  test('a calendar that is cut off, or of somebody else, holds nothing', () => {
    const whole = ics(event('20261014T083000', 'Consumer Price Index'));
    expect(readBls(whole.slice(0, -20))).toMatchObject({ occurrences: [], problems: [expect.stringContaining('cut short')] });
    expect(readBls(whole.replace('Bureau of Labor Statistics', 'Somebody'))).toMatchObject({
      occurrences: [],
      problems: [expect.stringContaining('not from the Bureau')],
    });
  });
});

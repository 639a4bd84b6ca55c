import { describe, expect, test } from 'vitest';
import { readFomc } from '#pipeline/ingest/calendar/agencies/fomc.ts';

const meeting = (month: string, days: string, rest = ''): string =>
  `<div class="row fomc-meeting" "><div class="fomc-meeting__month"><strong>${month}</strong></div><div class="fomc-meeting__date">${days}</div><div>${rest}</div></div>`;
const panel = (year: number, ...rows: readonly string[]): string => `<div class="panel"><h4><a>${year} FOMC Meetings</a></h4>${rows.join('')}</div>`;

describe('FOMC', () => {
  test('months that a meeting crosses, the end of a year, projections, and the first year that is read', () => {
    const reading = readFomc(
      panel(2024, meeting('Apr/May', '30-1'), meeting('June', '11-12*'), meeting('November', '6-7')) +
        panel(2019, meeting('Jan/February', '30-31'), meeting('March', '19-20*')) +
        panel(2018, meeting('May', '1-2')),
    );
    expect(reading.problems).toEqual(['no such day: Jan/February 30-31 2019', 'meetings before 2019 are not read: May 1-2 2018']);
    const decisions = reading.occurrences.filter(({ event_key }) => event_key === 'fomc_decision');
    expect(
      decisions.map(({ uid, scheduled_at, press_conference_at, has_sep }) => [
        uid,
        scheduled_at.slice(0, 16),
        press_conference_at?.slice(11, 16) ?? null,
        has_sep,
      ]),
    ).toEqual([
      ['US-FOMC-2024-05', '2024-05-01T18:00', '18:30', false],
      ['US-FOMC-2024-06', '2024-06-12T18:00', '18:30', true],
      ['US-FOMC-2024-11', '2024-11-07T19:00', '19:30', false],
      ['US-FOMC-2019-03', '2019-03-20T18:00', '18:30', true],
    ]);
  });

  test('minutes: released ones are official, others inferred three weeks on, before a holiday that falls there', () => {
    const reading = readFomc(
      panel(
        2024,
        meeting('September', '17-18*', '<a href="/monetarypolicy/fomcminutes20240918.htm">HTML</a> (Released October 09, 2024)'),
        meeting('November', '6-7'),
      ),
    );
    const minutes = reading.occurrences.filter(({ event_key }) => event_key === 'fomc_minutes');
    expect(minutes.map(({ uid, scheduled_at, schedule_basis }) => [uid, scheduled_at.slice(0, 16), schedule_basis])).toEqual([
      ['US-FOMC-MINUTES-2024-09', '2024-10-09T18:00', 'official'],
      ['US-FOMC-MINUTES-2024-11', '2024-11-27T19:00', 'inferred'],
    ]);
  });

  test('votes by notation are no decisions; a cancelled meeting is one that says so; an unscheduled one has no time', () => {
    const reading = readFomc(
      panel(
        2020,
        meeting('January', '28-29'),
        meeting('March', '3 (unscheduled)'),
        meeting('March', '17-18* (cancelled)'),
        meeting('March', '23 (notation vote)'),
        meeting('April', '28-29'),
      ),
    );
    expect(
      reading.occurrences.filter(({ event_key }) => event_key === 'fomc_decision').map(({ uid, schedule_status }) => [uid, schedule_status]),
    ).toEqual([
      ['US-FOMC-2020-01', 'scheduled'],
      ['US-FOMC-2020-03', 'cancelled'],
      ['US-FOMC-2020-04', 'scheduled'],
    ]);
    expect(reading.occurrences.some(({ uid }) => uid === 'US-FOMC-MINUTES-2020-03')).toBe(false);
    expect(reading.problems).toEqual([expect.stringContaining('unscheduled')]);
  });

  test('projections linked from a row count where they are of its day', () => {
    const link = (day: string): string =>
      `<a href="/newsevents/pressreleases/monetary20250507a.htm">x</a><a href="/monetarypolicy/fomcprojtabl${day}.htm">HTML</a>`;
    const hasSep = (day: string): unknown => readFomc(panel(2025, meeting('May', '6-7', link(day)))).occurrences[0]?.has_sep;
    expect([hasSep('20250319'), hasSep('20250507')]).toEqual([false, true]);
  });

  test.each([
    ['days that are not consecutive', meeting('June', '16-18')],
    ['a day of the week on which nothing is decided', meeting('June', '17-18')],
    ['documents of another day', meeting('June', '16-17', '<a href="/newsevents/pressreleases/monetary20260610a.htm">HTML</a>')],
    ['no month', meeting('16-17', 'June')],
    ['no days', meeting('June', '')],
  ])('a problem, no date: %s', (_, row) => {
    expect(readFomc(panel(2026, row))).toMatchObject({ occurrences: [], problems: [expect.any(String)] });
  });
});

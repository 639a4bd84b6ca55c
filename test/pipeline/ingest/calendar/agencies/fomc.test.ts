import { describe, expect, test } from 'vitest';
import { readFomc } from '#pipeline/ingest/calendar/agencies/fomc.ts';
import { datesOf } from './dates-of.ts';

const meeting = (month: string, days: string, rest = ''): string =>
  `<div class="row fomc-meeting" "><div class="fomc-meeting__month"><strong>${month}</strong></div><div class="fomc-meeting__date">${days}</div><div>${rest}</div></div>`;
const panel = (year: number, ...rows: readonly string[]): string => `<div class="panel"><h4><a>${year} FOMC Meetings</a></h4>${rows.join('')}</div>`;

describe('FOMC', () => {
  test('months that a meeting crosses, the end of a year, projections, press conferences since 2019', () => {
    const reading = readFomc(
      panel(2024, meeting('Apr/May', '30-1'), meeting('June', '11-12*'), meeting('November', '6-7')) +
        panel(2018, meeting('Jan/February', '30-31'), meeting('March', '20-21*'), meeting('May', '1-2')),
    );
    expect(reading.problems).toEqual(['no such day: Jan/February 30-31 2018']);
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
      ['US-FOMC-2018-03', '2018-03-21T18:00', '18:30', true],
      ['US-FOMC-2018-05', '2018-05-02T18:00', null, false],
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

  test('pages of past years, a heading a meeting', () => {
    const past =
      '<h5 class="panel-heading">January 27-28 Meeting - 2015</h5><p><a href="/newsevents/pressreleases/monetary20150128a.htm">Statement</a></p><p>Minutes: <a href="/monetarypolicy/fomcminutes20150128.htm">HTML</a> (Released February 18, 2015)</p><h5 class="panel-heading">April/May 30-1 Meeting - 2013</h5><p></p><h5 class="panel-heading">October 16 (unscheduled) - 2013</h5>';
    expect(datesOf(readFomc(past))).toEqual({
      'US-FOMC-2015-01': '2015-01-28T19:00',
      'US-FOMC-MINUTES-2015-01': '2015-02-18T19:00',
      'US-FOMC-2013-05': '2013-05-01T18:00',
      'US-FOMC-MINUTES-2013-05': '2013-05-22T18:00',
    });
  });

  test('pages of the years before 2013: two months in a heading, addresses of then, the hours of then', () => {
    const past = (heading: string, link: string, released: string): string =>
      `<div class="panel panel-default panel-padded"><h5 class="panel-heading panel-heading--shaded">${heading}</h5><p><a href="${link}">Statement</a></p><p>Minutes (Released ${released})</p></div>`;
    const press = (day: string): string => `/newsevents/press/monetary/${day}a.htm`;
    const reading = readFomc(
      [
        past('February 1-2 Meeting - 2005', '/boarddocs/press/monetary/2005/20050202/default.htm', 'February 23, 2005'),
        past('January 21 Conference Call - 2008', press('20080122'), 'February 20, 2008'),
        past('January 29-30 Meeting - 2008', press('20080130'), 'February 20, 2008'),
        past('March 15 Meeting - 2011', press('20110315'), 'April 5, 2011'),
        past('April 26-27 Meeting - 2011', press('20110427'), 'May 18, 2011'),
        past('July 31-August 1 Meeting - 2012', press('20120801'), 'August 22, 2012'),
        past('September 12-13 Meeting - 2012', press('20120913'), 'October 4, 2012'),
        past('January 29-30 Meeting - 2013', press('20130130'), 'February 20, 2013'),
        past('March 19-20 Meeting - 2013', press('20130320'), 'April 10, 2013'),
        past('March 17-18 (cancelled) Meeting - 2020', '/monetarypolicy/x.htm', 'April 8, 2020'),
      ].join(''),
    );
    expect(reading.problems).toEqual([]);
    const easternClock = (instant: string | null): string | null =>
      instant === null
        ? null
        : Temporal.Instant.from(instant).toZonedDateTimeISO('America/New_York').toPlainTime().toString({ smallestUnit: 'minute' });
    const decisions = reading.occurrences.filter(({ event_key }) => event_key === 'fomc_decision');
    expect(
      decisions.map(({ uid, scheduled_at, has_sep, press_conference_at, schedule_status }) =>
        [uid, scheduled_at.slice(0, 10), easternClock(scheduled_at), has_sep, easternClock(press_conference_at), schedule_status].join(' '),
      ),
    ).toEqual([
      'US-FOMC-2005-02 2005-02-02 14:15 false  scheduled',
      'US-FOMC-2008-01 2008-01-30 14:15 false  scheduled',
      'US-FOMC-2011-03 2011-03-15 14:15 false  scheduled',
      'US-FOMC-2011-04 2011-04-27 12:30 true 14:15 scheduled',
      'US-FOMC-2012-08 2012-08-01 14:15 false  scheduled',
      'US-FOMC-2012-09 2012-09-13 12:30 true 14:15 scheduled',
      'US-FOMC-2013-01 2013-01-30 14:15 false  scheduled',
      'US-FOMC-2013-03 2013-03-20 14:00 false  scheduled',
      'US-FOMC-2020-03 2020-03-18 14:00 false 14:30 cancelled',
    ]);
    expect(reading.occurrences.filter(({ event_key }) => event_key === 'fomc_minutes')).toHaveLength(8);
  });

  test('minutes of before 2005 came after the next meeting: a year that is older is a problem', () => {
    const reading = readFomc(
      '<h5 class="panel-heading">January 27-28 Meeting - 2004</h5><p><a href="/boarddocs/press/monetary/2004/20040128/default.htm">x</a></p>',
    );
    expect(reading).toMatchObject({ occurrences: [], problems: [expect.stringContaining('2005')] });
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

  test('a meeting under the heading of another year is a problem, for its days are others of the week', () => {
    const reading = readFomc(panel(2025, meeting('January', '27-28'), meeting('March', '17-18*')));
    expect([reading.occurrences.length, reading.problems.length]).toEqual([0, 2]);
  });
});

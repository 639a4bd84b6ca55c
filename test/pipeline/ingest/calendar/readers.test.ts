import { describe, expect, test } from 'vitest';
import { readBea } from '#pipeline/ingest/calendar/agencies/bea.ts';
import { readBls } from '#pipeline/ingest/calendar/agencies/bls.ts';
import { readCensus } from '#pipeline/ingest/calendar/agencies/census.ts';
import { readDol } from '#pipeline/ingest/calendar/agencies/dol.ts';
import { readFomc } from '#pipeline/ingest/calendar/agencies/fomc.ts';
import type { ScheduleReading } from '#pipeline/ingest/calendar/reading.ts';
import { PlannedOccurrence } from '#schemas/calendar.ts';

const datesOf = ({ occurrences }: ScheduleReading): Record<string, string> =>
  Object.fromEntries(occurrences.map(({ uid, scheduled_at }) => [uid, scheduled_at.slice(0, 16)]));
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
    const around = (moved: string): ScheduleReading =>
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
    ['no such day', 'Year 2026', 'August 36', '8:30 AM', 'Personal Income and Outlays, July 2026'],
    ['another weekday', 'Year 2026', 'Tuesday, August 26', '8:30 AM', 'Personal Income and Outlays, July 2026'],
    ['a date that is a time', 'Year 2026', '8:30 AM', '8:30 AM', 'Personal Income and Outlays, July 2026'],
  ])('a problem, no date: %s', (_, year, date, time, title) => {
    const reading = readBea(beaTable([[date, time, title]], year));
    expect([reading.occurrences.length, reading.problems.length]).toEqual([0, 1]);
  });
});

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

describe('DOL', () => {
  const entry = (date: string, address: string, title = 'UNEMPLOYMENT INSURANCE WEEKLY CLAIMS REPORT'): string =>
    `<div><p>${date}</p><h3><a href="/newsroom/releases/eta/eta${address}">${title}</a></h3></div>`;

  test('what is out is official; after it Thursdays are inferred, the Wednesday where Thursday is a holiday', () => {
    const reading = readDol(
      entry('November 12, 2026', '20261112') + entry('November 5, 2026', '20261105') + entry('November 5, 2026', '20261105-1', 'Grants for training'),
    );
    expect(reading.problems).toEqual([]);
    expect(Object.entries(datesOf(reading)).slice(0, 4)).toEqual([
      ['US-JOBLESS-CLAIMS-2026-11-07', '2026-11-12T13:30'],
      ['US-JOBLESS-CLAIMS-2026-10-31', '2026-11-05T13:30'],
      ['US-JOBLESS-CLAIMS-2026-11-14', '2026-11-19T13:30'],
      ['US-JOBLESS-CLAIMS-2026-11-21', '2026-11-25T13:30'],
    ]);
    expect(reading.occurrences.map(({ schedule_basis }) => schedule_basis).slice(0, 3)).toEqual(['official', 'official', 'inferred']);
  });

  test('the release itself, by its embargo and its week', () => {
    const release =
      'TRANSMISSION OF MATERIALS IN THIS RELEASE IS EMBARGOED UNTIL 8:30 A.M. (Eastern) Wednesday, November 25, 2026 <p>UNEMPLOYMENT INSURANCE WEEKLY CLAIMS</p><p>In the week ending November 21, the advance figure was 220,000';
    expect(readDol(release).occurrences[0]).toMatchObject({
      uid: 'US-JOBLESS-CLAIMS-2026-11-21',
      scheduled_at: '2026-11-25T13:30:00.000Z',
      schedule_basis: 'official',
    });
    expect(readDol(release.replace('November 25', 'November 24')).occurrences).toEqual([]);
    expect(readDol(release.replace('November 21', 'November 14')).occurrences).toEqual([]);
  });

  test('a date that is not a day of the claims, or not that of the address, is a problem', () => {
    expect(readDol(entry('November 10, 2026', '20261110'))).toMatchObject({ occurrences: [], problems: [expect.any(String)] });
    expect(readDol(entry('November 19, 2026', '20261112'))).toMatchObject({ occurrences: [], problems: [expect.any(String)] });
    expect(readDol(entry('', '20261112'))).toMatchObject({ occurrences: [], problems: [expect.any(String)] });
  });
});

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

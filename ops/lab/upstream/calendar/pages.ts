/** Generates the agencies' schedules of releases around the current day, each in its agency's markup. */
import { compactDate, easternTime, longDate, monthDay, monthName } from '../eastern.ts';
import { reply, type Reply } from '../reply.ts';
import { claimsBefore, meetingsOf, releasesAround, type Meeting, type Release } from './releases.ts';

const dayOf = (date: string): number => Number(date.slice(8));
const twelveHour = (time: string): string => `${Number(time.slice(0, 2)) % 12 || 12}:${time.slice(3)} ${time < '12' ? 'AM' : 'PM'}`;

/** Pages by path; `today` is the date in New York. */
const pages: readonly (readonly [path: RegExp, page: (today: string, match: RegExpExecArray) => Reply])[] = [
  [/^\/schedule\/news_release\/bls\.ics$/, (today) => reply(200, 'text/calendar; charset=utf-8', blsCalendar(today))],
  [/^\/news\/schedule$/, (today) => html(beaSchedule(today))],
  [
    /^\/economic-indicators\/calendar-listview(?:-(20\d{2}))?\.html$/,
    (today, [, year]) => html(censusCalendar(today, year === undefined ? null : Number(year))),
  ],
  [/^\/monetarypolicy\/fomccalendars\.htm$/, (today) => html(fomcCalendars(today))],
  [/^\/newsroom\/releases\/eta$/, (today) => html(dolReleases(today))],
];

/** Returns the agency's page, or null for a path that no agency has. */
export function calendarPage(path: string, now: number): Reply | null {
  for (const [pattern, page] of pages) {
    const match = pattern.exec(path);
    if (match !== null) return page(easternTime(now).date, match);
  }
  return null;
}

const html = (body: string): Reply => reply(200, 'text/html; charset=utf-8', `<!DOCTYPE html>\n<html lang="en">\n${body}\n</html>\n`);

const blsNames: Partial<Record<Release['series'], string>> = {
  cpi: 'Consumer Price Index',
  ppi: 'Producer Price Index',
  nfp: 'Employment Situation',
  jolts: 'Job Openings and Labor Turnover Survey',
};
/** Further releases published with a series, which the reader must ignore. */
const blsOthers: Partial<Record<Release['series'], readonly string[]>> = {
  cpi: ['Real Earnings'],
  nfp: ['Employment Situation of Veterans', 'Productivity and Costs'],
  jolts: ['State Job Openings and Labor Turnover'],
};

/**
 * Returns the bureau's calendar of last year and this year, and from September on of next year. As in the real one, events do not name
 * their months.
 */
function blsCalendar(today: string): string {
  const year = Number(today.slice(0, 4));
  const lastYear = Number(today.slice(5, 7)) >= 9 ? year + 1 : year;
  const releases = releasesAround(today, -26, 20).filter(
    ({ series, date }) => series in blsNames && Number(date.slice(0, 4)) >= year - 1 && Number(date.slice(0, 4)) <= lastYear,
  );
  const events = releases.flatMap(({ series, period, date, time }) =>
    [blsNames[series]!, ...(blsOthers[series] ?? [])].map((name) =>
      [
        'BEGIN:VEVENT',
        'SEQUENCE:1',
        'CLASS:PUBLIC',
        `UID:${name} ${period}`,
        `DTSTART;TZID=US-Eastern:${compactDate(date)}T${time.replace(':', '')}00`,
        'DURATION:PT0M',
        `SUMMARY:${name}`,
        'LOCATION:Washington\\, DC',
        'TRANSP:TRANSPARENT',
        'CATEGORIES:IMPORTANT, BLS',
        'END:VEVENT',
      ].join('\r\n'),
    ),
  );
  return `${blsHead}\r\n${events.join('\r\n')}\r\nEND:VCALENDAR\r\n`;
}

const blsHead = `BEGIN:VCALENDAR
PRODID:-//Department of Labor//Bureau of Labor Statistics//EN
VERSION:2.0
CALSCALE:GREGORIAN
METHOD:PUBLISH
X-WR-CALNAME:BLS.gov Economic News Release Schedule
X-WR-TIMEZONE:US-Eastern
BEGIN:VTIMEZONE
TZID:US-Eastern
BEGIN:DAYLIGHT
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
DTSTART:20070311T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
TZNAME:EDT
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
TZNAME:EST
END:STANDARD
END:VTIMEZONE`.replaceAll('\n', '\r\n');

const ordinals = ['1st', '2nd', '3rd', '4th'];
const gdpRest = { Advance: '', Second: ' and Corporate Profits', Third: ', Industries, Corporate Profits, State GDP, and State Personal Income' };

const beaTitle = ({ series, period, stage }: Release): string =>
  series === 'gdp'
    ? `GDP (${stage} Estimate)${gdpRest[stage!]}, ${ordinals[Number(period.slice(6)) - 1]} Quarter ${period.slice(0, 4)}`
    : `Personal Income and Outlays, ${monthName(`${period}-01`)} ${period.slice(0, 4)}`;

/** Returns the schedule for the rest of this year, and from November on for next year too. */
export function beaSchedule(today: string): string {
  const year = Number(today.slice(0, 4));
  const years = Number(today.slice(5, 7)) >= 11 ? [year, year + 1] : [year];
  const releases = releasesAround(today, -5, 14).filter(({ series, date }) => (series === 'gdp' || series === 'pce') && date >= today);
  const row = (release: Release): string => `      <tr class="scheduled-releases-type-press">
        <td class="scheduled-date no-wrap"><div class="release-date">${monthDay(release.date)}</div>
<small class="text-muted">${twelveHour(release.time)}</small></td>
        <td class="views-field"><div class="icon-letter"><span class="caps">N</span><span class="tail">ews</span></div></td>
        <td class="release-title views-field">${beaTitle(release)}        </td>
      </tr>`;
  const tables = years.map(
    (of) => `<table class="table table-hover table-striped" id="release-schedule-table">
    <thead><tr><th scope="col">Year ${of}</th><th scope="col"></th><th scope="col">Release</th></tr></thead>
    <tbody>
${releases
  .filter(({ date }) => date.startsWith(`${of}-`))
  .map(row)
  .join('\n')}
      <tr class="scheduled-releases-type-press">
        <td class="scheduled-date no-wrap"><small class="text-muted">To Be Announced<br />${of}</small></td>
        <td class="views-field"></td>
        <td class="release-title views-field">Outdoor Recreation Economic Statistics, U.S. and States, ${of - 1}</td>
      </tr>
    </tbody>
  </table>`,
  );
  return `<head><title>Release Schedule | U.S. Bureau of Economic Analysis (BEA)</title></head>\n<body><h1>Release Schedule</h1>\n${tables.join('\n')}</body>`;
}

/** Returns the list of `year`. For null it is that of the current year, and from October on also of next year. */
function censusCalendar(today: string, year: number | null): string {
  const current = Number(today.slice(0, 4));
  const years = year !== null ? [year] : Number(today.slice(5, 7)) >= 10 ? [current, current + 1] : [current];
  const cell = ({ period, date, time }: Release, name: string, path: string): string =>
    `<tr><td><a href="/${path}">${name}</a></td><td sorttable_customkey="${compactDate(date)}${time.replace(':', '')}">${longDate(date)}</td><td>${twelveHour(time)}</td><td>${monthName(`${period}-01`)} ${period.slice(0, 4)}</td><td>CB${date.slice(2, 4)}-${dayOf(date)}</td></tr>`;
  const rows = releasesAround(today, -26, 20)
    .filter(({ series, date }) => series === 'retail_sales' && years.includes(Number(date.slice(0, 4))))
    .flatMap((release) => [
      cell(release, 'Advance Monthly Sales for Retail and Food Services', 'retail'),
      cell(release, 'Manufacturing and Trade: Inventories and Sales', 'mtis'),
    ]);
  return `<head><title>Economic Indicator Calendar - List View</title></head>
<body><h1>Economic Indicators Calendar</h1>
<table class="sortable" id="calendar"><thead><tr><th>Indicator</th><th>Release Date</th><th>Time</th><th>Period Covered</th><th>Release</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></body>`;
}

const short = (date: string): string => monthName(date).slice(0, 3);

function meetingRow({ begins, ends, hasProjections, minutesOn }: Meeting, today: string): string {
  const [first, last] = [monthName(begins), monthName(ends)];
  const bare = compactDate(ends);
  const statement =
    ends < today
      ? `<strong>Statement:</strong><br><a href="/monetarypolicy/files/monetary${bare}a1.pdf">PDF</a> | <a href="/newsevents/pressreleases/monetary${bare}a.htm">HTML</a>`
      : '';
  const minutes =
    minutesOn < today
      ? `<strong>Minutes:</strong><br><a href="/monetarypolicy/fomcminutes${bare}.htm">HTML</a><br> (Released ${monthName(minutesOn)} ${minutesOn.slice(8)}, ${minutesOn.slice(0, 4)})`
      : '';
  return `        <div class="row fomc-meeting" ">
            <div class="fomc-meeting__month col-xs-5 col-sm-3 col-md-2"><strong>${first === last ? first : `${short(begins)}/${short(ends)}`}</strong></div>
            <div class="fomc-meeting__date col-xs-4 col-sm-9 col-md-10 col-lg-1">${dayOf(begins)}-${dayOf(ends)}${hasProjections ? '*' : ''}</div>
            <div class="col-xs-12 col-md-4 col-lg-2">${statement}</div>
            <div class="col-xs-12 col-md-4 col-lg-4 fomc-meeting__minutes">${minutes}</div>
        </div>`;
}

function fomcCalendars(today: string): string {
  const year = Number(today.slice(0, 4));
  const panels = [year, year - 1, year + 1].map(
    (of) => `<div class="panel panel-default"><div class="panel-heading"><h4><a id="${of}">${of} FOMC Meetings</a></h4></div>
${meetingsOf(of)
  .map((meeting) => meetingRow(meeting, today))
  .join('\n')}
<div class="panel-footer">* Meeting associated with a Summary of Economic Projections.</div>
</div>`,
  );
  return `<head><title>The Fed - Meeting calendars and information</title></head>\n<body><h3>Meeting calendars, statements, and minutes (${year - 1}-${year + 1})</h3>\n${panels.join('\n')}</body>`;
}

const listedWeeks = 10;

function dolReleases(today: string): string {
  const entries = claimsBefore(today, listedWeeks).map(
    (date) => `<div class="image-left-teaser"><p class="dol-date-text">${longDate(date)}</p>
<h3><a href="/newsroom/releases/eta/eta${compactDate(date)}">Unemployment Insurance Weekly Claims Report</a></h3>
<p>WASHINGTON - The U.S. Department of Labor published the weekly figures of unemployment insurance.</p></div>
<div class="image-left-teaser"><p class="dol-date-text">${longDate(date)}</p>
<h3><a href="/newsroom/releases/eta/eta${compactDate(date)}-0">US Department of Labor awards grants to train workers</a></h3></div>`,
  );
  return `<head><title>News Releases | U.S. Department of Labor</title></head>\n<body><h1>News Releases</h1>\n${entries.join('\n')}</body>`;
}

/**
 * Reads the release schedule of the Bureau of Economic Analysis. It is one table per year and one row per release, with date, time, and a
 * title that names estimate and period. The reader recognises cells by their content, not by their position.
 */
import type { ReleaseStage } from '#schemas/calendar.ts';
import { daysAfterPeriod, monthPattern, monthPeriod, readDate, readTime } from '../format/dates.ts';
import { monthNumber } from '../../dates.ts';
import { readTables, type Cell } from '../format/html.ts';
import { createReading, emptyReading, uidOf, type Facts, type ScheduleReading } from '../reading.ts';

/** GDP by place or industry, and state accounts, are separate releases that the calendar does not list. */
const otherGdp = /^(?:GDP|Gross Domestic Product)(?:,? and Personal Income)? (?:by|for)\b/i;
const gdpTitle = /^(?:Real )?(?:GDP|Gross Domestic Product)\b/i;
const pceTitle = /^Personal Income\b.*\bOutlays\b/i;
const estimate = /\(\s*(Advance|Second|Third|Initial|Updated)(?: Estimate)?\s*\)/i;
const quarter = /\b(?:([1-4])(?:st|nd|rd|th)|(First|Second|Third|Fourth)) Quarter(?: and (?:Year|Annual))?,? (?:of )?(\d{4})\b/i;
const quarterNames = ['first', 'second', 'third', 'fourth'];
const monthsOfTitle = new RegExp(`\\b(?:${monthPattern}\\s+and\\s+)?(${monthPattern}),? (\\d{4})(?!\\d)`, 'i');

/** Days from the end of the period to the release, including those delayed by lapses of appropriations. */
const gdpDays: Readonly<Record<ReleaseStage, readonly [number, number]>> = {
  advance: [20, 100],
  initial: [20, 100],
  second: [45, 125],
  updated: [45, 125],
  third: [70, 150],
};
const pceDays = [20, 100] as const;

export function readBea(html: string): ScheduleReading {
  const reading = createReading();
  const tables = readTables(html).filter((table) => table.rows.some((row) => row.some(({ text }) => gdpTitle.test(text) || pceTitle.test(text))));
  if (tables.length === 0) return emptyReading('no table with GDP or Personal Income and Outlays');
  for (const { caption, rows } of tables) {
    let year = yearIn(caption);
    for (const row of rows) {
      const heads = row.flatMap(({ isHeader, text }) => (isHeader ? (yearIn(text) ?? []) : []));
      if (heads.length > 0) year = heads.length === 1 ? heads[0]! : null;
      readRow(row, year, reading);
    }
  }
  return reading.done();
}

/** Returns the year of a heading such as `Year 2026`; without one, the dates of the rows must state it. */
function yearIn(text: string): number | null {
  const year = /^(?:Year |(?:News )?Release Schedule(?: for)? )?(20\d{2})(?: (?:News )?Release Schedule)?$/i.exec(text)?.[1];
  return year === undefined ? null : Number(year);
}

type Gathering = ReturnType<typeof createReading>;

function readRow(row: readonly Cell[], year: number | null, reading: Gathering): void {
  const line = row.map(({ text }) => text).join(' | ');
  const titles = row.filter(({ text }) => (gdpTitle.test(text) && !otherGdp.test(text)) || pceTitle.test(text));
  if (titles.length === 0) return;
  if (titles.length > 1) return reading.complain('two releases in a row', line);
  const release = releaseOf(titles[0]!.text);
  if ('wrong' in release) return reading.complain(release.wrong, line);

  const pieces = row.filter((cell) => cell !== titles[0]).flatMap((cell) => cell.pieces);
  const isCancelled = /\bcancell?ed\b/i.test(line);
  const isPutOff = /\b(?:postponed|delayed)\b/i.test(line);
  const dates = pieces.flatMap((piece) => readDate(piece.replace(/ ?\d{1,2}:\d{2} ?[ap]\.?m\b[^]*$/i, ''), year) ?? []);
  if (dates.length === 0 && (isCancelled || isPutOff || /\bto be (?:announced|determined)\b|\bTBA\b|\bTBD\b/i.test(line))) {
    reading.leaveUndated({ uid: uidOf(release), schedule_status: isCancelled ? 'cancelled' : 'postponed' });
    return;
  }
  const times = pieces.flatMap((piece) => readTime(/\d{1,2}(?::\d{2})? ?[ap]\.?m\b[^]*$/i.exec(piece)?.[0] ?? '') ?? []);
  const [date, time] = [dates[0], times[0]];
  if (date === undefined || dates.length > 1) return reading.complain(date === undefined ? 'no date' : 'two dates', line);
  if ('wrong' in date) return reading.complain(date.wrong, line);
  if (time === undefined || times.length > 1) return reading.complain(time === undefined ? 'no time' : 'two times', line);
  const [first, last] = release.event === 'pce' ? pceDays : gdpDays[release.stage!];
  const days = daysAfterPeriod(release.period, date.date);
  if (days < first || days > last) return reading.complain(`${date.date} is not a possible date for ${release.period}`, line);
  reading.add({ ...release, date: date.date, time, status: isCancelled ? 'cancelled' : isPutOff ? 'postponed' : 'scheduled' }, line);
}

type Release = Pick<Facts, 'event' | 'period' | 'stage'>;

function releaseOf(title: string): Release | { readonly wrong: string } {
  if (pceTitle.test(title)) {
    const [, name, year] = monthsOfTitle.exec(title) ?? [];
    const month = name === undefined ? null : monthNumber(name);
    return month === null ? { wrong: 'no month in the title' } : { event: 'pce', period: monthPeriod(Number(year), month) };
  }
  const stage = estimate.exec(title)?.[1]?.toLowerCase() as ReleaseStage | undefined;
  const [, number, word, year] = quarter.exec(title) ?? [];
  if (stage === undefined || year === undefined) return { wrong: `no ${stage === undefined ? 'estimate' : 'quarter'} in the title` };
  return { event: 'gdp', stage, period: `${year}-Q${number ?? quarterNames.indexOf(word!.toLowerCase()) + 1}` };
}

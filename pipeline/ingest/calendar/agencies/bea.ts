/** Reads the release schedule of the Bureau of Economic Analysis. Cells are recognised by their content, not by their position. */
import type { ReleaseStage } from '#schemas/calendar.ts';
import { monthPattern, monthPeriod, readDate, readTime } from '../format/dates.ts';
import { monthNumber } from '../../dates.ts';
import { readTables, type Cell } from '../format/html.ts';
import { createScheduleBuilder, emptySchedule, type Facts, type ParsedSchedule, type ScheduleBuilder } from '../parsed-schedule.ts';
import { addRow } from './scheduled-row.ts';

/** Matches releases that the calendar does not list: GDP by place or industry, and state accounts. */
const otherGdp = /^(?:GDP|Gross Domestic Product)(?:,? and Personal Income)? (?:by|for)\b/i;
const gdpTitle = /^(?:Real )?(?:GDP|Gross Domestic Product)\b/i;
const pceTitle = /^Personal Income\b.*\bOutlays\b/i;
const estimate = /\(\s*(Advance|Second|Third|Initial|Updated)(?: Estimate)?\s*\)/i;
const quarter = /\b(?:([1-4])(?:st|nd|rd|th)|(First|Second|Third|Fourth)) Quarter(?: and (?:Year|Annual))?,? (?:of )?(\d{4})\b/i;
const quarterNames = ['first', 'second', 'third', 'fourth'];
const monthsOfTitle = new RegExp(`\\b(?:${monthPattern}\\s+and\\s+)?(${monthPattern}),? (\\d{4})(?!\\d)`, 'i');

const gdpDays: Readonly<Record<ReleaseStage, readonly [number, number]>> = {
  advance: [20, 100],
  initial: [20, 100],
  second: [45, 125],
  updated: [45, 125],
  third: [70, 150],
};
const pceDays = [20, 100] as const;

export function readBea(html: string): ParsedSchedule {
  const schedule = createScheduleBuilder();
  const tables = readTables(html).filter((table) => table.rows.some((row) => row.some(({ text }) => gdpTitle.test(text) || pceTitle.test(text))));
  if (tables.length === 0) return emptySchedule('no table with GDP or Personal Income and Outlays');
  for (const { caption, rows } of tables) {
    let year = yearIn(caption);
    for (const row of rows) {
      const heads = row.flatMap(({ isHeader, text }) => (isHeader ? (yearIn(text) ?? []) : []));
      if (heads.length > 0) year = heads.length === 1 ? heads[0]! : null;
      readRow(row, year, schedule);
    }
  }
  return schedule.done();
}

/** Returns the year of a heading such as `Year 2026`; null for any other text. */
function yearIn(text: string): number | null {
  const year = /^(?:Year |(?:News )?Release Schedule(?: for)? )?(20\d{2})(?: (?:News )?Release Schedule)?$/i.exec(text)?.[1];
  return year === undefined ? null : Number(year);
}

function readRow(row: readonly Cell[], year: number | null, schedule: ScheduleBuilder): void {
  const line = row.map(({ text }) => text).join(' | ');
  const titles = row.filter(({ text }) => (gdpTitle.test(text) && !otherGdp.test(text)) || pceTitle.test(text));
  if (titles.length === 0) return;
  if (titles.length > 1) return schedule.complain('one row names two releases', line);
  const release = releaseOf(titles[0]!.text);
  if ('wrong' in release) return schedule.complain(release.wrong, line);

  const pieces = row.filter((cell) => cell !== titles[0]).flatMap((cell) => cell.pieces);
  const dates = pieces.flatMap((piece) => readDate(piece.replace(/ ?\d{1,2}:\d{2} ?[ap]\.?m\b[^]*$/i, ''), year) ?? []);
  const times = pieces.flatMap((piece) => readTime(/\d{1,2}(?::\d{2})? ?[ap]\.?m\b[^]*$/i.exec(piece)?.[0] ?? '') ?? []);
  addRow({ line, release, dates, times, days: release.event === 'pce' ? pceDays : gdpDays[release.stage!] }, schedule);
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

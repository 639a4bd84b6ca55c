/**
 * Reads decisions and minutes from the page of FOMC meetings. A meeting is accepted when its days are usual (Tuesday and Wednesday, or in
 * November Wednesday and Thursday), or when the documents linked from its row have its date.
 */
import { daysBetween, isBusinessDay, nextDay } from '#schemas/edgar-calendar.ts';
import { dateOf, readDate } from '../format/dates.ts';
import { monthNumber } from '../../dates.ts';
import { readBlocks, type Block } from '../format/html.ts';
import { createScheduleBuilder, emptySchedule, type ParsedSchedule, type ScheduleBuilder } from '../parsed-schedule.ts';

interface Row {
  readonly year: number | null;
  /** Month names, e.g. `April`, `Apr/May`. */
  readonly months: string;
  /** Days as written, e.g. `28-29`, `30-1`, `17-18*`, `22 (notation vote)`. */
  readonly days: string;
  readonly blocks: readonly Block[];
}

/** First year whose meetings all have statement and press conference at the times in `clock`. The page reaches back six years. */
const firstYear = 2019;
/** Eastern times. */
const clock = { time: '14:00', pressConference: '14:30' } as const;
const minutesTime = '14:00';
/** Minimum number of consecutive years of headings that makes other headings doubtful. */
const runYearsMin = 3;
const headingsMax = 100;
const minutesDays = 21;
/** Maximum deviation from `minutesDays`, in days; a holiday moves the release by two at most. */
const minutesDaysOff = 3;

export function readFomc(html: string): ParsedSchedule {
  const schedule = createScheduleBuilder();
  const blocks = readBlocks(html, 'fomc-meeting');
  const rows = rowsOf(blocks, schedule.complain);
  if (rows.length === 0) return emptySchedule('no FOMC meetings');
  for (const row of rows) readRow(row, schedule);
  return schedule.done();
}

const yearHeading = /^(20\d{2}) FOMC Meetings$/i;
function rowsOf(blocks: readonly Block[], complain: (why: string, row: string) => void): Row[] {
  const rows: Row[] = [];
  const years = believedYears(
    blocks
      .flatMap(({ text }) => Number(yearHeading.exec(text)?.[1] ?? Number.NaN))
      .filter(Number.isFinite)
      .slice(0, headingsMax),
  );
  let year: number | null = null;
  let after = 0;
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at]!;
    const heading = yearHeading.exec(block.text)?.[1];
    if (heading !== undefined) {
      [year, after] = [years.has(Number(heading)) ? Number(heading) : null, 0];
      if (year === null) complain('a year that is out of order or appears twice', block.text);
    } else if (block.group !== null) {
      const own = [block];
      while (blocks[at + 1]?.group === block.group) own.push(blocks[(at += 1)]!);
      const [months, days] = ['fomc-meeting__month', 'fomc-meeting__date'].map((name) => own.filter(({ classes }) => classes.includes(name)));
      const text = own.map((one) => one.text).join(' | ');
      if (months?.length !== 1 || days?.length !== 1) {
        complain('a meeting without its month or days', text);
        continue;
      }
      const given = { months: months[0]!.text, days: days[0]!.text, blocks: own };
      const place = placeOf(given);
      // A meeting out of order belongs to a year whose heading is missing.
      if (place !== null && place <= after) year = null;
      rows.push({ ...given, year });
      after = place ?? after;
    } else if (/fomc-meeting__(?:month|date)/.test(block.classes)) complain('a part of a meeting outside its row', block.text);
  }
  return rows;
}

/** Returns month times 100 plus day, which orders rows; null when month or day cannot be read. */
function placeOf({ months, days }: Pick<Row, 'months' | 'days'>): number | null {
  const month = monthNumber(months.split('/').at(-1)!);
  const [, first, second] = daysPattern.exec(days) ?? [];
  return month === null || first === undefined ? null : month * 100 + Number(second ?? first);
}

/** Returns the years to trust: the longest run of consecutive years that are listed once each, or all those when the run is short. */
function believedYears(headings: readonly number[]): ReadonlySet<number> {
  const once = headings.filter((year) => headings.filter((other) => other === year).length === 1).sort((a, b) => a - b);
  const runs: number[][] = [];
  for (const year of once) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === year - 1) run.push(year);
    else runs.push([year]);
  }
  const longest = runs.sort((a, b) => b.length - a.length)[0] ?? [];
  return new Set(longest.length >= runYearsMin ? longest : once);
}

const daysPattern = /^(\d{1,2})(?: ?[-–] ?(\d{1,2}))? ?(\*)? ?(?:\(([^)]{0,60})\))? ?(\*)?$/;
const dated = /(?:monetary|fomcminutes|fomcprojtabl|fomcpress?conf)(20\d{2})(\d{2})(\d{2})(?:a1?)?\.(?:htm|pdf)/gi;
const projections = /fomcprojtabl(20\d{6})/i;

function readRow(row: Row, schedule: ScheduleBuilder): void {
  const line = `${row.months} ${row.days} ${row.year ?? ''}`;
  const [, first, second, star, note = '', lastStar] = daysPattern.exec(row.days) ?? [];
  if (first === undefined) return schedule.complain('unreadable days of the meeting', line);
  // Notation votes and calls decide no rate and are announced only afterwards.
  if (/notation vote|conference call/i.test(note)) return;
  if (/unscheduled/i.test(note)) return schedule.complain('an unscheduled meeting without a time', line);
  const isCancelled = /cancell?ed/i.test(note);
  if (note !== '' && !isCancelled) return schedule.complain('unknown note on the meeting', line);
  const linked = linkedDates(row.blocks);
  const decided = decisionDay(row, Number(first), second === undefined ? null : Number(second), linked);
  if ('wrong' in decided) return schedule.complain(decided.wrong, line);
  const { date } = decided;
  const hasSep =
    star !== undefined ||
    lastStar !== undefined ||
    row.blocks.some(({ links }) => links.some((link) => projections.exec(link)?.[1] === date.replaceAll('-', '')));
  const period = date.slice(0, 7);
  schedule.add({ event: 'fomc_decision', period, date, ...clock, hasSep, status: isCancelled ? 'cancelled' : 'scheduled' }, line);
  if (!isCancelled) readMinutes(row.blocks, { date, period, line }, schedule);
}

const linkedDates = (blocks: readonly Block[]): readonly string[] => [
  ...new Set(
    blocks.flatMap(({ links }) => links.flatMap((link) => [...link.matchAll(dated)].map(([, year, month, day]) => `${year}-${month}-${day}`))),
  ),
];

const [wednesday, thursday] = [3, 4];
const november = 11;

function decisionDay(
  row: Row,
  first: number,
  second: number | null,
  linked: readonly string[],
): { readonly date: string } | { readonly wrong: string } {
  const names = row.months.split('/');
  const months = names.map(monthNumber);
  if (months.length > 2 || months.includes(null)) return { wrong: 'no month' };
  const [begins, ends] = [months[0]!, months.at(-1)!];
  const years = new Set(linked.map((date) => Number(date.slice(0, 4))));
  const year = row.year ?? (years.size === 1 ? [...years][0]! : null);
  if (year === null) return { wrong: 'no year' };
  if (year < firstYear) return { wrong: `meetings before ${firstYear} are not read` };
  const date = dateOf(year, ends, second ?? first);
  // A meeting that spans two years is listed under the year of its decision.
  const begun = dateOf(begins > ends ? year - 1 : year, begins, first);
  if (date === null || begun === null) return { wrong: 'no such day' };
  if (second !== null && nextDay(begun) !== date) return { wrong: 'days that are not consecutive' };
  if (linked.length > 0) return linked.includes(date) ? { date } : { wrong: `the linked documents are dated ${linked.join(', ')}` };
  const { dayOfWeek } = Temporal.PlainDate.from(date);
  const isUsual = second !== null && (dayOfWeek === wednesday || (dayOfWeek === thursday && ends === november));
  return isUsual ? { date } : { wrong: `${date} is not a possible day for a decision` };
}

function readMinutes(
  blocks: readonly Block[],
  { date, period, line }: { readonly date: string; readonly period: string; readonly line: string },
  schedule: ScheduleBuilder,
): void {
  const released = blocks.flatMap(({ text }) => [...text.matchAll(/\(Released:?\s+([^)]{1,60})\)/gi)].map(([, on]) => on!));
  const minutes = { event: 'fomc_minutes', period, time: minutesTime } as const;
  if (released.length === 0) {
    const isLinked = blocks.some(({ links }) => links.some((link) => /fomcminutes20\d{6}/i.test(link)));
    if (isLinked) return schedule.complain('minutes without a release date', line);
    return schedule.add({ ...minutes, date: minutesDay(date), basis: 'inferred' }, line);
  }
  const read = new Set(released.map((text) => JSON.stringify(readDate(text, null))));
  const on = readDate(released[0]!, null);
  if (on === null || read.size > 1 || 'wrong' in on)
    return schedule.complain('minutes with an uncertain release date', `${line} ${released.join(' ')}`);
  if (Math.abs(daysBetween(date, on.date) - minutesDays) > minutesDaysOff)
    return schedule.complain(`minutes of ${date} released on ${on.date}`, line);
  schedule.add({ ...minutes, date: on.date }, line);
}

/** Returns the day three weeks after the decision, or the business day before when that is a holiday. */
function minutesDay(decided: string): string {
  let day = Temporal.PlainDate.from(decided).add({ days: minutesDays });
  while (!isBusinessDay(day.toString())) day = day.subtract({ days: 1 });
  return day.toString();
}

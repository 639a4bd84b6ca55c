/** Reads the advance retail sales from the calendar of economic indicators (list view) of the Census Bureau. */
import { readDate, readMonth, readTime } from '../format/dates.ts';
import { readTables, type Cell } from '../format/html.ts';
import { createScheduleBuilder, emptySchedule, type ParsedSchedule, type ScheduleBuilder } from '../parsed-schedule.ts';
import { addRow } from './scheduled-row.ts';

const retailTitle = /^Advance Monthly (?:Sales for Retail|Retail)/i;
const days = [8, 80] as const;

export function readCensus(html: string): ParsedSchedule {
  const schedule = createScheduleBuilder();
  const rows = readTables(html).flatMap(({ rows: all }) => all.filter((row) => row.some(({ text }) => retailTitle.test(text))));
  if (rows.length === 0) return emptySchedule('no row for the advance retail sales');
  for (const row of rows) readRow(row, schedule);
  return schedule.done();
}

function readRow(row: readonly Cell[], schedule: ScheduleBuilder): void {
  const line = row.map(({ text }) => text).join(' | ');
  const others = row.filter(({ text }) => !retailTitle.test(text));
  if (others.length !== row.length - 1) return schedule.complain('one row names two releases', line);
  const title = row.find(({ text }) => retailTitle.test(text))!.text;
  const texts = others.map(({ text }) => text.replace(/ ?\((?:revised|rescheduled|postponed|cancell?ed)[^()]{0,80}\) ?|\*{1,5}$/gi, '').trim());
  const periods = [...texts.flatMap((text) => readMonth(text) ?? []), ...(readMonth(/,\s*(\w+ \d{4})$/.exec(title)?.[1] ?? '') ?? [])];
  const period = typeof periods[0] === 'string' ? periods.slice(0, 1)[0]! : null;
  if (period === null || new Set(periods).size > 1) return schedule.complain(period === null ? 'no month covered' : 'two months covered', line);
  // The sort key of the date column repeats the date.
  const sorted = others.map(({ attributes }) => attributes['sorttable_customkey'] ?? '').filter((key) => /^20\d{10}$/.test(key));
  const contradiction = (date: string, time: string): string | null =>
    sorted.some((key) => key !== `${date.replaceAll('-', '')}${time.replace(':', '')}`) ? `the sort key ${sorted[0]} differs` : null;
  const [dates, times] = [texts.flatMap((text) => readDate(text, null) ?? []), texts.flatMap((text) => readTime(text) ?? [])];
  addRow({ line, release: { event: 'retail_sales', period }, dates, times, days, contradiction }, schedule);
}

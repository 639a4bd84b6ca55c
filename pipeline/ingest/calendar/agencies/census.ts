/**
 * Reads the advance retail sales from the Census Bureau's calendar of economic indicators (list view). A row is a release with its name,
 * date, time and the month covered. The sort key of the date column repeats the date, as a check.
 */
import { daysAfterPeriod, readDate, readMonth, readTime } from '../format/dates.ts';
import { readTables, type Cell } from '../format/html.ts';
import { createReading, emptyReading, uidOf, type ScheduleReading } from '../reading.ts';

const retailTitle = /^Advance Monthly (?:Sales for Retail|Retail)/i;
/** Days from the end of the month to the release, including those delayed by lapses of appropriations. */
const [daysFirst, daysLast] = [8, 80];

export function readCensus(html: string): ScheduleReading {
  const reading = createReading();
  const rows = readTables(html).flatMap(({ rows: found }) => found.filter((row) => row.some(({ text }) => retailTitle.test(text))));
  if (rows.length === 0) return emptyReading('no row for the advance retail sales');
  for (const row of rows) readRow(row, reading);
  return reading.done();
}

function readRow(row: readonly Cell[], reading: ReturnType<typeof createReading>): void {
  const line = row.map(({ text }) => text).join(' | ');
  const others = row.filter(({ text }) => !retailTitle.test(text));
  if (others.length !== row.length - 1) return reading.complain('two releases in a row', line);
  const title = row.find(({ text }) => retailTitle.test(text))!.text;
  const texts = others.map(({ text }) => text.replace(/ ?\((?:revised|rescheduled|postponed|cancell?ed)[^()]{0,80}\) ?|\*{1,5}$/gi, '').trim());
  const periods = [...texts.flatMap((text) => readMonth(text) ?? []), ...(readMonth(/,\s*(\w+ \d{4})$/.exec(title)?.[1] ?? '') ?? [])];
  const period = typeof periods[0] === 'string' ? periods.slice(0, 1)[0]! : null;
  if (period === null || new Set(periods).size > 1) return reading.complain(period === null ? 'no month covered' : 'two months covered', line);
  const isCancelled = /\bcancell?ed\b/i.test(line);
  const isPutOff = /\b(?:postponed|delayed)\b/i.test(line);
  const dates = texts.flatMap((text) => readDate(text, null) ?? []);
  const times = texts.flatMap((text) => readTime(text) ?? []);
  if (dates.length === 0 && (isCancelled || isPutOff || /\bto be (?:announced|determined)\b|\bTB[AD]\b/i.test(line))) {
    return reading.leaveUndated({ uid: uidOf({ event: 'retail_sales', period }), schedule_status: isCancelled ? 'cancelled' : 'postponed' });
  }
  const [date, time] = [dates[0], times[0]];
  if (date === undefined || dates.length > 1) return reading.complain(date === undefined ? 'no date' : 'two dates', line);
  if ('wrong' in date) return reading.complain(date.wrong, line);
  if (time === undefined || times.length > 1) return reading.complain(time === undefined ? 'no time' : 'two times', line);
  const sorted = others.map(({ attributes }) => attributes['sorttable_customkey'] ?? '').filter((key) => /^20\d{10}$/.test(key));
  const written = `${date.date.replaceAll('-', '')}${time.replace(':', '')}`;
  if (sorted.some((key) => key !== written)) return reading.complain(`the sort key ${sorted[0]} differs`, line);
  const days = daysAfterPeriod(period, date.date);
  if (days < daysFirst || days > daysLast) return reading.complain(`${date.date} is not a possible date for ${period}`, line);
  reading.add(
    { event: 'retail_sales', period, date: date.date, time, status: isCancelled ? 'cancelled' : isPutOff ? 'postponed' : 'scheduled' },
    line,
  );
}

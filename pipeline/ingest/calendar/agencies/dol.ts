/** Reads the weekly jobless claims from the list of releases of the Department of Labor, which publishes no schedule. */
import { isBusinessDay } from '#schemas/edgar-calendar.ts';
import { seriesTable } from '#schemas/calendar.ts';
import { readDate } from '../format/dates.ts';
import { readBlocks, type Block } from '../format/html.ts';
import {
  createScheduleBuilder,
  emptySchedule,
  occurrenceOf,
  type ParsedSchedule,
  type ReadOccurrence,
  type ScheduleBuilder,
} from '../parsed-schedule.ts';

const claimsTitle = /\bunemployment insurance weekly claims\b/i;
const { usualTime } = seriesTable.jobless_claims;
const [wednesday, thursday, friday] = [3, 4, 5];
const weeksAhead = 60;
const listedMax = 400;

export function readDol(html: string): ParsedSchedule {
  const schedule = createScheduleBuilder();
  const blocks = readBlocks(html);
  if (!blocks.some(({ text }) => claimsTitle.test(text))) return emptySchedule('no weekly claims');
  readList(blocks, schedule);
  const { occurrences, ...rest } = schedule.done();
  const newest = occurrences
    .map(({ reference_period }) => reference_period)
    .sort()
    .at(-1);
  return { ...rest, occurrences: newest === undefined ? occurrences : [...occurrences, ...inferClaims(newest)] };
}

/** Reads the list of releases. The one date between a title and the one before belongs to that title; its address may repeat it. */
function readList(blocks: readonly Block[], schedule: ScheduleBuilder): void {
  let dates: string[] = [];
  let wrong: string | null = null;
  let listed = 0;
  for (const { text, links } of blocks) {
    const date = readDate(text, null);
    if (date !== null) {
      if ('wrong' in date) wrong = `${text} ${date.wrong}`;
      else dates.push(date.date);
    }
    const addresses = links.filter((link) => /\/newsroom\/releases\/[a-z]+\/[a-z]+\d{8}/i.test(link));
    const isTitle = claimsTitle.test(text) && text.length < 200;
    if (addresses.length === 0 && !isTitle) continue;
    if (isTitle && addresses.length > 0 && listed < listedMax) {
      listed += 1;
      readEntry({ text, dates, wrong, addresses }, schedule);
    }
    [dates, wrong] = [[], null];
  }
}

interface Entry {
  readonly text: string;
  readonly dates: readonly string[];
  readonly wrong: string | null;
  readonly addresses: readonly string[];
}

function readEntry({ text, dates, wrong, addresses }: Entry, schedule: ScheduleBuilder): void {
  const [date] = dates;
  if (wrong !== null || date === undefined || dates.length > 1)
    return schedule.complain(wrong ?? (date === undefined ? 'no date' : 'two dates'), text);
  const line = `${text} ${date}`;
  const addressed = addresses.map((address) => /(\d{8})/.exec(address)?.[1] ?? '');
  if (!addressed.every((digits) => digits === date.replaceAll('-', '')))
    return schedule.complain('the URL names another day', `${line} ${addresses[0]}`);
  const period = weekOf(date);
  if (period === null) return schedule.complain(`${date} is not a possible day for the weekly claims`, line);
  schedule.add({ event: 'jobless_claims', period, date, time: usualTime }, line);
}

/** Returns the Saturday that ends the week a release on `date` reports on; null when no claims are published on such a day. */
function weekOf(date: string): string | null {
  const day = Temporal.PlainDate.from(date);
  const { dayOfWeek } = day;
  const isHolidayWeek = !isBusinessDay(day.add({ days: thursday - dayOfWeek }).toString());
  const isDay = dayOfWeek === thursday || (isHolidayWeek && (dayOfWeek === wednesday || dayOfWeek === friday));
  return isDay ? day.subtract({ days: dayOfWeek + 1 }).toString() : null;
}

/** Returns the inferred releases for the weeks that end after the day `after`: Thursday, or Wednesday when Thursday is a holiday. */
export function inferClaims(after: string): ReadOccurrence[] {
  const from = Temporal.PlainDate.from(after);
  const saturday = from.add({ days: (6 - from.dayOfWeek + 7) % 7 });
  return Array.from({ length: weeksAhead }, (_, week) => {
    const ended = saturday.add({ weeks: week + (saturday.equals(from) ? 1 : 0) });
    const usual = ended.add({ days: 5 });
    const date = isBusinessDay(usual.toString()) ? usual : usual.subtract({ days: 1 });
    return occurrenceOf({ event: 'jobless_claims', period: ended.toString(), date: date.toString(), time: usualTime, basis: 'inferred' });
  });
}

/** Parses dates, times and periods as the agencies write them. The whole text must match. */
import { daysBetween } from '#schemas/edgar-calendar.ts';
import { calendarDay, monthNumber } from '../../dates.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const weekdayPattern = '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?';
export const monthPattern =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)';

/** Returns the ISO date; null when it does not exist, such as `2026-02-30`. */
export const dateOf = (year: number, month: number, day: number): string | null => calendarDay(year, month, day)?.toString() ?? null;

const writtenDate = new RegExp(`^(?:(${weekdayPattern}),?\\s+)?(${monthPattern})\\.?\\s+(\\d{1,2})(?:,?\\s+(\\d{4}))?$`, 'i');
const numericDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

export type DateResult = { readonly date: string } | { readonly wrong: string };

/** Returns the date in `Friday, November 20, 2026` or `11/20/2026`, or why it is wrong; null for any other text. `pageYear` completes `August 26`. */
export function readDate(text: string, pageYear: number | null): DateResult | null {
  const line = text.replace(/\s+/g, ' ').trim();
  const written = writtenDate.exec(line);
  const numeric = numericDate.exec(line);
  if (written === null && numeric === null) return null;
  const [weekday, month, day, year] =
    written !== null
      ? [written[1], monthNumber(written[2]!), Number(written[3]), written[4] === undefined ? pageYear : Number(written[4])]
      : [undefined, Number(numeric![1]), Number(numeric![2]), Number(numeric![3])];
  if (month === null) return null;
  if (year === null) return { wrong: 'no year' };
  const date = dateOf(year, month, day);
  if (date === null) return { wrong: 'no such day' };
  if (weekday !== undefined && !weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1]!.startsWith(weekday.slice(0, 3).toLowerCase()))
    return { wrong: `${date} is not a ${weekday}` };
  return { date };
}

/** Returns `08:30` for `8:30 AM`, `8:30 a.m. ET` and the like; null for any other text. */
export function readTime(text: string): string | null {
  const [, hour, minute = '00', half] =
    /^(\d{1,2})(?::(\d{2}))?\s*([ap])\.?\s?m\.?(?:,?\s*\(?E[SD]?T\)?|,?\s+Eastern(?: Time)?)?$/i.exec(text.replace(/\s+/g, ' ').trim()) ?? [];
  if (hour === undefined || half === undefined || Number(hour) < 1 || Number(hour) > 12 || Number(minute) > 59) return null;
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

const monthAndYear = new RegExp(`^(${monthPattern})\\.?,?\\s+(\\d{4})$`, 'i');

/** Returns `2026-07` for `July 2026`; null for any other text. */
export function readMonth(text: string): string | null {
  const [, name, year] = monthAndYear.exec(text.replace(/\s+/g, ' ').trim()) ?? [];
  const month = name === undefined ? null : monthNumber(name);
  return month === null ? null : monthPeriod(Number(year), month);
}

export const monthPeriod = (year: number, month: number): string => `${year}-${String(month).padStart(2, '0')}`;

export const addMonths = (period: string, count: number): string => Temporal.PlainYearMonth.from(period).add({ months: count }).toString();

export const monthsBetween = (from: string, to: string): number =>
  Temporal.PlainYearMonth.from(from).until(Temporal.PlainYearMonth.from(to), { largestUnit: 'month' }).months;

/** Returns the days from the last day of a month or quarter to the date; negative for an earlier date. */
export function daysAfterPeriod(period: string, date: string): number {
  const quarter = /^(\d{4})-Q([1-4])$/.exec(period);
  const month = quarter === null ? period : monthPeriod(Number(quarter[1]), Number(quarter[2]) * 3);
  const first = Temporal.PlainYearMonth.from(month);
  const last = first.toPlainDate({ day: first.daysInMonth });
  return daysBetween(last.toString(), date);
}

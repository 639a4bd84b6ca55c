/**
 * EDGAR's business days, hours and deadlines in Eastern time, and conversion of Eastern wall-clock times to UTC. Federal holidays are
 * computed (5 U.S.C. 6103); days that EDGAR closed by executive order are listed.
 */

export const easternZone = 'America/New_York';

/** Source: announcements at sec.gov, "EDGAR Closed on …". */
const closings: ReadonlySet<string> = new Set([
  '2018-12-05', // mourning for G. H. W. Bush
  '2018-12-24',
  '2019-12-24',
  '2020-12-24',
  '2024-12-24',
  '2025-01-09', // mourning for J. Carter
  '2025-12-24',
  '2025-12-26',
]);

const lateForms = /^(?:3|4|5|144|SC(?:HEDULE)? 13[DG]|SC(?:HEDULE)? 14N)(?:\/A)?$/;

const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;
const SUNDAY = 7;

const fixedHolidays: readonly { readonly month: number; readonly day: number; readonly since?: number }[] = [
  { month: 1, day: 1 }, // New Year's Day
  { month: 6, day: 19, since: 2021 }, // Juneteenth
  { month: 7, day: 4 }, // Independence Day
  { month: 11, day: 11 }, // Veterans Day
  { month: 12, day: 25 }, // Christmas Day
];

interface FloatingHoliday {
  readonly month: number;
  readonly weekday: number;
  /** 1 to 4 from the start of the month, or -1 for the last. */
  readonly nth: number;
}
const floatingHolidays: readonly FloatingHoliday[] = [
  { month: 1, weekday: MONDAY, nth: 3 }, // Birthday of Martin Luther King, Jr.
  { month: 2, weekday: MONDAY, nth: 3 }, // Washington's Birthday
  { month: 5, weekday: MONDAY, nth: -1 }, // Memorial Day
  { month: 9, weekday: MONDAY, nth: 1 }, // Labor Day
  { month: 10, weekday: MONDAY, nth: 2 }, // Columbus Day
  { month: 11, weekday: THURSDAY, nth: 4 }, // Thanksgiving Day
];

/** Returns the day on which a holiday is observed: Friday for Saturday, Monday for Sunday (5 U.S.C. 6103(b), Executive Order 11582). */
function observed(holiday: Temporal.PlainDate): Temporal.PlainDate {
  if (holiday.dayOfWeek === SATURDAY) return holiday.subtract({ days: 1 });
  if (holiday.dayOfWeek === SUNDAY) return holiday.add({ days: 1 });
  return holiday;
}

function floating(year: number, { month, weekday, nth }: FloatingHoliday): Temporal.PlainDate {
  const first = new Temporal.PlainDate(year, month, 1);
  const firstMatch = first.add({ days: (weekday - first.dayOfWeek + 7) % 7 });
  if (nth > 0) return firstMatch.add({ weeks: nth - 1 });
  const fifth = firstMatch.add({ weeks: 4 });
  return fifth.month === month ? fifth : firstMatch.add({ weeks: 3 });
}

const holidaysByYear = new Map<number, ReadonlySet<string>>();
const holidaysOf = (year: number): ReadonlySet<string> => holidaysByYear.getOrInsertComputed(year, computeHolidays);

function computeHolidays(year: number): ReadonlySet<string> {
  const fixed = [...fixedHolidays.map((holiday) => ({ year, ...holiday })), { year: year + 1, month: 1, day: 1 }]
    .filter(({ since }: { since?: number }) => since === undefined || year >= since)
    .map((holiday) => observed(new Temporal.PlainDate(holiday.year, holiday.month, holiday.day)));
  const all = [...fixed, ...floatingHolidays.map((holiday) => floating(year, holiday))];
  return new Set(all.filter((date) => date.year === year).map((date) => date.toString()));
}

/** Returns whether EDGAR accepts filings on that Eastern day, `YYYY-MM-DD`. */
export function isBusinessDay(date: string): boolean {
  const day = Temporal.PlainDate.from(date);
  return day.dayOfWeek < SATURDAY && !closings.has(date) && !holidaysOf(day.year).has(date);
}

/** Returns whether the day is a federal holiday by law; closings by executive order do not count. */
export const isFederalHoliday = (date: string): boolean => holidaysOf(Number(date.slice(0, 4))).has(date);

/** Returns the `count`th business day after `date`; the same day for 0. */
export function addBusinessDays(date: string, count: number): string {
  let day = Temporal.PlainDate.from(date);
  for (let left = count; left > 0;) {
    day = day.add({ days: 1 });
    if (isBusinessDay(day.toString())) left -= 1;
  }
  return day.toString();
}

export const nextDay = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString();

/** Returns the days from one day to another; negative if the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days;

const eastern = (instant: string): Temporal.ZonedDateTime => Temporal.Instant.from(instant).toZonedDateTimeISO(easternZone);

export const easternDate = (instant: string): string => eastern(instant).toPlainDate().toString();
export const easternDateAt = (ms: number): string => easternDate(new Date(ms).toISOString());

/** Returns the instant of `2025-03-18T20:14:44` in Eastern time; in a repeated hour, the first one. Throws a RangeError if invalid. */
export const easternInstant = (wallClock: string): string =>
  Temporal.PlainDateTime.from(wallClock, { overflow: 'reject' }).toZonedDateTime(easternZone).toInstant().toString({ fractionalSecondDigits: 3 });

/** Returns whether EDGAR accepts filings at that instant: from 6:00 to 22:00 Eastern on business days (Regulation S-T, Rule 12(c)). */
export function isFilingHours(instant: string): boolean {
  const { hour } = eastern(instant);
  return hour >= 6 && hour < 22 && isBusinessDay(easternDate(instant));
}

/**
 * Returns the filing date that EDGAR assigns to a document accepted at that instant. After 17:30 Eastern (for `lateForms` 22:00), and on days
 * when EDGAR is closed, it is the next business day (Regulation S-T, Rule 13(a)(2) and (4)).
 */
export function filingDate(acceptedAt: string, form: string): string {
  const { hour, minute } = eastern(acceptedAt);
  const date = easternDate(acceptedAt);
  const endsAt = lateForms.test(form) ? 22 * 60 : 17 * 60 + 30;
  return isBusinessDay(date) && hour * 60 + minute < endsAt ? date : addBusinessDays(date, 1);
}

/** Returns the deadline of a Form 4, the second business day after the trade (Exchange Act, section 16(a)(2)(C)). */
export const form4DueDate = (tradeDate: string): string => addBusinessDays(tradeDate, 2);

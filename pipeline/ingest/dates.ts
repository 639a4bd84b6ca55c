/** Parses English month names, days of the calendar and Eastern times. */
import { easternInstant } from '#schemas/edgar-calendar.ts';
import { monthNames } from '../month-names.ts';

/** Pattern of a month as texts write it, without the full stop of an abbreviation: `January`, `Jan`, `Sept`. */
export const monthPattern = `(?:${monthNames.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)}${name === 'September' ? '|t' : ''})?`).join('|')})`;

/** Returns 1 for `January`, `jan` and `Jan.`; null for any other text, and for fewer than three letters. */
export function monthNumber(word: string): number | null {
  const cut = word.trim().replace(/\.$/, '').toLowerCase();
  const index = cut.length < 3 ? -1 : monthNames.findIndex((name) => name.toLowerCase().startsWith(cut));
  return index < 0 ? null : index + 1;
}

/** Returns the day; null when the calendar has no such day. */
export function calendarDay(year: number, month: number, day: number): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
  } catch {
    return null;
  }
}

/** Returns the instant of an Eastern time such as `2026-06-10T19:50:00`; null when the text is no valid time. */
export function readEasternInstant(wallClock: string): string | null {
  try {
    return easternInstant(wallClock);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

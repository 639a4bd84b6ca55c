/** Finds the filing date of the original in the text of an 8-K/A or 6-K/A. */
import { monthNames } from '../../../month-names.ts';
import { calendarDay, monthNumber } from '../../dates.ts';

const opening = /\bexplanatory\s+note\b|\bthis\s+amendment\b|\bamend(?:s|ed|ing)\b|\bamendment\s+no\b/i;
const monthDay = new RegExp(`\\b(${monthNames.join('|')})\\s+(\\d{1,2}),\\s+((?:19|20)\\d\\d)\\b`, 'gi');
/** Matches a statement before the date ("filed with the SEC on") or after it ("the company filed"). */
const filed = /\b(?:filed|furnished)\b/i;
const endsOn = /\bon\s$/i;
const filedThen = /^.{0,60}\b(?:filed|furnished)\b/i;
/** Number of characters that are read after the words that introduce the amendment, and on each side of a date. */
const [noteChars, besideChars] = [1_500, 120] as const;
const daysMax = 800;

/** Returns the first stated date from 800 days before `filedOn` to that day, or null if the text has none. */
export function amendedOn(text: string, filedOn: string): string | null {
  const start = opening.exec(text)?.index;
  if (start === undefined) return null;
  const note = text.slice(Math.max(0, start - besideChars), start + noteChars).replace(/\s+/g, ' ');
  const dates = [...note.matchAll(monthDay)];
  const before = (date: RegExpExecArray): string => note.slice(Math.max(0, date.index - besideChars), date.index);
  const after = (date: RegExpExecArray): string => note.slice(date.index + date[0].length, date.index + date[0].length + besideChars);
  const stated = [
    ...dates.filter((date) => filed.test(before(date)) && endsOn.test(before(date))),
    ...dates.filter((date) => filedThen.test(after(date))),
  ];
  const days = stated.flatMap(([, month, day, year]) => calendarDay(Number(year), monthNumber(month!)!, Number(day)) ?? []);
  const last = Temporal.PlainDate.from(filedOn);
  const isEarlier = (day: Temporal.PlainDate): boolean => day.until(last).days >= 0 && day.until(last).days <= daysMax;
  return days.find(isEarlier)?.toString() ?? null;
}

/** Adds the release of a table row to a schedule, from the dates and times in its cells. */
import { daysAfterPeriod, type DateResult } from '../format/dates.ts';
import { uidOf, type ScheduleBuilder, type Facts } from '../parsed-schedule.ts';

interface ScheduledRow {
  readonly line: string;
  readonly release: Pick<Facts, 'event' | 'period' | 'stage'>;
  readonly dates: readonly DateResult[];
  readonly times: readonly string[];
  /** Minimum and maximum days from the end of the period to the release, delays by government shutdowns included. */
  readonly days: readonly [number, number];
  /** Returns which other part of the row contradicts the date and time; null when none does. */
  readonly contradiction?: (date: string, time: string) => string | null;
}

/** Adds the release or the problem of a row. A row without a date must say that it is postponed, cancelled or not dated yet. */
export function addRow({ line, release, dates, times, days, contradiction }: ScheduledRow, schedule: ScheduleBuilder): void {
  const isCancelled = /\bcancell?ed\b/i.test(line);
  const isPostponed = /\b(?:postponed|delayed)\b/i.test(line);
  if (dates.length === 0 && (isCancelled || isPostponed || /\bto be (?:announced|determined)\b|\bTB[AD]\b/i.test(line)))
    return schedule.leaveUndated({ uid: uidOf(release), schedule_status: isCancelled ? 'cancelled' : 'postponed' });
  const [date, time] = [dates[0], times[0]];
  if (date === undefined || dates.length > 1) return schedule.complain(date === undefined ? 'no date' : 'two dates', line);
  if ('wrong' in date) return schedule.complain(date.wrong, line);
  if (time === undefined || times.length > 1) return schedule.complain(time === undefined ? 'no time' : 'two times', line);
  const contradicted = contradiction?.(date.date, time) ?? null;
  if (contradicted !== null) return schedule.complain(contradicted, line);
  const after = daysAfterPeriod(release.period, date.date);
  if (after < days[0] || after > days[1]) return schedule.complain(`${date.date} is not a possible date for ${release.period}`, line);
  schedule.add({ ...release, date: date.date, time, status: isCancelled ? 'cancelled' : isPostponed ? 'postponed' : 'scheduled' }, line);
}

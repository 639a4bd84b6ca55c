/** Formats dates and times as EDGAR, agencies and feeds write them, in New York time. */
import { monthNames } from '#pipeline/month-names.ts';
import { easternZone, isBusinessDay } from '#schemas/edgar-calendar.ts';

export interface EasternTime {
  /** `2026-11-20` */
  readonly date: string;
  readonly time: string;
  readonly offset: string;
  readonly zone: string;
}

/** Returns date and time in New York at `at`, ms since the epoch. */
export function easternTime(at: number): EasternTime {
  const local = Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(easternZone);
  const [date = '', time = ''] = local.toPlainDateTime().toString({ smallestUnit: 'second' }).split('T');
  return { date, time, offset: local.offset, zone: local.offset === '-04:00' ? 'EDT' : 'EST' };
}

export const fromEastern = (date: string, time: string): number =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(easternZone).epochMilliseconds;

/** Returns date, time and zone as RFC 822 writes them, with a four-digit year. */
export const rfc822 = ({ date, time }: Pick<EasternTime, 'date' | 'time'>, zone: string): string =>
  `${new Date(`${date}T00:00:00Z`).toUTCString().slice(0, 16)} ${time} ${zone}`;

export const compactDate = (date: string): string => date.replaceAll('-', '');

export const monthName = (date: string): string => monthNames[Number(date.slice(5, 7)) - 1]!;

/** Returns e.g. `November 5`. */
export const monthDay = (date: string): string => `${monthName(date)} ${Number(date.slice(8))}`;

/** Returns e.g. `November 5, 2026`. */
export const longDate = (date: string): string => `${monthDay(date)}, ${date.slice(0, 4)}`;

/** Returns the date that is `days` business days before `date`; 0 gives `date` itself or, on a holiday, the last business day before. */
export function businessDaysBefore(date: string, days: number): string {
  let at = Temporal.PlainDate.from(date);
  for (let left = days; !isBusinessDay(at.toString()) || left-- > 0;) at = at.subtract({ days: 1 });
  return at.toString();
}

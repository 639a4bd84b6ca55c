/** An instant as EDGAR writes it: Eastern date, clock time and offset, with the time zone's daylight-saving rules. */
import { isBusinessDay } from '#schemas/edgar-calendar.ts';

export interface EasternTime {
  /** `2026-11-20` */
  readonly date: string;
  /** `18:02:43` */
  readonly time: string;
  /** `-05:00` */
  readonly offset: string;
  /** `EST` or `EDT` */
  readonly zone: string;
}

const format = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour12: false, timeZoneName: 'longOffset' });
const hourMs = 3_600_000;
const offsetByHour = new Map<number, number>();

/** Returns the offset in ms. Offsets change on the hour only, so one lookup per hour suffices; the cache is bounded. */
function offsetMs(at: number): number {
  const hour = Math.floor(at / hourMs);
  const known = offsetByHour.get(hour);
  if (known !== undefined) return known;
  const name = format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT-05:00';
  const hours = Number(/GMT([+-]\d+)/.exec(name)?.[1] ?? '-5');
  if (offsetByHour.size > 20_000) offsetByHour.clear();
  offsetByHour.set(hour, hours * hourMs);
  return hours * hourMs;
}

export function easternTime(at: number): EasternTime {
  const offset = offsetMs(at);
  const local = new Date(at + offset).toISOString();
  const hours = Math.abs(offset / hourMs);
  return {
    date: local.slice(0, 10),
    time: local.slice(11, 19),
    offset: `-0${hours}:00`,
    zone: hours === 4 ? 'EDT' : 'EST',
  };
}

/** Returns the instant of an Eastern wall-clock time, `2026-11-20` and `18:02:43`. */
export function fromEastern(date: string, time: string): number {
  const asUtc = Date.parse(`${date}T${time}Z`);
  const guess = asUtc - offsetMs(asUtc + 5 * hourMs);
  return asUtc - offsetMs(guess);
}

/** Returns a local date and time in the form of RFC 822, with a four-digit year. */
export const rfc822 = ({ date, time }: Pick<EasternTime, 'date' | 'time'>, zone: string): string =>
  `${new Date(`${date}T00:00:00Z`).toUTCString().slice(0, 16)} ${time} ${zone}`;

/** Returns `20261120`. */
export const compactDate = (date: string): string => date.replaceAll('-', '');

/** Returns the business day `days` before `date`; for 0, `date` itself or the last business day before it. */
export function businessDaysBefore(date: string, days: number): string {
  let at = date;
  while (!isBusiness(at)) at = dayAfter(at, -1);
  for (let left = days; left > 0; left--) {
    do at = dayAfter(at, -1);
    while (!isBusiness(at));
  }
  return at;
}

const dayAfter = (date: string, days: number): string => new Date(Date.parse(`${date}T12:00:00Z`) + days * 24 * hourMs).toISOString().slice(0, 10);

const businessDays = new Map<string, boolean>();

function isBusiness(date: string): boolean {
  let is = businessDays.get(date);
  if (is === undefined) {
    if (businessDays.size > 5_000) businessDays.clear();
    businessDays.set(date, (is = isBusinessDay(date)));
  }
  return is;
}

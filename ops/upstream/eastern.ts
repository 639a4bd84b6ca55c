/** An instant as EDGAR writes it: Eastern date, clock time and offset, with the zone's own rules for summer time. */
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

/** Offsets change on the hour only, so one look-up an hour is enough; the memory of them is bounded. */
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

/** The instant of an Eastern wall-clock time, `2026-11-20` and `18:02:43`. */
export function fromEastern(date: string, time: string): number {
  const asUtc = Date.parse(`${date}T${time}Z`);
  const guess = asUtc - offsetMs(asUtc + 5 * hourMs);
  return asUtc - offsetMs(guess);
}

/** `20261120` */
export const compactDate = (date: string): string => date.replaceAll('-', '');

/** The business day `days` before `date`; weekends are skipped, holidays are not known here. */
export function businessDaysBefore(date: string, days: number): string {
  const at = new Date(`${date}T12:00:00Z`);
  const isWeekend = (): boolean => at.getUTCDay() === 0 || at.getUTCDay() === 6;
  while (isWeekend()) at.setUTCDate(at.getUTCDate() - 1);
  for (let left = days; left > 0; left--) {
    do at.setUTCDate(at.getUTCDate() - 1);
    while (isWeekend());
  }
  return at.toISOString().slice(0, 10);
}

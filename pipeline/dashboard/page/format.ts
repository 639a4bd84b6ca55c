/** Texts of numbers, durations and instants. All instants are UTC. */

const daySeconds = 86_400;

/** Returns a whole number with separators; '–' where there is none. */
export const count = (value: number | null | undefined): string => (isMissing(value) ? '–' : Math.round(value).toLocaleString('en-US'));

/** Returns a duration as people say it, in at most two units: `50 ms`, `5.00 s`, `2 h 5 min`; '–' where there is none. */
export function seconds(value: number | null | undefined): string {
  if (isMissing(value)) return '–';
  // A source whose clock is ahead of ours.
  if (value < 0) return `−${seconds(-value)}`;
  if (value < 0.0995) return `${Math.round(value * 1_000)} ms`;
  if (value < 59.95) return `${value.toFixed(value < 10 ? 2 : 1)} s`;
  const whole = Math.round(value);
  if (whole < 3_600) return twoUnits(whole, [60, 'min'], [1, 's']);
  return whole < 2 * daySeconds ? twoUnits(whole, [3_600, 'h'], [60, 'min']) : twoUnits(whole, [daySeconds, 'd'], [3_600, 'h']);
}

type Unit = readonly [seconds: number, name: string];

/** The smaller unit is omitted where it is zero. */
function twoUnits(whole: number, [size, large]: Unit, [smallSize, small]: Unit): string {
  const rest = Math.floor((whole % size) / smallSize);
  return `${Math.floor(whole / size)} ${large}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}

const isMissing = (value: number | null | undefined): value is null | undefined => value === null || value === undefined || Number.isNaN(value);

/** Returns how long ago an instant was; never negative. */
export const elapsed = (instant: string, nowMs: number): string => seconds(Math.max(0, (nowMs - Date.parse(instant)) / 1_000));

/** Returns `02-03` for steps of an axis of a day and more, else `14:05`. `at`: seconds since 1970. */
export const axisLabel = (at: number, stepSeconds: number): string =>
  stepSeconds >= daySeconds ? isoText(at * 1_000).slice(5, 10) : isoText(at * 1_000).slice(11, 16);

/** Returns `2026-02-03 14:05:06`. */
export const dateAndTime = (ms: number): string => isoText(ms).slice(0, 19).replace('T', ' ');

/** Returns `2026-02-03`. */
export const date = (ms: number): string => isoText(ms).slice(0, 10);

/** Returns `14:05:06`. */
export const timeOfDay = (ms: number): string => isoText(ms).slice(11, 19);

const isoText = (ms: number): string => new Date(ms).toISOString();

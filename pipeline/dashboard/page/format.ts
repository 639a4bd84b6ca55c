/** Formats numbers, durations and instants (in UTC). */

const daySeconds = 86_400;

/** Returns a whole number with separators, or '–' when it is missing. */
export const count = (value: number | null | undefined): string => (isMissing(value) ? '–' : Math.round(value).toLocaleString('en-US'));

/** Returns a duration in at most two units, such as `50 ms`, `5.00 s` or `2 h 5 min`, or '–' when it is missing. */
export function seconds(value: number | null | undefined): string {
  if (isMissing(value)) return '–';
  // The clock of a source may be ahead of ours.
  if (value < 0) return `−${seconds(-value)}`;
  if (value < 0.0995) return `${Math.round(value * 1_000)} ms`;
  if (value < 59.95) return `${value.toFixed(value < 10 ? 2 : 1)} s`;
  const whole = Math.round(value);
  if (whole < 3_600) return twoUnits(whole, [60, 'min'], [1, 's']);
  return whole < 2 * daySeconds ? twoUnits(whole, [3_600, 'h'], [60, 'min']) : twoUnits(whole, [daySeconds, 'd'], [3_600, 'h']);
}

type Unit = readonly [seconds: number, name: string];

function twoUnits(whole: number, [size, large]: Unit, [smallSize, small]: Unit): string {
  const rest = Math.floor((whole % size) / smallSize);
  return `${Math.floor(whole / size)} ${large}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}

const isMissing = (value: number | null | undefined): value is null | undefined => value === null || value === undefined || Number.isNaN(value);

/** Returns the time since an instant; zero for a future one. */
export const elapsed = (instant: string, nowMs: number): string => seconds(Math.max(0, (nowMs - Date.parse(instant)) / 1_000));

/** Returns `02-03` when the axis has steps of a day or more, else `14:05`. `at`: Unix seconds. */
export const axisLabel = (at: number, stepSeconds: number): string =>
  stepSeconds >= daySeconds ? isoText(at * 1_000).slice(5, 10) : isoText(at * 1_000).slice(11, 16);

/** Returns `2026-02-03 14:05:06`. */
export const dateAndTime = (ms: number): string => isoText(ms).slice(0, 19).replace('T', ' ');

/** Returns `2026-02-03`. */
export const date = (ms: number): string => isoText(ms).slice(0, 10);

/** Returns `14:05:06`. */
export const timeOfDay = (ms: number): string => isoText(ms).slice(11, 19);

const isoText = (ms: number): string => new Date(ms).toISOString();

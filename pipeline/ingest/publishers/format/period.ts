/** Reads how often a feed states that it changes: RSS `ttl` in minutes, else the `sy:` elements, a number of updates per period. */
import { childText, type XmlElement } from './xml-tree.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const periods: ReadonlyMap<string, number> = new Map([
  ['hourly', hourMs],
  ['daily', 24 * hourMs],
  ['weekly', 7 * 24 * hourMs],
  ['monthly', 30 * 24 * hourMs],
  ['yearly', 365 * 24 * hourMs],
]);

/** Returns the stated milliseconds between updates; null when the channel states none, or nothing valid. */
export function declaredPeriodMs(channel: XmlElement): number | null {
  const ttl = count(childText(channel, 'ttl'));
  if (ttl !== null) return ttl * minuteMs;
  const period = periods.get((childText(channel, 'sy:updateperiod') ?? '').trim().toLowerCase());
  if (period === undefined) return null;
  return period / (count(childText(channel, 'sy:updatefrequency')) ?? 1);
}

/** Returns a whole number from 1 to a million, or null. */
function count(text: string | null): number | null {
  const written = (text ?? '').trim();
  const value = /^\d{1,7}$/.test(written) ? Number(written) : 0;
  return value >= 1 && value <= 1_000_000 ? value : null;
}

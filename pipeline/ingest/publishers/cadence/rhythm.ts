/**
 * The rhythm of a feed: how many entries an hour it brings, and when. Estimated as the rate of a Poisson process that is
 * not homogeneous: a profile by hour of the day (UTC) over about the last week is the prior, the entries of about the last
 * hour the evidence, joined as a Gamma prior is with Poisson counts. Pure; times are epoch milliseconds.
 *
 * Sources: K. C. Sia, J. Cho, H.-K. Cho, "Efficient Monitoring Algorithm for Fast News Alerts" (IEEE TKDE 19(7), 2007): feeds
 * follow a periodic Poisson rate; J. Cho, H. Garcia-Molina, "Estimating Frequency of Change" (ACM TOIT 3(3), 2003).
 */
import { z } from 'zod';

const hourMs = 3_600_000;
const hoursOfDay = 24;

const hourly = z.array(z.number().nonnegative()).length(hoursOfDay);

export const Rhythm = z.object({
  /** Up to when it is reckoned. */
  at: z.number().nonnegative(),
  /** Entries by hour of the day, and the hours they were watched for: both halve in `profileHalfLifeMs`. */
  entries: hourly,
  hours: hourly,
  /** The same of late: both halve in `recentHalfLifeMs`. */
  recent_entries: z.number().nonnegative(),
  recent_hours: z.number().nonnegative(),
});
export type Rhythm = z.infer<typeof Rhythm>;

const profileHalfLifeMs = 7 * 24 * hourMs;
const recentHalfLifeMs = 0.75 * hourMs;
/** Of a feed that nothing is known of: an entry a day, believed as much as six hours of watching. */
const unknown = { perHour: 1 / 24, hours: 6 };
/** How much an hour of the day takes from the mean of the whole day. */
const shrinkHours = 3;
/** How much of late evidence the profile weighs. */
const profileHours = 0.5;
/** What is reckoned after a stop, and what a listing tells of before it was first read. */
const backMsMax = 7 * 24 * hourMs;
/** A feed of 2,000 entries that all carry one time is a dump, no rhythm. */
const entriesAtOnceMax = 200;

const zeros = (): number[] => Array.from({ length: hoursOfDay }, () => 0);
const halved = (spanMs: number, halfLifeMs: number): number => 2 ** (-spanMs / halfLifeMs);
/** Hours from so long ago to so long ago, each moment of them halved as the entries of that moment are. */
const watchedHours = (toMs: number, fromMs: number, halfLifeMs: number): number =>
  ((halved(toMs, halfLifeMs) - halved(fromMs, halfLifeMs)) * halfLifeMs) / Math.LN2 / hourMs;
const hourOf = (atMs: number): number => Math.floor(atMs / hourMs) % hoursOfDay;

export const noRhythm = (atMs: number): Rhythm => ({ at: atMs, entries: zeros(), hours: zeros(), recent_entries: 0, recent_hours: 0 });

/** What a listing that is read for the first time tells by the dates of its entries; future and old ones say nothing. */
export function rhythmOfListing(times: readonly number[], nowMs: number): Rhythm {
  const past = times.filter((time) => time <= nowMs && time > nowMs - backMsMax);
  const first = past.reduce((one, other) => Math.min(one, other), nowMs);
  // The oldest one opens the span that is told of, and is not counted in it.
  return observed(
    noRhythm(first),
    past.filter((time) => time > first),
    nowMs,
  );
}

/** The rhythm after watching until `nowMs`. `times`: of the entries that came; those outside of what is new count as now. */
export function observed(before: Rhythm, times: readonly number[], nowMs: number): Rhythm {
  if (nowMs <= before.at) return before;
  const start = Math.max(before.at, nowMs - backMsMax);
  const decay = halved(nowMs - before.at, profileHalfLifeMs);
  const recentDecay = halved(nowMs - before.at, recentHalfLifeMs);
  const entries = before.entries.map((count) => count * decay);
  const hours = before.hours.map((count) => count * decay);
  let recentHours = before.recent_hours * recentDecay;
  let recentEntries = before.recent_entries * recentDecay;
  for (let from = start; from < nowMs;) {
    const to = Math.min(nowMs, (Math.floor(from / hourMs) + 1) * hourMs);
    hours[hourOf(from)] = (hours[hourOf(from)] ?? 0) + watchedHours(nowMs - to, nowMs - from, profileHalfLifeMs);
    recentHours += watchedHours(nowMs - to, nowMs - from, recentHalfLifeMs);
    from = to;
  }
  for (const time of times.slice(0, entriesAtOnceMax)) {
    const at = time > start && time <= nowMs ? time : nowMs;
    const hour = hourOf(Math.min(at, nowMs - 1));
    entries[hour] = (entries[hour] ?? 0) + halved(nowMs - at, profileHalfLifeMs);
    recentEntries += halved(nowMs - at, recentHalfLifeMs);
  }
  return { at: nowMs, entries, hours, recent_entries: recentEntries, recent_hours: recentHours };
}

/** Entries an hour that the profile expects in each hour of the day. */
export function profileOf({ entries, hours }: Rhythm): number[] {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const mean = (sum(entries) + unknown.perHour * unknown.hours) / (sum(hours) + unknown.hours);
  return entries.map((count, hour) => (count + mean * shrinkHours) / ((hours[hour] ?? 0) + shrinkHours));
}

/** Entries an hour to be expected now: the profile of this hour, corrected by what has come of late. */
export function rateAt(rhythm: Rhythm, nowMs: number, profile: readonly number[] = profileOf(rhythm)): number {
  const fade = halved(Math.max(0, nowMs - rhythm.at), recentHalfLifeMs);
  const [entries, hours] = [rhythm.recent_entries * fade, rhythm.recent_hours * fade];
  return ((profile[hourOf(nowMs)] ?? 0) * profileHours + entries) / (profileHours + hours);
}

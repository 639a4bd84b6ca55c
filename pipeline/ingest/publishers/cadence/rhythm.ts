/**
 * Estimates how many entries an hour a feed brings. The model is a Poisson process whose rate varies by hour of the day (UTC): the profile of
 * about a week is the Gamma prior, the entries of about the last hour are the evidence. Times are epoch milliseconds. Sources: Sia, Cho, Cho,
 * "Efficient Monitoring Algorithm for Fast News Alerts" (IEEE TKDE 19(7), 2007); Cho, Garcia-Molina, "Estimating Frequency of Change" (ACM
 * TOIT 3(3), 2003).
 */
import { z } from 'zod';

const hourMs = 3_600_000;
const hoursOfDay = 24;

const hourly = z.array(z.number().nonnegative()).length(hoursOfDay);

export const Rhythm = z.object({
  /** Time up to which entries and hours are counted. */
  at: z.number().nonnegative(),
  /** Decayed number of entries by hour of the day, with the half-life `profileHalfLifeMs`. */
  entries: hourly,
  /** Decayed hours of observation by hour of the day, with the same half-life. */
  hours: hourly,
  /** Decayed number of recent entries and hours of observation, with the half-life `recentHalfLifeMs`. */
  recent_entries: z.number().nonnegative(),
  recent_hours: z.number().nonnegative(),
});
export type Rhythm = z.infer<typeof Rhythm>;

const profileHalfLifeMs = 7 * 24 * hourMs;
const recentHalfLifeMs = 0.75 * hourMs;
/** Prior for a feed without observations: one entry a day, with the weight of six hours of observation. */
const prior = { perHour: 1 / 24, hours: 6 };
/** Weight of the day's mean rate in the rate of each hour, in hours of observation. */
const shrinkHours = 3;
/** Weight of the profile against recent entries, in hours of observation. */
const profileHours = 0.5;
/** Maximum span that counts as observed, after a stop of this process or before the first listing was read. */
const backMsMax = 7 * 24 * hourMs;
/** Maximum number of entries counted in one answer: 2,000 entries with the same time are an import, not a rhythm. */
const entriesAtOnceMax = 200;

const zeros = (): number[] => Array.from({ length: hoursOfDay }, () => 0);
const halved = (spanMs: number, halfLifeMs: number): number => 2 ** (-spanMs / halfLifeMs);
/** Returns the hours from `fromMs` ago to `toMs` ago, decayed like the entries of that time. */
const decayedHours = (toMs: number, fromMs: number, halfLifeMs: number): number =>
  ((halved(toMs, halfLifeMs) - halved(fromMs, halfLifeMs)) * halfLifeMs) / Math.LN2 / hourMs;
const hourOf = (atMs: number): number => Math.floor(atMs / hourMs) % hoursOfDay;

export const noRhythm = (atMs: number): Rhythm => ({ at: atMs, entries: zeros(), hours: zeros(), recent_entries: 0, recent_hours: 0 });

/** Returns the rhythm that the dates of a first listing show. Dates in the future or over a week old do not count. */
export function rhythmOfListing(times: readonly number[], nowMs: number): Rhythm {
  const past = times.filter((time) => time <= nowMs && time > nowMs - backMsMax);
  const first = past.reduce((one, other) => Math.min(one, other), nowMs);
  // The oldest entry starts the observed span and is not counted in it.
  return observed(
    noRhythm(first),
    past.filter((time) => time > first),
    nowMs,
  );
}

/**
 * Returns the rhythm at `nowMs`, with the `times` of new entries; a time outside the span since the last observation counts as now. When the
 * clock has not advanced, the rhythm stays unchanged.
 */
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
    hours[hourOf(from)] = (hours[hourOf(from)] ?? 0) + decayedHours(nowMs - to, nowMs - from, profileHalfLifeMs);
    recentHours += decayedHours(nowMs - to, nowMs - from, recentHalfLifeMs);
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

export function profileOf({ entries, hours }: Rhythm): number[] {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const mean = (sum(entries) + prior.perHour * prior.hours) / (sum(hours) + prior.hours);
  return entries.map((count, hour) => (count + mean * shrinkHours) / ((hours[hour] ?? 0) + shrinkHours));
}

/** Returns the expected entries an hour at `nowMs`: the profile of this hour, corrected by recent entries. */
export function rateAt(rhythm: Rhythm, nowMs: number, profile: readonly number[] = profileOf(rhythm)): number {
  const fade = halved(Math.max(0, nowMs - rhythm.at), recentHalfLifeMs);
  const [entries, hours] = [rhythm.recent_entries * fade, rhythm.recent_hours * fade];
  return ((profile[hourOf(nowMs)] ?? 0) * profileHours + entries) / (profileHours + hours);
}

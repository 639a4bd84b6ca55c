/**
 * Recognises an FOMC meeting that moved into another month. The page identifies a meeting by its days only, so a missing meeting and a new
 * one count as the same.
 */
import type { KeptOccurrence } from '#schemas/calendar.ts';
import type { ReadOccurrence, ScheduleReading } from '../reading.ts';

const movedDaysMax = 45;
const dayMs = 86_400_000;

export function sameMeetings(kept: readonly KeptOccurrence[], reading: ScheduleReading, now: string): ScheduleReading {
  const held = kept.filter(({ event_key }) => event_key === 'fomc_decision');
  const read = reading.occurrences.filter(({ event_key }) => event_key === 'fomc_decision');
  if (held.length === 0 || read.length === 0) return reading;
  const heldUids = new Set(held.map(({ uid }) => uid));
  const readUids = new Set(read.map(({ uid }) => uid));
  const renamed = new Map<string, string>();
  const rename = (one: ReadOccurrence, meant: KeptOccurrence): void => void renamed.set(one.reference_period, meant.reference_period);
  const added = read.filter(({ uid }) => !heldUids.has(uid));
  const missing = held.filter(({ uid, scheduled_at }) => !readUids.has(uid) && scheduled_at > now);
  // The meeting moved before: it is stored under its first month, with the days that the page lists.
  for (const one of added) {
    const meant = missing.find(({ scheduled_at }) => scheduled_at === one.scheduled_at);
    if (meant !== undefined) rename(one, meant);
  }
  const fresh = added.filter(({ reference_period }) => !renamed.has(reference_period));
  const lost = missing.filter(({ reference_period }) => ![...renamed.values()].includes(reference_period));
  const [one, meant] = [fresh[0], lost[0]];
  if (fresh.length === 1 && lost.length === 1 && daysApart(one!, meant!) <= movedDaysMax && reading.problems.length === 0) rename(one!, meant!);
  if (renamed.size === 0) return reading;
  const names = new Map(kept.map(({ uid, title }) => [uid, title]));
  return { ...reading, occurrences: reading.occurrences.map((each) => underFirstMonth(each, renamed, names)) };
}

const daysApart = (a: ReadOccurrence, b: ReadOccurrence): number => Math.abs(Date.parse(a.scheduled_at) - Date.parse(b.scheduled_at)) / dayMs;

/** Returns the decision or its minutes under the month first announced. */
function underFirstMonth(one: ReadOccurrence, renamed: ReadonlyMap<string, string>, titles: ReadonlyMap<string, string>): ReadOccurrence {
  const first = one.event_key.startsWith('fomc_') ? renamed.get(one.reference_period) : undefined;
  if (first === undefined) return one;
  const uid = one.uid.replace(one.reference_period, first);
  return { ...one, uid, reference_period: first, title: titles.get(uid) ?? one.title };
}

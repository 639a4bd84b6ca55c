/**
 * Merges the schedule of an agency's page into the stored one, or returns why it is rejected. A release keeps its uid when it moves. One that
 * is missing among listed dates counts as postponed after two days: pages lose rows by mistake, and only an explicit statement cancels a
 * release.
 */
import { inCalendarOrder, type AgencySchedule, type StoredOccurrence } from '#schemas/calendar.ts';
import { daysAfterPeriod } from './format/dates.ts';
import { occurrenceOf, type ReadOccurrence, type ParsedSchedule } from './parsed-schedule.ts';

export interface MergeCounts {
  readonly added: number;
  readonly moved: number;
  readonly postponed: number;
  readonly cancelled: number;
}

type MergeResult =
  | { readonly ok: true; readonly occurrences: readonly StoredOccurrence[]; readonly counts: MergeCounts }
  | { readonly ok: false; readonly detail: string };

const missingMs = 47 * 3_600_000;
/** Maximum number of stored occurrences; the oldest are dropped. It exceeds the longest window of a request by some years. */
const storedMax = 1_500;

type StoredOccurrences = AgencySchedule['occurrences'];

export function mergeSchedule(stored: StoredOccurrences, given: ParsedSchedule, now: string): MergeResult {
  const schedule = sameMeetings(stored, byOwnIds(stored, given), now);
  if (schedule.occurrences.length === 0) return { ok: false, detail: `no dates: ${schedule.problems[0] ?? 'the document is empty'}` };
  const fewer = farFewer(stored, schedule, now);
  if (fewer !== null) return { ok: false, detail: fewer };

  const counts = { added: 0, moved: 0, postponed: 0, cancelled: 0 };
  const next = new Map(stored.map((one) => [one.uid, one]));
  const read = new Map(schedule.occurrences.map((one) => [one.uid, one]));
  for (const one of stored) {
    if (one.schedule_basis === 'inferred' && one.scheduled_at > now && !read.has(one.uid)) next.delete(one.uid);
  }
  for (const one of read.values()) {
    const known = next.get(one.uid);
    if (one.schedule_basis === 'inferred' && known?.schedule_basis === 'official') continue;
    next.set(one.uid, { ...one, absent_since: null });
    if (known === undefined) counts.added += 1;
    else if (known.scheduled_at !== one.scheduled_at) counts.moved += 1;
    if (one.schedule_status === 'cancelled' && known?.schedule_status !== 'cancelled') counts.cancelled += 1;
  }
  for (const { uid, schedule_status } of schedule.undated) {
    const known = next.get(uid);
    if (known === undefined || read.has(uid) || known.schedule_status === schedule_status) continue;
    next.set(uid, { ...known, schedule_status, absent_since: null });
    counts[schedule_status] += 1;
  }
  for (const one of missing(next, schedule, now)) {
    const since = one.absent_since ?? now;
    const isPostponed = Date.parse(now) - Date.parse(since) >= missingMs;
    next.set(one.uid, isPostponed ? { ...one, schedule_status: 'postponed', absent_since: null } : { ...one, absent_since: since });
    if (isPostponed) counts.postponed += 1;
  }
  return { ok: true, occurrences: inOrder(next.values()), counts };
}

/** Adds inferred future dates that are not stored yet. */
export function withInferred(stored: StoredOccurrences, inferred: readonly ReadOccurrence[], now: string): readonly StoredOccurrence[] {
  const storedUids = new Set(stored.map(({ uid }) => uid));
  const lacking = inferred.filter(({ uid, scheduled_at }) => !storedUids.has(uid) && scheduled_at > now);
  return inOrder([...stored, ...lacking.map((one) => ({ ...one, absent_since: null }))]);
}

const inOrder = (occurrences: Iterable<StoredOccurrence>): StoredOccurrence[] => [...occurrences].sort(inCalendarOrder).slice(-storedMax);

/** Gives an entry with the id of a stored release the period of that release, which may have been postponed past the next one. */
function byOwnIds(stored: StoredOccurrences, schedule: ParsedSchedule): ParsedSchedule {
  const byOwnId = new Map<string, StoredOccurrence>(
    stored.flatMap((one) => (one.source_id === null ? [] : [[`${one.event_key} ${one.source_id}`, one] as const])),
  );
  if (byOwnId.size === 0) return schedule;
  const meant = (event: string, sourceId: string | null, day: string): StoredOccurrence | null => {
    const one = sourceId === null ? undefined : byOwnId.get(`${event} ${sourceId}`);
    return one !== undefined && daysAfterPeriod(one.reference_period, day) > 0 ? one : null;
  };
  const placed = [
    ...schedule.occurrences.map((one) => {
      const before = meant(one.event_key, one.source_id, one.scheduled_at.slice(0, 10));
      const { uid, title, reference_period } = before ?? one;
      return { ...one, uid, title, reference_period };
    }),
    ...schedule.unplaced.flatMap(({ event, date, time, status, sourceId }) => {
      const before = meant(event, sourceId, date);
      return before === null ? [] : [occurrenceOf({ event, period: before.reference_period, date, time, status, sourceId })];
    }),
  ];
  // When two entries name one release, both are dropped and the stored one stays.
  const times = new Map<string, number>();
  for (const { uid } of placed) times.set(uid, (times.get(uid) ?? 0) + 1);
  const twice = placed.filter(({ uid }) => times.get(uid)! > 1);
  return {
    ...schedule,
    occurrences: placed.filter(({ uid }) => times.get(uid) === 1),
    problems: [...schedule.problems, ...twice.map(({ uid, scheduled_at }) => `${uid} has two dates: ${scheduled_at}`)],
  };
}

const isAhead = (one: ReadOccurrence, now: string): boolean =>
  one.schedule_basis === 'official' && one.schedule_status === 'scheduled' && one.scheduled_at > now;

/** Returns why the page is rejected: it lists less than half of the stored future releases of a series. Null when it is accepted. */
function farFewer(stored: StoredOccurrences, schedule: ParsedSchedule, now: string): string | null {
  const named = new Set(schedule.undated.map(({ uid }) => uid));
  for (const { uid, schedule_basis } of schedule.occurrences) if (schedule_basis === 'official') named.add(uid);
  for (const event of new Set(stored.map(({ event_key }) => event_key))) {
    const ahead = stored.filter((one) => one.event_key === event && isAhead(one, now));
    const listed = ahead.filter(({ uid }) => named.has(uid)).length;
    if (ahead.length >= 2 && listed * 2 < ahead.length) return `lists only ${listed} of the ${ahead.length} known future releases of ${event}`;
  }
  return null;
}

/** Returns the stored official releases that the page skips between listed dates; none when the page has problems. */
function missing(next: ReadonlyMap<string, StoredOccurrence>, schedule: ParsedSchedule, now: string): readonly StoredOccurrence[] {
  if (schedule.problems.length > 0) return [];
  const read = new Set(schedule.occurrences.map(({ uid }) => uid));
  const official = schedule.occurrences.filter(({ schedule_basis }) => schedule_basis === 'official');
  const listed = Map.groupBy(official, ({ event_key }) => event_key);
  return [...next.values()].filter((one) => {
    const around = (listed.get(one.event_key) ?? []).map(({ scheduled_at }) => scheduled_at);
    const isAmongThem = around.some((at) => at > one.scheduled_at) && (one.scheduled_at > now || around.some((at) => at < one.scheduled_at));
    return one.schedule_basis === 'official' && one.schedule_status === 'scheduled' && !read.has(one.uid) && isAmongThem;
  });
}

const movedDaysMax = 45;
const dayMs = 86_400_000;

/** Recognises an FOMC meeting, which the page identifies only by its days, that moved to another month: one is missing, one new. */
function sameMeetings(stored: readonly StoredOccurrence[], schedule: ParsedSchedule, now: string): ParsedSchedule {
  const meetings = stored.filter(({ event_key }) => event_key === 'fomc_decision');
  const read = schedule.occurrences.filter(({ event_key }) => event_key === 'fomc_decision');
  if (meetings.length === 0 || read.length === 0) return schedule;
  const storedUids = new Set(meetings.map(({ uid }) => uid));
  const readUids = new Set(read.map(({ uid }) => uid));
  const renamed = new Map<string, string>();
  const rename = (one: ReadOccurrence, meant: StoredOccurrence): void => void renamed.set(one.reference_period, meant.reference_period);
  const added = read.filter(({ uid }) => !storedUids.has(uid));
  const absent = meetings.filter(({ uid }) => !readUids.has(uid));
  // A meeting that moved earlier is stored under its first month and with the days that the page lists.
  for (const one of added) {
    const meant = absent.find(({ scheduled_at }) => scheduled_at === one.scheduled_at);
    if (meant !== undefined) rename(one, meant);
  }
  const fresh = added.filter(({ reference_period }) => !renamed.has(reference_period));
  const lost = absent.filter(({ reference_period, scheduled_at }) => scheduled_at > now && ![...renamed.values()].includes(reference_period));
  const [one, meant] = [fresh[0], lost[0]];
  if (fresh.length === 1 && lost.length === 1 && daysApart(one!, meant!) <= movedDaysMax && schedule.problems.length === 0) rename(one!, meant!);
  if (renamed.size === 0) return schedule;
  const names = new Map(stored.map(({ uid, title }) => [uid, title]));
  return { ...schedule, occurrences: schedule.occurrences.map((each) => underFirstMonth(each, renamed, names)) };
}

const daysApart = (a: ReadOccurrence, b: ReadOccurrence): number => Math.abs(Date.parse(a.scheduled_at) - Date.parse(b.scheduled_at)) / dayMs;

/** Returns the decision or minutes under the month that was announced first. */
function underFirstMonth(one: ReadOccurrence, renamed: ReadonlyMap<string, string>, titles: ReadonlyMap<string, string>): ReadOccurrence {
  const first = one.event_key.startsWith('fomc_') ? renamed.get(one.reference_period) : undefined;
  if (first === undefined) return one;
  const uid = one.uid.replace(one.reference_period, first);
  return { ...one, uid, reference_period: first, title: titles.get(uid) ?? one.title };
}

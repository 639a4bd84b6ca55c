/** Syncs the schedule of each agency every day at 04:50 UTC, or at the start when that run was missed. A bad page changes nothing. */
import type { KV } from '@nats-io/kv';
import type { Registry } from 'prom-client';
import { agencies, AgencySchedule, type Agency } from '#schemas/calendar.ts';
import { easternDate } from '#schemas/edgar-calendar.ts';
import { readEntry } from '#ops/nats/bucket-entry.ts';
import { retryUntilStopped, StoppedError, type RetryOptions } from '#ops/process/retry.ts';
import { buckets } from '#schemas/subjects.ts';
import { bucketLane } from '../../lane.ts';
import { metricFactory } from '../../metric-factory.ts';
import { failureOf, type FetchFailure } from '../fetch-failure.ts';
import { hasRun, lastDueAt, repeat, type NextRun, type RetryWait } from '../schedule.ts';
import type { SourceHealth } from '../source-health.ts';
import type { FailureCause, Stage, StageDeps } from '../stage.ts';
import { mergeSchedule, withInferred, type MergeCounts } from './merge-schedule.ts';
import type { ParsedSchedule, ReadOccurrence } from './parsed-schedule.ts';
import { inferClaims } from './agencies/dol.ts';

interface CalendarStageOptions {
  /** Base addresses of the agencies, without a trailing slash. */
  readonly baseUrls: Readonly<Record<Agency, string>>;
  readonly bucket: KV;
  readonly retryOptions: RetryOptions;
  readonly registry: Registry;
  /** Called with the outcome of each page: null once it is accepted, else the error. */
  readonly recordOutcome: SourceHealth['recordOutcome'];
  /** Milliseconds between two checks whether the daily run is due. */
  readonly checkMs?: number;
  readonly retryMs?: RetryWait;
}

const pageBytesMax = 10_000_000;
const timeoutMs = 60_000;
const dueTimeMs = (4 * 60 + 50) * 60_000;

/** Returns the name of an agency in source health, e.g. `calendar_bls`. */
export const calendarSource = (agency: Agency): string => `calendar_${agency}`;

type Outcome = 'applied' | 'unavailable' | 'unreadable' | 'implausible';

function createMetrics(registry: Registry, syncedAt: ReadonlyMap<Agency, string>, nowMs: () => number) {
  const { counter, gauge, collected } = metricFactory(registry);
  collected('tickerwire_calendar_age_seconds', 'Time since the schedule of an agency was last read and accepted', ['agency'], (ages) => {
    for (const [agency, at] of syncedAt) ages.set({ agency }, Math.max(0, (nowMs() - Date.parse(at)) / 1_000));
  });
  return {
    syncs: counter('tickerwire_calendar_syncs_total', 'Reads of agency schedules', 'agency', 'outcome'),
    changes: counter('tickerwire_calendar_changes_total', 'Changes to the calendar', 'agency', 'change'),
    occurrences: gauge('tickerwire_calendar_occurrences', 'Stored occurrences', 'agency'),
    unread: gauge('tickerwire_calendar_rows_unread', 'Unreadable rows of the last accepted page', 'agency'),
  };
}

class RefusedPage extends Error {
  readonly outcome: Outcome;
  readonly retryAfterMs: number;
  readonly failureCause: FailureCause | undefined;
  constructor(outcome: Outcome, { detail, retryAfterMs = 0, cause }: Partial<FetchFailure>) {
    super(detail);
    [this.outcome, this.retryAfterMs, this.failureCause] = [outcome, retryAfterMs, cause];
  }
}

export function calendarStage(options: CalendarStageOptions): Stage {
  const { baseUrls, bucket, retryOptions, recordOutcome, checkMs = 60_000, retryMs } = options;
  const syncedAt = new Map<Agency, string>();
  let now = (): Date => new Date();
  const metrics = createMetrics(options.registry, syncedAt, () => now().getTime());

  async function put(schedule: AgencySchedule): Promise<void> {
    await retryUntilStopped('write a schedule', () => bucket.put(schedule.agency, JSON.stringify(schedule)), retryOptions);
  }

  /** Returns the schedule on a page; null when an optional page does not exist. Throws a RefusedPage when it is not received or not read. */
  async function readPage(agency: Agency, { path, isOptional }: AgencyPage, deps: StageDeps): Promise<ParsedSchedule | null> {
    const answer = await deps.fetch({ url: `${baseUrls[agency]}${path}`, bodyBytesMax: pageBytesMax, timeoutMs });
    if (answer.outcome === 'failed' && answer.status === 404 && isOptional) return null;
    if (answer.outcome !== 'ok') throw new RefusedPage('unavailable', failureOf(answer));
    const parsed = await deps.parse('calendar', { body: answer.body, agency });
    if (!parsed.isRead) throw new RefusedPage('unreadable', { detail: `${parsed.reason}: ${parsed.detail}` });
    return parsed.value;
  }

  async function sync(agency: Agency, stored: AgencySchedule | null, dueAt: string, deps: StageDeps): Promise<void> {
    const today = easternDate(deps.now().toISOString());
    const schedules: ParsedSchedule[] = [];
    for (const page of agencyPlans[agency].pages(Number(today.slice(0, 4)))) {
      const schedule = await readPage(agency, page, deps);
      if (schedule !== null) schedules.push(schedule);
    }
    const schedule = mergePages(schedules);
    const at = deps.now().toISOString();
    const merged = mergeSchedule(stored?.occurrences ?? [], schedule, at);
    if (!merged.ok) throw new RefusedPage(schedule.occurrences.length === 0 ? 'unreadable' : 'implausible', merged);
    await put({ v: 1, agency, synced_at: at, synced_for: dueAt, occurrences: [...merged.occurrences] });
    syncedAt.set(agency, at);
    recordSync(agency, merged.counts, merged.occurrences.length, schedule.problems);
    deps.log.info(
      { agency, listed: schedule.occurrences.length, ...merged.counts, unread: schedule.problems.length, problems: schedule.problems.slice(0, 5) },
      'calendar.applied',
    );
  }

  function recordSync(agency: Agency, counts: MergeCounts, stored: number, problems: readonly string[]): void {
    metrics.syncs.inc({ agency, outcome: 'applied' });
    for (const [change, count] of Object.entries(counts)) metrics.changes.inc({ agency, change }, count);
    metrics.occurrences.set({ agency }, stored);
    metrics.unread.set({ agency }, problems.length);
    recordOutcome(calendarSource(agency), null, syncedAt.get(agency)!);
  }

  /** Stores the dates that follow without a page, so that they exist even when the fetch failed. */
  async function keepInferred(agency: Agency, stored: AgencySchedule | null, deps: StageDeps): Promise<void> {
    const at = deps.now().toISOString();
    const inferred = agencyPlans[agency].infer?.(easternDate(at)) ?? [];
    const occurrences = [...withInferred(stored?.occurrences ?? [], inferred, at)];
    if (occurrences.length === (stored?.occurrences.length ?? 0)) return;
    await put({ v: 1, agency, synced_at: stored?.synced_at ?? null, synced_for: stored?.synced_for ?? null, occurrences });
  }

  async function follow(agency: Agency, deps: StageDeps): Promise<void> {
    const work = async (failures: number): Promise<NextRun> => {
      const dueAt = lastDueAt(deps.now(), dueTimeMs);
      // An unreadable stored schedule counts as none and is built again from the pages.
      const stored = (await retryUntilStopped('read a schedule', () => readEntry(bucket, agency, AgencySchedule), retryOptions))?.value ?? null;
      const lastGoodAt = stored?.synced_at ?? null;
      if (stored !== null && lastGoodAt !== null && !syncedAt.has(agency)) {
        syncedAt.set(agency, lastGoodAt);
        recordOutcome(calendarSource(agency), null, lastGoodAt);
        metrics.occurrences.set({ agency }, stored.occurrences.length);
      }
      if (hasRun(stored?.synced_for ?? null, dueAt)) return null;
      try {
        await sync(agency, stored, dueAt, deps);
        return null;
      } catch (error) {
        if (error instanceof StoppedError || deps.signal.aborted) throw error;
        const { outcome, retryAfterMs, failureCause } =
          error instanceof RefusedPage ? error : ({ outcome: 'unavailable', retryAfterMs: 0, failureCause: undefined } as const);
        const detail = error instanceof Error ? error.message : String(error);
        metrics.syncs.inc({ agency, outcome });
        recordOutcome(calendarSource(agency), detail, deps.now().toISOString(), failureCause);
        deps.log.warn({ agency, outcome, detail, failures, lastGoodAt }, 'calendar.refused');
        await keepInferred(agency, stored, deps);
        return { retryAfterMs };
      }
    };
    await repeat(work, { cadenceMs: () => checkMs, signal: deps.signal, retryMs });
  }

  return {
    name: 'calendar',
    run: async (deps) => {
      ({ now } = deps);
      await Promise.all(agencies.map((agency) => follow(agency, deps)));
    },
  };
}

/** Merges the schedules of several pages. A release that two pages list under two dates is left out. */
function mergePages(schedules: readonly ParsedSchedule[]): ParsedSchedule {
  const [first, ...others] = schedules;
  if (first !== undefined && others.length === 0) return first;
  const all = schedules.flatMap(({ occurrences }) => occurrences);
  const dates = Map.groupBy(all, ({ uid }) => uid);
  const contested = [...dates].filter(([, listed]) => new Set(listed.map(({ scheduled_at }) => scheduled_at)).size > 1).map(([uid]) => uid);
  const problems = schedules
    .filter(({ occurrences }) => occurrences.length > 0 || schedules.every((one) => one.occurrences.length === 0))
    .flatMap((one) => one.problems);
  return {
    occurrences: [...dates].flatMap(([uid, listed]) => (contested.includes(uid) ? [] : listed.slice(0, 1))),
    undated: schedules.flatMap(({ undated }) => undated),
    unplaced: schedules.flatMap(({ unplaced }) => unplaced),
    problems: [...problems, ...contested.map((uid) => `${uid} has two dates`)],
  };
}

export const calendarLane = bucketLane(buckets.calendar, {
  name: 'calendar',
  reads: "agencies' schedules (BLS, BEA, Census, Federal Reserve, DOL), daily at 04:50 UTC",
  steps: ['fetch page', 'read dates', 'infer', 'compare'],
  asks: 'others',
  make: ({ config, registry, retryOptions, publisherFetch, health }, bucket) => {
    const { BLS_URL: bls, BEA_URL: bea, CENSUS_URL: census, FED_URL: fed, DOL_URL: dol } = config;
    const stage = calendarStage({
      baseUrls: { bls, bea, census, fed, dol },
      bucket,
      retryOptions,
      registry,
      // The stage itself reports each outcome, because a page is good only once it is read and accepted.
      recordOutcome: health.recordOutcome,
    });
    return { stage, fetch: publisherFetch, sources: agencies.map(calendarSource) };
  },
});

interface AgencyPage {
  readonly path: string;
  /** Whether a 404 is not a failure, because the page exists only at some times of the year. */
  readonly isOptional?: true;
}

interface AgencyPlan {
  readonly pages: (year: number) => readonly AgencyPage[];
  /** Returns the dates from the day `today` on that follow without any page. */
  readonly infer?: (today: string) => readonly ReadOccurrence[];
}

export const agencyPlans: Readonly<Record<Agency, AgencyPlan>> = {
  bls: { pages: () => [{ path: '/schedule/news_release/bls.ics' }] },
  bea: { pages: () => [{ path: '/news/schedule' }] },
  // In autumn the list switches to the next year, and that of the current year moves to a path with its year.
  census: {
    pages: (year) => [
      { path: '/economic-indicators/calendar-listview.html' },
      { path: `/economic-indicators/calendar-listview-${year}.html`, isOptional: true },
    ],
  },
  fed: { pages: () => [{ path: '/monetarypolicy/fomccalendars.htm' }] },
  dol: {
    pages: () => [{ path: '/newsroom/releases/eta' }],
    infer: (today) => inferClaims(Temporal.PlainDate.from(today).subtract({ weeks: 2 }).toString()),
  },
};

/**
 * Publishes history to RAW: every filing of the wanted forms and days in EDGAR's daily indexes that the log lacks and that no live stage is
 * about to fetch. It resumes after a kill at any moment, and running it again changes nothing.
 */
import type { StoredFiling } from '#clickhouse/stored-filings.ts';
import { daysBetween, easternDate } from '#schemas/edgar-calendar.ts';
import type { SecSourceType } from '#schemas/vocabulary.ts';
import { pause, withJitter } from '#ops/process/pause.ts';
import { StoppedError } from '#ops/process/retry.ts';
import type { RetryWait } from '../../schedule.ts';
import type { Positions } from '../../stage.ts';
import type { EdgarAccess } from '../access/edgar-access.ts';
import type { DailyIndex } from '../listing/daily-index.ts';
import { fetchIndex } from '../listing/fetch-index.ts';
import { pageBytesMax, pageTimeoutMs, pageUrl } from '../listing/walk.ts';
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts';
import { daysOf, familyOf, formsOf, planKey, type BackfillPlan } from './plan.ts';
import { freshPosition, loadPosition, savePosition, type BackfillCounts } from './backfill-position.ts';
import { replayDay, type DayFiling, type ReplayDeps } from './replay-day.ts';

/** `fetch` uses only the part of EDGAR's allowance that the live stages leave. */
export interface BackfillDeps extends EdgarAccess, Pick<ReplayDeps, 'fetchFiling' | 'publish' | 'now'> {
  readonly positions: Positions;
  readonly knownFilings: (family: SecSourceType, accessions: readonly string[]) => Promise<ReadonlyMap<string, StoredFiling>>;
  /** Returns a function that tells whether a live stage fetches a filing of that source and day itself. */
  readonly liveOf: (family: SecSourceType, day: string) => Promise<(accession: string) => boolean>;
  readonly onProgress: (progress: BackfillProgress) => void;
  readonly onPause: (why: string, waitMs: number) => void;
  readonly waits?: BackfillWaits;
}

export interface BackfillWaits {
  /** Waits after the first, second, … failure to fetch a filing, in milliseconds; after the last one the filing is refused. */
  readonly retryScheduleMs: readonly number[];
  readonly indexRetryMs: number;
  readonly coolOffMs: RetryWait;
}

export interface BackfillProgress {
  readonly day: string;
  readonly daysTotal: number;
  readonly counts: Readonly<BackfillCounts>;
}

export interface BackfillSummary {
  readonly daysTotal: number;
  readonly counts: Readonly<BackfillCounts>;
  /** Business days without an index at EDGAR: closings that the calendar does not know. */
  readonly withoutIndex: readonly string[];
  /** The day at which it stopped because EDGAR has not published its index yet; null when complete. */
  readonly unpublished: string | null;
}

const defaultWaits: BackfillWaits = {
  retryScheduleMs: [2_000, 15_000, 60_000, 300_000],
  indexRetryMs: 1_000,
  coolOffMs: { first: 30_000, last: 600_000 },
};

const unpublishedDaysMax = 3;

const filingsOf = (index: DailyIndex): readonly DayFiling[] =>
  index.entries.flatMap((entry) => {
    const family = familyOf(entry.form);
    return family === null ? [] : [{ family, entry }];
  });

async function findLacking(filings: readonly DayFiling[], day: string, deps: BackfillDeps): Promise<readonly DayFiling[]> {
  const lacking = await Promise.all(
    [...Map.groupBy(filings, ({ family }) => family)].map(async ([family, all]) => {
      const isLive = await deps.liveOf(family, day);
      const due = all.filter(({ entry }) => !isLive(entry.accession));
      const accessions = due.map(({ entry }) => entry.accession);
      const known = await deps.knownFilings(family, accessions);
      return due.filter(({ entry }) => !known.has(entry.accession));
    }),
  );
  return lacking.flat();
}

/** Runs the plan to its end, or to a day whose index EDGAR has not published. Throws StoppedError once `signal` aborts. */
export async function runBackfill(plan: BackfillPlan, deps: BackfillDeps, signal: AbortSignal): Promise<BackfillSummary> {
  const { now, positions, waits = defaultWaits } = deps;
  const days = daysOf(plan);
  const key = planKey(plan);
  const position = (await loadPosition(positions, key)) ?? freshPosition(days[0] ?? plan.from);
  const breaker = createCircuitBreaker(waits.coolOffMs, deps.onPause);
  const edgar: Edgar = { fetch: deps.fetch, parse: deps.parse, baseUrl: deps.baseUrl, breaker, indexRetryMs: waits.indexRetryMs };
  const summary = (unpublished: string | null): BackfillSummary => ({
    daysTotal: days.length,
    counts: position.counts,
    withoutIndex: position.withoutIndex,
    unpublished,
  });

  const report = (day: string): void => deps.onProgress({ day, daysTotal: days.length, counts: position.counts });

  async function replay(index: DailyIndex, day: string): Promise<void> {
    const filings = filingsOf(index);
    const lacking = await findLacking(filings, day, deps);
    const { counts } = position;
    counts.listed += filings.length;
    counts.held += filings.length - lacking.length;
    report(day);
    const replaying: ReplayDeps = {
      ...deps,
      breaker,
      isAnswering: () => isAnswering(edgar),
      retryScheduleMs: waits.retryScheduleMs,
      onSettled: (message) => {
        counts[message.kind === 'refusal' ? 'refused' : 'published'] += 1;
        report(day);
      },
    };
    await replayDay(lacking, replaying, signal);
  }

  for (const [at, day] of days.entries()) {
    if (position.day !== null && day < position.day) continue;
    if (signal.aborted) throw new StoppedError();
    const index = await findIndex(edgar, day, formsOf(plan.families), signal);
    if (index === null && daysBetween(day, easternDate(now().toISOString())) <= unpublishedDaysMax) return summary(day);
    if (index === null) position.withoutIndex.push(day);
    else await replay(index, day);
    position.counts.days += 1;
    report(day);
    position.day = days[at + 1] ?? null;
    await savePosition(positions, key, position);
  }
  return summary(null);
}

interface Edgar extends EdgarAccess {
  readonly breaker: CircuitBreaker;
  readonly indexRetryMs: number;
}

/** Number of answers without an index after which it counts as missing. */
const absencesMin = 2;

/** Returns whether EDGAR answers this client at all. It requests the latest-filings feed, which always exists. */
async function isAnswering({ fetch, parse, baseUrl }: EdgarAccess): Promise<boolean> {
  const answer = await fetch({ url: pageUrl(baseUrl, '10-K', 0), bodyBytesMax: pageBytesMax, timeoutMs: pageTimeoutMs });
  if (answer.outcome !== 'ok') return false;
  const parsed = await parse('current', { body: answer.body, forms: new Set() });
  return parsed.isRead && parsed.value.ok;
}

/**
 * Returns the daily index, or null once EDGAR has twice reported it missing while it answered other requests. In any other trouble it retries
 * without end. Throws StoppedError once `signal` aborts.
 */
async function findIndex(edgar: Edgar, day: string, forms: ReadonlySet<string>, signal: AbortSignal): Promise<DailyIndex | null> {
  for (let absences = 0; ;) {
    if (signal.aborted) throw new StoppedError();
    await edgar.breaker.wait(signal);
    const answer = await fetchIndex(edgar, day, forms);
    if (answer.kind === 'index') {
      edgar.breaker.succeeded();
      return answer.index;
    }
    // Status 403 may also mean a refused client: the file is missing only if another request succeeds in between.
    if (answer.kind === 'absent' && (absences > 0 || (await isAnswering(edgar)))) {
      absences += 1;
      if (absences >= absencesMin) return null;
      await pause(withJitter(edgar.indexRetryMs), signal);
    } else edgar.breaker.coolOff(answer.trouble);
  }
}

/** What the parts of an EDGAR stage share while it runs: what it collects, its settings, what it knows, when to ask again, and EDGAR. */
import { easternDate } from '#schemas/edgar-calendar.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import { backoff } from '../schedule.ts';
import type { PoliteFetch, StageDeps } from '../stage.ts';
import type { SecMetrics, SecStageMetrics } from './edgar-metrics.ts';
import { saveProgress, type Progress } from './filing-progress.ts';
import type { SecSource } from './edgar-sources.ts';
import type { Trouble } from './access/failed-answer.ts';

/** A wait that doubles from `first` to `last`. */
export interface BackoffMs {
  readonly first: number;
  readonly last: number;
}

export interface SecStageOptions {
  /** EDGAR's address, without a slash at its end. */
  readonly baseUrl: string;
  readonly metrics: SecMetrics;
  /** Cadence of the feed in EDGAR's filing hours, and outside them. */
  readonly pollMs: number;
  readonly pollOffHoursMs: number;
  /** Business days before the first start that are fetched from their index; 0: history is left alone. */
  readonly backfillDays?: number;
  /** Waits after the first, second, … failure to get one filing; after the last it is refused. */
  readonly retryScheduleMs?: readonly number[];
  /** The same after its reader did not come to an end with it: the same bytes bring the same, so a few times are enough. */
  readonly faultScheduleMs?: readonly number[];
  /** Before the feed is asked again after a walk that trouble cut. */
  readonly pollRetryMs?: BackoffMs;
  /** Before a daily index that was not to be had is asked for again. */
  readonly indexRetryMs?: BackoffMs;
  /** Before anything is asked of EDGAR after it refused this client; its own block lasts ten minutes. */
  readonly coolOffMs?: BackoffMs;
  readonly pagesMax?: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export const defaults = {
  backfillDays: 0,
  retryScheduleMs: [0.5 * minuteMs, 2 * minuteMs, 10 * minuteMs, 0.5 * hourMs, 2 * hourMs, 6 * hourMs, 12 * hourMs, 24 * hourMs],
  faultScheduleMs: [minuteMs, 15 * minuteMs],
  pollRetryMs: { first: 5_000, last: 10 * minuteMs },
  indexRetryMs: { first: 5 * minuteMs, last: hourMs },
  coolOffMs: { first: 0.5 * minuteMs, last: 10 * minuteMs },
  pagesMax: 60,
} as const;

export type SecSettings = Required<Omit<SecStageOptions, 'metrics'>>;

/** Before when nothing of the kind is asked for, in steady milliseconds, and failures in a row. */
export interface Timers {
  nextPollAtMs: number;
  /** That the next poll was planned with. */
  cadenceMs: number;
  pollFailures: number;
  nextIndexAtMs: number;
  indexFailures: number;
  coolUntilMs: number;
  refusals: number;
  /** Batches in a row in which parsing was away. */
  outages: number;
}

export interface Work {
  readonly deps: StageDeps;
  readonly source: SecSource;
  readonly settings: SecSettings;
  /** Within EDGAR's allowance. */
  readonly fetch: PoliteFetch;
  readonly progress: Progress;
  readonly timers: Timers;
  readonly metrics: SecStageMetrics;
}

/** For cadences, waits and durations; days and instants of documents come from `deps.now`. */
export const steadyMsOf = (work: Work): number => (work.deps.steadyMs ?? steadyNowMs)();
export const todayOf = (work: Work): string => easternDate(work.deps.now().toISOString());

export async function save(work: Work): Promise<void> {
  await saveProgress(work.deps.positions, work.source.name, work.progress, todayOf(work));
  work.metrics.progressed(work.progress);
}

/** EDGAR refuses whoever asks too much, for minutes: then nothing is asked for a while. */
export function coolOff(work: Work, trouble: Trouble): void {
  const { deps, settings, timers } = work;
  const waitMs = Math.max(trouble.retryAfterMs, backoff(timers.refusals, settings.coolOffMs.first, settings.coolOffMs.last));
  timers.refusals += 1;
  timers.coolUntilMs = steadyMsOf(work) + waitMs;
  deps.log.warn({ why: trouble.detail, waitMs, refusals: timers.refusals }, 'edgar.refused');
}

/** State that the parts of a running EDGAR stage share: its source, settings, progress, timers, and access to EDGAR. */
import { easternDate } from '#schemas/edgar-calendar.ts';
import { backoff } from '#ops/process/pause.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import type { StageDeps } from '../stage.ts';
import type { SecMetrics } from './edgar-metrics.ts';
import { saveProgress, type Progress } from './filing-progress.ts';
import type { SecSource } from './edgar-sources.ts';
import type { KeepReportTime } from './report-times.ts';
import type { Trouble } from './access/failed-answer.ts';

/** A wait that doubles from `first` to `last`. */
export interface BackoffMs {
  readonly first: number;
  readonly last: number;
}

export interface SecStageOptions {
  /** EDGAR's address, without a trailing slash. */
  readonly baseUrl: string;
  readonly metrics: SecMetrics;
  /** Milliseconds between polls of the feed in EDGAR's filing hours, and outside them. */
  readonly pollMs: number;
  readonly pollOffHoursMs: number;
  /** Milliseconds after the first, second, … failure to fetch a filing; after the last one it is refused. */
  readonly retryScheduleMs?: readonly number[];
  /** Milliseconds after each failure of its reader; a few suffice, because the same bytes give the same result. */
  readonly faultScheduleMs?: readonly number[];
  /** Wait before the next walk after one that trouble cut. */
  readonly pollRetryMs?: BackoffMs;
  /** Wait before the next request for an unavailable daily index. */
  readonly indexRetryMs?: BackoffMs;
  /** Wait before any request after EDGAR refused this client; its own block lasts ten minutes. */
  readonly coolOffMs?: BackoffMs;
  readonly pagesMax?: number;
  /** Stores when a company says it will report; null: nothing is stored. */
  readonly keepReportTime?: KeepReportTime | null;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export const defaults = {
  retryScheduleMs: [0.5 * minuteMs, 2 * minuteMs, 10 * minuteMs, 0.5 * hourMs, 2 * hourMs, 6 * hourMs, 12 * hourMs, 24 * hourMs],
  faultScheduleMs: [minuteMs, 15 * minuteMs],
  pollRetryMs: { first: 5_000, last: 10 * minuteMs },
  indexRetryMs: { first: 5 * minuteMs, last: hourMs },
  coolOffMs: { first: 0.5 * minuteMs, last: 10 * minuteMs },
  pagesMax: 60,
  keepReportTime: null,
} as const;

export type SecSettings = Required<Omit<SecStageOptions, 'metrics'>>;

/** Steady milliseconds before which a kind of request is not sent, and consecutive failures of each kind. */
export interface Timers {
  nextPollAtMs: number;
  /** Cadence with which the next poll was planned. */
  cadenceMs: number;
  pollFailures: number;
  nextIndexAtMs: number;
  indexFailures: number;
  coolUntilMs: number;
  refusals: number;
  /** Consecutive batches in which parsing was unavailable. */
  outages: number;
}

export interface SecStageWork {
  readonly deps: StageDeps;
  readonly source: SecSource;
  readonly settings: SecSettings;
  readonly progress: Progress;
  readonly timers: Timers;
  readonly metrics: SecMetrics;
}

/** Returns the clock of cadences, waits and durations; days and instants of documents come from `deps.now`. */
export const steadyMsOf = (work: SecStageWork): number => (work.deps.steadyMs ?? steadyNowMs)();
/** Returns the Eastern day. */
export const todayOf = (work: SecStageWork): string => easternDate(work.deps.now().toISOString());

/** Stores the progress of a stage. */
export async function save(work: SecStageWork): Promise<void> {
  await saveProgress(work.deps.positions, work.source.name, work.progress, todayOf(work));
  work.metrics.pending.set({ source: work.source.name }, work.progress.pending.size);
}

/** Pauses all requests for a while: EDGAR refuses clients with too many requests for minutes. */
export function coolOff(work: SecStageWork, trouble: Trouble): void {
  const { deps, settings, timers } = work;
  const waitMs = Math.max(trouble.retryAfterMs, backoff(timers.refusals, settings.coolOffMs.first, settings.coolOffMs.last));
  timers.refusals += 1;
  timers.coolUntilMs = steadyMsOf(work) + waitMs;
  deps.log.warn({ why: trouble.detail, waitMs, refusals: timers.refusals }, 'edgar.refused');
}

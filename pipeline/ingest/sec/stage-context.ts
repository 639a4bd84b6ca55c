/** State that the parts of a running EDGAR stage share: its source, settings, progress, timers, and access to EDGAR. */
import { easternDate } from '#schemas/edgar-calendar.ts';
import { backoff } from '#ops/process/pause.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import type { RetryWait } from '../schedule.ts';
import type { StageDeps } from '../stage.ts';
import type { SecMetrics } from './edgar-metrics.ts';
import { saveProgress, type Progress } from './filing-progress.ts';
import type { SecSource } from './edgar-sources.ts';
import type { KeepReportTime } from './report-times.ts';
import type { Trouble } from './access/failed-answer.ts';

export interface SecStageOptions {
  /** EDGAR's address, without a trailing slash. */
  readonly baseUrl: string;
  readonly metrics: SecMetrics;
  /** Milliseconds between polls of the feed in EDGAR's filing hours, and outside them. */
  readonly pollMs: number;
  readonly pollOffHoursMs: number;
  /** Waits after the first, second, … failure to fetch a filing, in milliseconds; after the last one the filing is refused. */
  readonly retryScheduleMs?: readonly number[];
  /** The same for failures of the parser: few retries, because the same bytes give the same result. */
  readonly faultScheduleMs?: readonly number[];
  readonly pollRetryMs?: RetryWait;
  readonly indexRetryMs?: RetryWait;
  /** Bounds of the wait before any request after EDGAR refused this client; EDGAR's own block lasts ten minutes. */
  readonly coolOffMs?: RetryWait;
  /** Stores the report time that a filing states; null for a source whose filings state none. */
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
  keepReportTime: null,
} as const;

export type SecSettings = Required<Omit<SecStageOptions, 'metrics'>>;

/** Times in monotonic milliseconds before which a kind of request is not sent, and the consecutive failures of each kind. */
export interface Timers {
  nextPollAtMs: number;
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

/** Returns monotonic milliseconds, for cadences, waits and durations. Days and instants of documents come from `deps.now`. */
export const steadyMsOf = (work: SecStageWork): number => (work.deps.steadyMs ?? steadyNowMs)();
/** Returns today's date in Eastern time. */
export const todayOf = (work: SecStageWork): string => easternDate(work.deps.now().toISOString());

export async function save(work: SecStageWork): Promise<void> {
  await saveProgress(work.deps.positions, work.source.name, work.progress, todayOf(work));
  work.metrics.pending.set({ source: work.source.name }, work.progress.pending.size);
}

/** Pauses all requests of the stage. EDGAR refuses a client with too many requests for minutes. */
export function coolOff(work: SecStageWork, trouble: Trouble): void {
  const { deps, settings, timers } = work;
  const waitMs = Math.max(trouble.retryAfterMs, backoff(timers.refusals, settings.coolOffMs.first, settings.coolOffMs.last));
  timers.refusals += 1;
  timers.coolUntilMs = steadyMsOf(work) + waitMs;
  deps.log.warn({ why: trouble.detail, waitMs, refusals: timers.refusals }, 'edgar.refused');
}

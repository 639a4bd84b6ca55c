/** Repeats the work of a stage: with a cadence and jitter, once a day, and after failures with growing waits, until a signal aborts. */
import { backoff, pause, withJitter } from '#ops/process/pause.ts';

/** Returns the milliseconds to wait after consecutive outages of NATS, ClickHouse or parsing: 1 s, doubling to 30 s, with jitter. */
export const outageWaitMs = (outages: number, random?: () => number): number => backoff(outages - 1, 1_000, 30_000, random);

/** Bounds of the wait after consecutive failures of the source, which doubles from first to last, in milliseconds. */
export interface RetryWait {
  readonly first: number;
  readonly last: number;
}

/** Milliseconds until the next run; null for the cadence. A failure of the source waits for the backoff or a longer Retry-After. */
export type NextRun = number | null | { readonly retryAfterMs: number };

interface RepeatOptions {
  /** Returns the milliseconds from the start of a run to the start of the next. */
  readonly cadenceMs: () => number;
  readonly signal: AbortSignal;
  readonly retryMs?: RetryWait | undefined;
  /** Called with an error of `work` and the number of errors in a row, before the next run. Absent: an error ends the repetition. */
  readonly onOutage?: (error: unknown, outages: number) => void;
}

const usualRetryMs: RetryWait = { first: 60_000, last: 3_600_000 };

/** Runs `work`, with the number of consecutive failures of the source, until `signal` aborts. Throws its error when there is no `onOutage`. */
export async function repeat(work: (failures: number) => Promise<NextRun>, options: RepeatOptions): Promise<void> {
  const { cadenceMs, signal, onOutage, retryMs = usualRetryMs } = options;
  let [outages, failures] = [0, 0];
  while (!signal.aborted) {
    const startedAt = performance.now();
    let ownWaitMs: number | null;
    try {
      const next = await work(failures);
      const hasFailed = typeof next === 'object' && next !== null;
      ownWaitMs = hasFailed ? Math.max(next.retryAfterMs, backoff(failures, retryMs.first, retryMs.last)) : next;
      failures = hasFailed ? failures + 1 : 0;
      outages = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (onOutage === undefined) throw error;
      outages += 1;
      onOutage(error, outages);
      ownWaitMs = outageWaitMs(outages);
    }
    const waitMs = ownWaitMs ?? withJitter(cadenceMs()) - (performance.now() - startedAt);
    await pause(Math.max(0, waitMs), signal);
  }
}

const dayMs = 86_400_000;

/** Returns when the last daily run at or before `now` was due. `timeMs` is the time of day in UTC, in milliseconds. */
export const lastDueAt = (now: Date, timeMs: number): string => new Date(Math.floor((now.getTime() - timeMs) / dayMs) * dayMs + timeMs).toISOString();

/** Returns whether the run due at `dueAt` was made. `ranFor` is the last stored run; one over a day in the future came from a wrong clock. */
export const hasRun = (ranFor: string | null, dueAt: string): boolean =>
  ranFor !== null && ranFor >= dueAt && Date.parse(ranFor) - Date.parse(dueAt) <= dayMs;

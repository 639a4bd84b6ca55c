/** Schedules the repetitions of a stage: fixed cadence with jitter, daily runs, waits after outages, and a prompt stop. */
import { backoff, pause, withJitter } from '#ops/process/pause.ts';

/**
 * Returns the wait after the n-th consecutive poll that failed by an outage of NATS, ClickHouse or parsing: 1 s, doubling to 30
 * s, with jitter. The source's own failures are counted separately.
 */
export const outageWaitMs = (outages: number, random?: () => number): number => backoff(outages - 1, 1_000, 30_000, random);

/** Bounds of the doubling wait after consecutive failures of the source. */
export interface RetryWait {
  readonly first: number;
  readonly last: number;
}

/** Milliseconds to wait before the next run; null waits for the cadence. A failure of the source waits for its backoff, or for a longer Retry-After. */
export type NextRun = number | null | { readonly retryAfterMs: number };

export interface RepeatOptions {
  /** Milliseconds from start to start. */
  readonly cadenceMs: () => number;
  readonly signal: AbortSignal;
  readonly retryMs?: RetryWait | undefined;
  /** Receives what `work` threw, which is waited out, and the number of consecutive errors. Absent: an error ends the repetition. */
  readonly onOutage?: (error: unknown, outages: number) => void;
}

const usualRetryMs: RetryWait = { first: 60_000, last: 3_600_000 };

/** Runs `work` until `signal` aborts. `work` receives the number of failures of the source in a row. */
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

/** Returns when the last daily run up to `now` was due. `timeMs`: time of day in UTC. */
export const lastDueAt = (now: Date, timeMs: number): string => new Date(Math.floor((now.getTime() - timeMs) / dayMs) * dayMs + timeMs).toISOString();

/** Returns whether the run due at `dueAt` was made. `ranFor`: the stored run; one more than a day ahead came from a wrong clock. */
export const hasRun = (ranFor: string | null, dueAt: string): boolean =>
  ranFor !== null && ranFor >= dueAt && Date.parse(ranFor) - Date.parse(dueAt) <= dayMs;

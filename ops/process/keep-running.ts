/** Restarts a part or stage that ends by itself. Each end is logged, and readiness reports it until the part runs again. */
import type { Logger } from 'pino';
import { firstLine } from './health-watch.ts';
import type { Progress } from './progress.ts';
import { backoff, pause } from './pause.ts';

/** A part counts as running again after this time. */
const runsAfterMs = 2_000;
/** A failure after a run of this length is again followed by the shortest delay. */
const stableAfterMs = 60_000;

export interface RestartOptions {
  readonly signal: AbortSignal;
  /** Shortest and longest delay before a restart. The delay doubles with each failure. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** `failures` counts the earlier failures since the last long run; `waitMs` is the delay before the restart. */
  readonly onFailure: (error: unknown, failures: number, waitMs: number) => void;
}

/** Calls `run` again whenever it ends, after a failure with a delay. Resolves when `signal` has aborted and `run` has ended. */
export async function restartAfterFailure(run: () => Promise<void>, { signal, firstMs, lastMs, onFailure }: RestartOptions): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const startedAtMs = performance.now();
    try {
      await run();
    } catch (error) {
      if (signal.aborted) return;
      if (performance.now() - startedAtMs > stableAfterMs) failures = 0;
      const waitMs = backoff(failures, firstMs, lastMs);
      onFailure(error, failures, waitMs);
      failures += 1;
      await pause(waitMs, signal);
    }
  }
}

/** Runs a part and restarts it whenever it ends. Resolves when `signal` has aborted and `run` has ended. */
export async function keepRunning(
  name: string,
  run: () => Promise<void>,
  { progress, log, signal }: { readonly progress: Progress; readonly log: Logger; readonly signal: AbortSignal },
): Promise<void> {
  const isRunning = (): void => {
    progress.moved();
    progress.idle();
  };
  const runOnce = async (): Promise<void> => {
    const running = setTimeout(isRunning, runsAfterMs).unref();
    try {
      await run();
    } finally {
      clearTimeout(running);
    }
    if (!signal.aborted) throw new Error('it ended by itself');
  };
  const onFailure = (error: unknown, failures: number, waitMs: number): void => {
    progress.failed(`failed: ${firstLine(error)}`);
    log.error({ err: error, part: name, failures, againInMs: waitMs }, 'part.failed');
  };
  await restartAfterFailure(runOnce, { signal, firstMs: 500, lastMs: 60_000, onFailure });
}

/** Restarts a part, or a stage of one, whenever it ends by itself. It logs that and reports it in readiness until it runs again. */
import type { Logger } from 'pino';
import { firstLine } from './health-watch.ts';
import type { Progress } from './progress.ts';
import { backoff, pause } from './pause.ts';

/** After running for this long, it counts as running. */
const runsAfterMs = 2_000;
/** After running for this long, the next failure starts again with the shortest delay. */
const stableAfterMs = 60_000;

export interface RestartOptions {
  readonly signal: AbortSignal;
  /** Shortest and longest delay before it runs again; the delay doubles with each failure. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** `failures`: how many came before this one since it last ran for long. */
  readonly onFailure: (error: unknown, failures: number, waitMs: number) => void;
}

/** Calls `run` again whenever it ends, after a failure with a delay. Resolves after `signal` aborted and `run` ended. */
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

/** Resolves after `signal` aborted and `run` ended. */
export async function keepRunning(
  name: string,
  run: () => Promise<void>,
  { progress, log, signal }: { readonly progress: Progress; readonly log: Logger; readonly signal: AbortSignal },
): Promise<void> {
  const runs = (): void => {
    progress.moved();
    progress.idle();
  };
  const runOnce = async (): Promise<void> => {
    const running = setTimeout(runs, runsAfterMs).unref();
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

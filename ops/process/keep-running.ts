/** Restarts a part, or a stage of one, whenever it ends by itself. It logs that and reports it in readiness until it runs again. */
import type { Logger } from 'pino';
import { firstLine } from './health-watch.ts';
import type { Progress } from './progress.ts';
import { backoff, pause } from './pause.ts';

/** After running for this long, it counts as running. */
const runsAfterMs = 2_000;
/** After running for this long, the next failure starts again with the shortest delay. */
const heldAfterMs = 60_000;

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
  for (let failures = 0; !signal.aborted; failures += 1) {
    const startedAtMs = performance.now();
    const running = setTimeout(runs, runsAfterMs).unref();
    try {
      await run();
      if (signal.aborted) return;
      throw new Error('it ended by itself');
    } catch (error) {
      if (signal.aborted) return;
      if (performance.now() - startedAtMs > heldAfterMs) failures = 0;
      clearTimeout(running);
      const waitMs = backoff(failures, 500, 60_000);
      progress.failed(`failed: ${firstLine(error)}`);
      log.error({ err: error, part: name, failures, againInMs: waitMs }, 'part.failed');
      await pause(waitMs, signal);
    } finally {
      clearTimeout(running);
    }
  }
}

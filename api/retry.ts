/** For what a start cannot do without: tries until it works or the process stops, with growing, jittered waits. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#ops/runtime/log.ts';
import { ControlPlaneError } from '#schemas/control-plane.ts';

/** Wait before the n-th repeat; the last one goes on. Spread by a quarter either way. */
const waitsMs = [100, 250, 500, 1_000, 2_000, 5_000];

export async function untilItWorks<T>(
  what: string,
  work: () => Promise<T>,
  options: { readonly log: Logger; readonly signal: AbortSignal },
): Promise<T> {
  const { log, signal } = options;
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      // An operator's doing mends it, not time.
      if (error instanceof ControlPlaneError) throw error;
      log.warn({ what, failures, err: error }, 'start.waits');
      const waitMs = waitsMs[Math.min(failures, waitsMs.length - 1)]! * (0.75 + Math.random() / 2);
      await sleep(waitMs, undefined, { signal });
    }
  }
}

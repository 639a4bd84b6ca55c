/** When a stage does its work again: fixed cadence with jitter, back-off after failures, and an end that is prompt. */
import { backoff, pause, withJitter } from '#ops/runtime/pause.ts';

export { backoff, pause, withJitter };

/** Runs `work` every `cadenceMs` (measured start to start) until `signal` aborts. `work` returns a wait of its own, or null for the cadence. */
export async function repeat(work: () => Promise<number | null>, cadenceMs: () => number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const startedAt = performance.now();
    const ownWaitMs = await work();
    const waitMs = ownWaitMs ?? withJitter(cadenceMs()) - (performance.now() - startedAt);
    await pause(Math.max(0, waitMs), signal);
  }
}

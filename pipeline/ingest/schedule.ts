/** When a stage does its work again: fixed cadence with jitter, back-off after failures, and an end that is prompt. */
import { backoff, pause, withJitter } from '#ops/process/pause.ts';

export { backoff, pause, withJitter };

/**
 * Wait after the n-th poll in a row that failed by an outage of our own (NATS, ClickHouse, parsing): 1 s, doubling to 30 s, with
 * jitter. It says nothing of the source, whose failures are counted apart.
 */
export const outageWaitMs = (outages: number, random?: () => number): number => backoff(outages - 1, 1_000, 30_000, random);

/** Runs `work` every `cadenceMs` (measured start to start) until `signal` aborts. `work` returns a wait of its own, or null for the cadence. */
export async function repeat(work: () => Promise<number | null>, cadenceMs: () => number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const startedAt = performance.now();
    const ownWaitMs = await work();
    const waitMs = ownWaitMs ?? withJitter(cadenceMs()) - (performance.now() - startedAt);
    await pause(Math.max(0, waitMs), signal);
  }
}

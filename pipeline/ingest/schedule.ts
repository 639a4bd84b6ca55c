/** Schedules the repetitions of a stage: fixed cadence with jitter, back-off after failures, and a prompt stop. */
import { backoff, pause, withJitter } from '#ops/process/pause.ts';

export { backoff, pause, withJitter };

/**
 * Returns the wait after the n-th consecutive poll that failed by an outage on this side (NATS, ClickHouse, parsing): 1 s, doubling to 30
 * s, with jitter. The source's own failures are counted separately.
 */
export const outageWaitMs = (outages: number, random?: () => number): number => backoff(outages - 1, 1_000, 30_000, random);

/** Runs `work` every `cadenceMs` (start to start) until `signal` aborts. `work` returns a wait of its own, or null for the cadence. */
export async function repeat(work: () => Promise<number | null>, cadenceMs: () => number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const startedAt = performance.now();
    const ownWaitMs = await work();
    const waitMs = ownWaitMs ?? withJitter(cadenceMs()) - (performance.now() - startedAt);
    await pause(Math.max(0, waitMs), signal);
  }
}

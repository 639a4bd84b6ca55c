/** Counts what a limiter grants. */
import type { Acquire } from '#pipeline/ingest/sec/access/rate-limit.ts';
import { StoppedError } from '#ops/process/retry.ts';

/** Acquires as fast as each of them grants until stopped, and records the instants of the grants. */
export function consume(...from: readonly Acquire[]): { readonly grantedAtMs: number[]; readonly stop: () => Promise<number[]> } {
  const stopping = new AbortController();
  const grantedAtMs: number[] = [];
  const running = from.map(async (acquire) => {
    try {
      for (;;) {
        const answered = await acquire(stopping.signal);
        answered();
        grantedAtMs.push(performance.now());
      }
    } catch (error) {
      if (!(error instanceof StoppedError)) throw error;
    }
  });
  const stop = async (): Promise<number[]> => {
    stopping.abort();
    await Promise.all(running);
    return grantedAtMs;
  };
  return { grantedAtMs, stop };
}

/** Returns the most grants in any window of a second. */
export function mostInASecond(instants: readonly number[], windowMs = 1_000): number {
  const sorted = instants.toSorted((a, b) => a - b);
  return Math.max(0, ...sorted.map((startMs, index) => sorted.slice(index).filter((ms) => ms < startMs + windowMs).length));
}

/** The same for instants that a busy test process measures some ms after the grant. A doubled allowance would still show. */
export const mostAsSeenHere = (instants: readonly number[]): number => mostInASecond(instants, 850);

/** Waits between attempts: exponential backoff with jitter, ended at once when a signal aborts. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, or returns at once when `signal` aborts. */
export async function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await sleep(waitMs, undefined, { signal }).catch(() => undefined);
}

/** Rejects with the signal's reason when it aborts. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/**
 * Returns the time to the next multiple of `everyMs` by this process's clock. Periodic tasks that wait for it run together, so they wake
 * the process and each server once and not once per task.
 */
export const untilTickMs = (everyMs: number): number => everyMs - (performance.now() % everyMs);

/** Returns `baseMs` changed by up to a tenth either way, so that many sources are not polled in step. */
export const withJitter = (baseMs: number, random: () => number = Math.random): number => Math.round(baseMs * (0.9 + 0.2 * random()));

/** Returns the delay before attempt `failures + 1`: it doubles from `firstMs` to `lastMs`, with full jitter on the upper half. */
export function backoff(failures: number, firstMs: number, lastMs: number, random: () => number = Math.random): number {
  const ceilingMs = Math.min(lastMs, firstMs * 2 ** Math.min(failures, 30));
  return Math.round(ceilingMs / 2 + (ceilingMs / 2) * random());
}

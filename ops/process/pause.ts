/** Pauses and delays: backoff with jitter, ticks, and waits that end when a signal aborts. */
import { setTimeout as sleep } from 'node:timers/promises';

export async function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await sleep(waitMs, undefined, { signal }).catch(() => undefined);
}

export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** Returns the time to the next multiple of `everyMs`. Periodic tasks that wait for it run together, so the process wakes once for all. */
export const untilTickMs = (everyMs: number): number => everyMs - (performance.now() % everyMs);

/** Returns `baseMs` with up to 10 % of jitter either way, so that many sources are not polled at the same time. */
export const withJitter = (baseMs: number, random: () => number = Math.random): number => Math.round(baseMs * (0.9 + 0.2 * random()));

/** Returns the delay after `failures` earlier failures. It doubles from `firstMs` to `lastMs`; its upper half is random. */
export function backoff(failures: number, firstMs: number, lastMs: number, random: () => number = Math.random): number {
  const ceilingMs = Math.min(lastMs, firstMs * 2 ** Math.min(failures, 30));
  return Math.round(ceilingMs / 2 + (ceilingMs / 2) * random());
}

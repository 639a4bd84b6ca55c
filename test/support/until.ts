/**
 * Waits for a condition instead of sleeping, and names it when the time is up. It polls ever less often, so that a long wait on a slow
 * machine neither takes processor time from what it waits for nor uses up a key's quota. The usual limit ends a wait for what never comes;
 * it says nothing about speed.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export async function until<T>(
  what: string,
  probe: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeoutMs = 150_000,
): Promise<T> {
  const startMs = performance.now();
  for (;;) {
    const value = await probe();
    if (value) return value;
    const waitedMs = performance.now() - startMs;
    if (waitedMs > timeoutMs) throw new Error(`waited ${timeoutMs} ms for ${what}`);
    await sleep(Math.min(Math.max(waitedMs / 20, 10), 250));
  }
}

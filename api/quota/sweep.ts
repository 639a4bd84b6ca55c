/**
 * Removes outdated counters from Redis. They have no expiry, because with one they could be evicted before cached pages. So a few times a
 * day the counters of accounts that stopped calling are searched for.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#ops/process/log.ts';
import { isReady, serversOf, type Redis } from '#ops/process/redis.ts';

const script = readFileSync(new URL('sweep.lua', import.meta.url), 'utf8');
const windows = [
  ['quota:{*}:minute', 60],
  ['quota:{*}:day', 86_400],
] as const;
const keysAtOnce = 500;
const pauseMs = 20;
const everyMs = 6 * 3_600_000;

/** Goes through all keys once; returns how many counters it removed. */
export async function sweepCounters(redis: Redis, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (const server of serversOf(redis)) removed += await sweepServer(server, signal);
  return removed;
}

async function sweepServer(redis: Redis, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (const [pattern, windowSeconds] of windows) {
    let cursor = '0';
    do {
      signal.throwIfAborted();
      const [next, keys] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', keysAtOnce);
      const answers = await Promise.all(keys.map((key) => redis.eval(script, 1, key, windowSeconds)));
      removed += answers.filter((answer) => answer === 1).length;
      cursor = next;
      // Pauses, so that requests come first.
      await sleep(pauseMs, undefined, { signal, ref: false });
    } while (cursor !== '0');
  }
  return removed;
}

export function sweepRegularly(redis: Redis, log: Logger): { readonly stop: () => void } {
  const stopping = new AbortController();
  const { signal } = stopping;
  void (async () => {
    // Random, so that many processes do not scan at once.
    for (let waitMs = everyMs * Math.random(); ; waitMs = everyMs * (0.75 + Math.random() / 2)) {
      await sleep(waitMs, undefined, { signal, ref: false });
      if (!isReady(redis)) continue;
      await sweepCounters(redis, signal).then(
        (removed) => log.info({ removed }, 'quota.swept'),
        (error: unknown) => !signal.aborted && log.warn({ err: error }, 'quota.sweep_failed'),
      );
    }
  })().catch(() => undefined);
  return { stop: () => stopping.abort() };
}

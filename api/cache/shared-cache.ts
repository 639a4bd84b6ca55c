/**
 * Shares pages between API processes through Redis, in one hash per page. Reads have a short timeout, and writes are not awaited. After a
 * failure, no requests are sent to Redis for a second. It is not the server with the quota counters, because only pages may be evicted, and
 * eviction is a setting of the whole server.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { createBreaker } from '#ops/process/breaker.ts';
import type { Logger } from '#ops/process/log.ts';
import { isReady, openRedis, type Redis } from '#ops/process/redis.ts';
import type { Config } from '#schemas/config.ts';
import { parseJson } from '#schemas/json-text.ts';
import { createContent, keepContent } from '../reply/content.ts';
import type { SharedCache } from './page-cache.ts';

export interface Sharing {
  readonly cache: SharedCache;
  /** Returns `ok`, or the problem. */
  readonly state: () => string;
  readonly stop: () => void;
}

/** Connects to REDIS_CACHE_URL. If it is empty, the cache stores nothing. */
export function openSharing(
  config: Pick<Config, 'REDIS_CACHE_URL'>,
  options: { readonly namespace: string; readonly timeoutMs: number; readonly steadyMs: () => number; readonly log: Logger },
): Sharing {
  const nothing: SharedCache = { get: async () => null, set: () => undefined };
  if (config.REDIS_CACHE_URL === '') return { cache: nothing, state: () => 'ok', stop: () => undefined };
  const { namespace, timeoutMs, steadyMs, log } = options;
  const redis = openRedis(config.REDIS_CACHE_URL, { commandTimeoutMs: timeoutMs, name: 'tickerwire-cache', log });
  return {
    cache: createSharedCache(redis, namespace, steadyMs),
    state: () => (isReady(redis) ? 'ok' : 'unavailable: API processes share no pages; check REDIS_CACHE_URL'),
    stop: () => redis.disconnect(),
  };
}

const Facts = z.object({
  type: z.string(),
  etag: z.string(),
  storyIds: z.array(z.string()).nullable(),
  rowsCount: z.number(),
  firstCreatedAtMs: z.number().nullable(),
  /** Milliseconds after storing for which the page is fresh; `lifeMs` is the same for serving it at all. */
  freshForMs: z.number(),
  lifeMs: z.number(),
  /** Time of storing on the steady clock of the process that stored the page. */
  leftAtMs: z.number(),
});

const bodyBytesMax = 1_000_000;

/** Returns the cache. Pages of another `namespace`, such as those with cursors of another secret, are not found. */
export function createSharedCache(redis: Redis, namespace: string, steadyMs: () => number): SharedCache {
  const breaker = createBreaker({ failuresMax: 1, openMs: 1_000 });
  const redisKey = (key: string): string => `page:${namespace}:${hash('sha256', key, 'base64url')}`;
  const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (!isReady(redis) || !breaker.mayTry()) return null;
    try {
      const value = await work();
      breaker.succeeded();
      return value;
    } catch {
      breaker.failed();
      return null;
    }
  };
  return {
    get: async (key) => {
      const name = redisKey(key);
      const found = await attempt(() => Promise.all([redis.hmgetBuffer(name, 'facts', 'body'), redis.pttl(name)]));
      const [[facts, body], leftMs] = found ?? [[], 0];
      if (!facts || !body) return null;
      const parsed = Facts.safeParse(parseJson(facts.toString()));
      if (!parsed.success) return null;
      const { type, etag, storyIds, freshForMs, lifeMs, leftAtMs, ...rest } = parsed.data;
      // If the remaining life exceeds the original one, the age of the page is unknown.
      if (leftMs <= 0 || leftMs > lifeMs) return null;
      const nowMs = steadyMs();
      // Clocks of processes may differ, so the greater age counts: that by Redis or that by the writer's time.
      const fromMs = nowMs - Math.max(lifeMs - leftMs, nowMs - leftAtMs);
      return {
        ...rest,
        readAtMs: fromMs,
        freshUntilMs: fromMs + freshForMs,
        staleUntilMs: fromMs + lifeMs,
        content: createContent(body, { type, etag, storyIds }),
        watch: null,
        isShared: true,
      };
    },
    set: (key, page) => {
      const { content, rowsCount, firstCreatedAtMs, freshUntilMs, staleUntilMs } = page;
      const nowMs = steadyMs();
      const lifeMs = Math.floor(staleUntilMs - nowMs);
      if (lifeMs <= 0 || content.identity.length > bodyBytesMax) return;
      const facts = JSON.stringify({
        type: content.type,
        etag: content.etag,
        storyIds: content.storyIds,
        rowsCount,
        firstCreatedAtMs,
        freshForMs: freshUntilMs - nowMs,
        lifeMs,
        leftAtMs: nowMs,
      });
      const name = redisKey(key);
      void attempt(() =>
        redis
          .multi()
          .hset(name, { facts, body: keepContent(content) })
          .pexpire(name, lifeMs)
          .exec(),
      );
    },
  };
}

/**
 * Connects to the Redis server of the shared page cache. It is not the server with the quota counters, because only pages may be evicted, and
 * eviction is a setting of the whole server.
 */
import type { Logger } from '#ops/process/log.ts';
import { isReady, openRedis } from '#ops/process/redis.ts';
import type { Config } from '#schemas/config.ts';
import type { SharedCache } from './page-cache.ts';
import { createSharedCache } from './shared-cache.ts';

export interface Sharing {
  readonly cache: SharedCache;
  readonly state: () => 'ok' | string;
  readonly stop: () => void;
}

const nothingShared: Sharing = { cache: { get: async () => null, set: () => undefined }, state: () => 'ok', stop: () => undefined };

/** Connects to REDIS_CACHE_URL, or returns a cache that stores nothing if it is empty. */
export function openSharing(
  config: Pick<Config, 'REDIS_CACHE_URL'>,
  options: { readonly namespace: string; readonly timeoutMs: number; readonly steadyMs: () => number; readonly log: Logger },
): Sharing {
  if (config.REDIS_CACHE_URL === '') return nothingShared;
  const { namespace, timeoutMs, steadyMs, log } = options;
  const redis = openRedis(config.REDIS_CACHE_URL, { commandTimeoutMs: timeoutMs, name: 'tickerwire-cache', log });
  return {
    cache: createSharedCache(redis, namespace, steadyMs),
    state: () => (isReady(redis) ? 'ok' : 'unavailable: API processes share no pages; check REDIS_CACHE_URL'),
    stop: () => redis.disconnect(),
  };
}

/**
 * Connects to the Redis server of the shared page cache. It is separate from the one with quota counters: pages must be evictable, counters
 * must not, and eviction is a setting of the whole server. Without such a server pages are not shared.
 */
import type { Logger } from '#ops/process/log.ts';
import { isReady, openRedis, serversOf, type Redis } from '#ops/process/redis.ts';
import type { Config } from '#schemas/config.ts';
import type { SharedCache } from './page-cache.ts';
import { createSharedCache } from './shared-cache.ts';

export interface Sharing {
  readonly cache: SharedCache;
  /** Returns `ok`, or the reason why pages are not shared as configured. */
  readonly state: () => 'ok' | string;
  readonly stop: () => void;
}

const nothingShared: Sharing = { cache: { get: async () => null, set: () => undefined }, state: () => 'ok', stop: () => undefined };

/** Connects to the server; without REDIS_CACHE_URL it returns a cache that stores nothing. `timeoutMs` bounds each command. */
export function openSharing(
  config: Pick<Config, 'REDIS_CACHE_URL'>,
  options: {
    /** The server of the counters. */
    readonly redis: Redis;
    readonly namespace: string;
    readonly timeoutMs: number;
    readonly steadyMs: () => number;
    readonly log: Logger;
  },
): Sharing {
  if (config.REDIS_CACHE_URL === '') return nothingShared;
  const { redis: counters, namespace, timeoutMs, steadyMs, log } = options;
  const redis = openRedis(config.REDIS_CACHE_URL, { commandTimeoutMs: timeoutMs, name: 'tickerwire-cache', log });
  const cache = createSharedCache(redis, namespace, steadyMs);
  // Null: not known yet; until then no pages are stored there.
  let isApart: boolean | null = null;
  // Compares the servers' run ids, because two addresses may lead to one server.
  const compare = async (): Promise<void> => {
    const [ours, theirs] = await Promise.all([runIdsOf(redis), runIdsOf(counters)]);
    if (ours.length > 0) isApart = !ours.some((id) => theirs.includes(id));
    else if (isReady(redis)) isApart = addressOf(redis) !== addressOf(counters);
  };
  const look = (): void => void compare();
  redis.on('ready', look);
  counters.on('ready', look);
  return {
    cache: {
      get: (key) => (isApart === true ? cache.get(key) : Promise.resolve(null)),
      set: (key, page) => {
        if (isApart === true) cache.set(key, page);
      },
    },
    state: () => {
      if (!isReady(redis)) return 'unavailable: API processes share no pages; check REDIS_CACHE_URL';
      return isApart === false
        ? 'REDIS_CACHE_URL and REDIS_URL are the same server, so no pages are shared; set REDIS_CACHE_URL to another server'
        : 'ok';
    },
    stop: () => {
      counters.off('ready', look);
      redis.disconnect();
    },
  };
}

const addressOf = (redis: Redis): string =>
  serversOf(redis)
    .map(({ options: { host, port, path } }) => `${path ?? host}:${port}`)
    .join();

/** Returns the run ids of the servers that answer. */
async function runIdsOf(redis: Redis): Promise<string[]> {
  const ids = await Promise.all(serversOf(redis).map((server) => server.info('server').then(runId, () => null)));
  return ids.filter((id) => id !== null);
}

const runId = (info: string): string | null => /^run_id:(\w+)/m.exec(info)?.[1] ?? null;

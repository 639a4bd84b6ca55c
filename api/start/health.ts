/** Says on the operations port what an API process cannot do without, and what is away while it answers on. */
import type { AccountMap } from '#ops/accounts/watch-accounts.ts';
import { isReady } from '#ops/process/redis.ts';
import { dependencies, type Dependency, type Gauges } from '../observe/metrics.ts';
import type { Quota } from '../quota/quota.ts';
import type { SymbolDirectory } from '../symbols/directory.ts';
import type { Feed } from './open-feed.ts';
import type { Stores } from './open-stores.ts';

export type Checks = Readonly<Record<string, 'ok' | string>>;

/** Filled as the process comes up. */
export interface ProcessHealth {
  /** Returns the state of each dependency that it cannot answer without; ready when each is `ok`. */
  checks: () => Checks;
  /** Returns the dependencies that are away while it answers on from the rest; empty when all is well. */
  degraded: () => Readonly<Record<string, string>>;
  /** Returns figures that do not keep it from serving. */
  details: () => Readonly<Record<string, unknown>>;
}

export const startingHealth = (): ProcessHealth => ({ checks: () => ({ start: 'starting' }), degraded: () => ({}), details: () => ({}) });

interface Watched {
  readonly stores: Stores;
  readonly watch: AccountMap;
  readonly feed: Feed;
  readonly quota: Quota;
  readonly symbols: SymbolDirectory;
  readonly isStopping: () => boolean;
}

/** Each `ok`, or what is wrong with it. */
const dependencyStates = ({ stores, watch, feed, quota }: Watched): Readonly<Record<Dependency, () => string>> => ({
  nats: () => (stores.bus.isConnected() ? 'ok' : 'not connected: keys and symbols stay as they were'),
  accounts: () => watch.trouble() ?? 'ok',
  tail: feed.states.tail,
  clickhouse: stores.states.clickhouse,
  redis: () => quota.trouble() ?? (isReady(stores.redis) ? 'ok' : 'away'),
});

/** Returns what the metrics read at each scrape. */
export function gaugesOf(watched: Watched): Gauges {
  const { feed, quota, watch } = watched;
  const { tail, figures } = feed;
  const states = dependencyStates(watched);
  return {
    tailRows: () => tail.size().rows,
    tailBytes: () => tail.size().bytes,
    tailLastSeq: tail.lastSeq,
    tailLag: figures.lagRecords,
    tailReachMs: () => tail.reach()?.publishedMs ?? null,
    cacheBytes: figures.cacheBytes,
    quotaIsLocal: quota.isLocal,
    accounts: watch,
    isAway: (name) => states[name]() !== 'ok',
  };
}

/** Fills `health`, which has said `starting` so far. */
export function fillHealth(health: ProcessHealth, watched: Watched): void {
  const { stores, watch, feed, symbols, isStopping } = watched;
  const states = dependencyStates(watched);
  const { redis_eviction, streams, tables } = stores.states;
  const others = { redis_eviction, redis_cache: feed.states.redis_cache, streams, tables };
  // A balancer must not take away a process that answers: from the tail without the tables, from these without the log.
  health.checks = () => ({
    server: isStopping() ? 'stopping' : 'ok',
    feed: states.tail() === 'ok' || states.clickhouse() === 'ok' ? 'ok' : 'neither the log nor the tables answer',
  });
  health.degraded = () =>
    Object.fromEntries(
      [...dependencies.map((name) => [name, states[name]()]), ...Object.entries(others).map(([name, state]) => [name, state()])].filter(
        ([, state]) => state !== 'ok',
      ),
    );
  health.details = () => ({ keys: watch.counts().keys, symbols: symbols.size(), ...feed.figures.details() });
}

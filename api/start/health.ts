/** Reports on the operations port whether an API process is ready, and which dependencies are unavailable while it still answers. */
import type { AccountMap } from '#ops/accounts/watch-accounts.ts';
import { isReady } from '#ops/process/redis.ts';
import type { StreamHub } from '../deps.ts';
import { dependencies, type Dependency, type Gauges } from '../observe/metrics.ts';
import type { Quota } from '../quota/quota.ts';
import type { SymbolDirectory } from '../symbols/directory.ts';
import type { Feed } from './open-feed.ts';
import type { Stores } from './open-stores.ts';

/** `fillHealth` replaces the functions when the process has started. */
export interface ProcessHealth {
  /** Returns the state of everything that the process needs to answer. It is ready if each is `ok`. */
  checks: () => Readonly<Record<string, 'ok' | string>>;
  /** Returns the states of unavailable dependencies without which the process can answer. */
  degraded: () => Readonly<Record<string, string>>;
  details: () => Readonly<Record<string, unknown>>;
}

export const startingHealth = (): ProcessHealth => ({ checks: () => ({ start: 'starting' }), degraded: () => ({}), details: () => ({}) });

interface Watched {
  readonly stores: Stores;
  readonly watch: AccountMap;
  readonly feed: Feed;
  readonly streams: StreamHub;
  readonly quota: Quota;
  readonly symbols: SymbolDirectory;
  readonly isStopping: () => boolean;
}

/** Returns functions for the state of each dependency: `ok` or the problem. */
const dependencyStates = ({ stores, watch, feed, quota }: Watched): Readonly<Record<Dependency, () => string>> => ({
  nats: () => (stores.bus.isConnected() ? 'ok' : 'not connected; changes of keys and symbols do not arrive'),
  accounts: () => watch.trouble() ?? 'ok',
  tail: feed.states.tail,
  clickhouse: stores.states.clickhouse,
  redis: () => quota.trouble() ?? (isReady(stores.redis) ? 'ok' : 'unavailable'),
});

export function gaugesOf(watched: Watched): Gauges {
  const { feed, streams, quota, watch } = watched;
  const { tail, figures } = feed;
  const states = dependencyStates(watched);
  return {
    tailRows: () => tail.size().rows,
    tailBytes: () => tail.size().bytes,
    tailLastSeq: tail.lastSeq,
    tailLag: figures.lagRecords,
    tailReachMs: () => tail.reach()?.publishedMs ?? null,
    streams: streams.count,
    cacheBytes: figures.cacheBytes,
    quotaIsLocal: quota.isLocal,
    accounts: watch,
    isAway: (name) => states[name]() !== 'ok',
  };
}

export function fillHealth(health: ProcessHealth, watched: Watched): void {
  const { stores, watch, feed, symbols, isStopping } = watched;
  const states = dependencyStates(watched);
  const { redis_eviction, streams, tables } = stores.states;
  const others = { redis_eviction, redis_cache: feed.states.redis_cache, streams, tables };
  // A process that can answer from the tail or from the tables is ready, so that balancers do not remove it.
  health.checks = () => ({
    server: isStopping() ? 'stopping' : 'ok',
    feed: states.tail() === 'ok' || states.clickhouse() === 'ok' ? 'ok' : 'neither the feed log nor ClickHouse answers',
  });
  health.degraded = () =>
    Object.fromEntries(
      [...dependencies.map((name) => [name, states[name]()]), ...Object.entries(others).map(([name, state]) => [name, state()])].filter(
        ([, state]) => state !== 'ok',
      ),
    );
  health.details = () => ({ keys: watch.counts().keys, symbols: symbols.size(), ...feed.figures.details() });
}

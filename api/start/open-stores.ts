/** Connects an API process to NATS, Redis and ClickHouse. */
import { setTimeout as sleep } from 'node:timers/promises';
import { newestRowSequence } from '#clickhouse/feed-records.ts';
import { checkSchema } from '#clickhouse/schema/check.ts';
import { openStore, storeAddress } from '#clickhouse/store.ts';
import { verifyStreams } from '#ops/nats/control-plane/verify.ts';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { watchHealth, watchTimeoutMs, type WhileHeard } from '#ops/process/health-watch.ts';
import { watchEviction } from '#ops/process/redis-eviction.ts';
import { openRedis, type Redis } from '#ops/process/redis.ts';
import { retryUntilStopped } from '#ops/process/retry.ts';
import { createStoreAccess, isSilence, type QueryStore } from '../store-access.ts';
import { redisTimeoutMs, type StartContext } from './start-context.ts';

const storeConnections = 16;
/** Maximum time to wait for Redis at the start. Without Redis, the first calls would be granted from shares. */
const redisWaitMs = 1_000;

export interface Stores {
  readonly bus: Bus;
  readonly redis: Redis;
  readonly ask: QueryStore;
  /** Runs work that waits for ClickHouse, and rejects when ClickHouse has not answered for some seconds. */
  readonly whileHeard: WhileHeard;
  /** Return `ok` or the problem. */
  readonly states: Readonly<Record<'clickhouse' | 'redis_eviction' | 'streams' | 'tables', () => string>>;
  readonly stop: () => Promise<void>;
}

/** Resolves when NATS answers. Throws a ControlPlaneError if streams or tables are not those that this release needs. */
export async function openStores({ config, log, signal }: StartContext): Promise<Stores> {
  const bus = await openBus(config, 'tickerwire-api', log);
  const drift = await retryUntilStopped('compare the streams', () => verifyStreams(bus, config), { log, signal });
  // Longer than redisTimeoutMs, with which the quota limits how long callers wait.
  const redis = openRedis(config.REDIS_URL, { commandTimeoutMs: 4 * redisTimeoutMs, name: 'tickerwire-api', log });
  const eviction = watchEviction(redis);
  const redisReady = new Promise((resolve) => redis.once('ready', resolve));
  const store = openStore({ ...storeAddress(config), requestTimeoutMs: config.API_REQUEST_TIMEOUT_MS, maxConnections: storeConnections });
  const schema = await checkSchema(store, (error) => log.error({ err: error }, 'tables.refused'));
  for (const difference of [...drift, ...schema.notes()]) log.warn({ difference }, 'control_plane.differs');
  // A separate connection, because queries that occupy all others do not mean that ClickHouse is down.
  const watched = openStore({ ...storeAddress(config), requestTimeoutMs: watchTimeoutMs, maxConnections: 1 });
  const storeWatch = watchHealth(
    () => newestRowSequence(watched),
    (error) => !isSilence(error),
  );
  await Promise.race([redisReady, sleep(redisWaitMs, undefined, { ref: false })]);
  return {
    bus,
    redis,
    ask: createStoreAccess(store, storeWatch.whileHeard),
    whileHeard: storeWatch.whileHeard,
    states: {
      clickhouse: () => (storeWatch.state() === 'ok' ? schema.state() : storeWatch.state()),
      redis_eviction: eviction.state,
      streams: () => drift[0] ?? 'ok',
      tables: () => schema.notes()[0] ?? 'ok',
    },
    stop: async () => {
      for (const watch of [storeWatch, schema, eviction]) watch.stop();
      redis.disconnect();
      await Promise.all([store.close(), watched.close()]);
      await bus.close();
    },
  };
}

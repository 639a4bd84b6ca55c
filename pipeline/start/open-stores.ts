/** Connects a pipeline process to NATS, ClickHouse and, when it ingests, Redis. */
import { newestRowSequence } from '#clickhouse/feed-records.ts';
import { checkSchema, type SchemaCheck } from '#clickhouse/schema/check.ts';
import type { Store } from '#clickhouse/store.ts';
import { verifyStreams } from '#ops/nats/control-plane/verify.ts';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { watchHealth, type WhileHeard } from '#ops/process/health-watch.ts';
import type { Logger } from '#ops/process/log.ts';
import { watchEviction } from '#ops/process/redis-eviction.ts';
import { isReady, openRedis, type Redis } from '#ops/process/redis.ts';
import { retryUntilStopped } from '#ops/process/retry.ts';
import type { Config } from '#schemas/config.ts';
import { streams } from '#schemas/subjects.ts';

/** Maximum milliseconds of a Redis command for EDGAR's allowance; after that the process continues without Redis. */
const redisTimeoutMs = 500;

export interface Stores {
  readonly bus: Bus;
  readonly store: Store;
  readonly schema: SchemaCheck;
  /** Null when the process does not ingest. */
  readonly redis: Redis | null;
  /** Ends the work once ClickHouse has not answered for some seconds. */
  readonly whileHeard: WhileHeard;
  /** Each returns `ok` or a description of the problem. */
  readonly states: Readonly<Record<'nats' | 'clickhouse' | 'redis' | 'streams' | 'tables', () => string>>;
  readonly stop: () => Promise<void>;
}

/** Resolves once NATS has answered. Closes everything and throws a ControlPlaneError when streams or tables do not match this release. */
export async function openStores(store: Store, ingests: boolean, config: Config, log: Logger, signal: AbortSignal): Promise<Stores> {
  const bus = await openBus(config, 'tickerwire-pipeline', log);
  const redis = ingests ? openRedis(config.REDIS_URL, { commandTimeoutMs: redisTimeoutMs, name: 'tickerwire-ingest', log }) : null;
  const eviction = redis && watchEviction(redis);
  // A ping does not suffice: a server with a full disk, or in a cluster without a leader, still answers it.
  const nats = watchHealth(() => bus.jsm.streams.info(streams.feed));
  const clickhouse = watchHealth(() => newestRowSequence(store));
  let schema: SchemaCheck | null = null;
  const stop = async (): Promise<void> => {
    for (const watch of [nats, clickhouse, eviction, schema]) watch?.stop();
    redis?.disconnect();
    await store.close();
    await bus.close();
  };
  try {
    const drift = await retryUntilStopped('compare the streams', () => verifyStreams(bus, config), { log, signal });
    const checked = await checkSchema(store, (error) => log.error({ err: error }, 'tables.refused'));
    schema = checked;
    for (const difference of [...drift, ...checked.notes()]) log.warn({ difference }, 'control_plane.differs');
    return {
      bus,
      store,
      schema,
      redis,
      whileHeard: clickhouse.whileHeard,
      states: {
        nats: () => (bus.isConnected() ? nats.state() : 'not connected'),
        clickhouse: () => (clickhouse.state() === 'ok' ? checked.state() : clickhouse.state()),
        redis: () =>
          redis === null || eviction === null
            ? 'ok'
            : isReady(redis)
              ? eviction.state()
              : 'unavailable; each process uses its share of the EDGAR rate',
        streams: () => drift[0] ?? 'ok',
        tables: () => checked.notes()[0] ?? 'ok',
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

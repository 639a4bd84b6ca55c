/**
 * The connection to Redis, which may be unreachable at any time. A command fails after `commandTimeoutMs`, or at once without a connection.
 * Several addresses are nodes of one Redis Cluster: keys of one script or transaction share a hash tag, so they are on one node.
 */
import { Cluster, Redis } from 'ioredis';
import type { Logger } from './log.ts';

export type { Redis };

interface Options {
  readonly commandTimeoutMs: number;
  readonly name: string;
  readonly log: Logger;
}

const retryStrategy = (times: number): number => Math.min(2_000, 50 * 2 ** Math.min(times, 6)) * (0.5 + Math.random() / 2);

/** Opens the connection. `url` is one address, or the comma-separated addresses of a cluster's nodes. */
export function openRedis(url: string, options: Options): Redis {
  const { log } = options;
  const urls = url.split(/,(?=rediss?:\/\/)/);
  const redis =
    urls.length === 1
      ? new Redis(url, { ...connecting(options), enableOfflineQueue: false, maxRetriesPerRequest: 0, retryStrategy })
      : openCluster(urls, options);
  let isAway = false;
  redis.on('error', (error: Error) => {
    // One line per outage, not per attempt.
    if (!isAway) log.warn({ reason: error.message }, 'redis.failed');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) log.info({}, 'redis.returned');
    isAway = false;
  });
  return redis;
}

const connecting = ({ commandTimeoutMs, name }: Options) => ({
  connectionName: name,
  commandTimeout: commandTimeoutMs,
  connectTimeout: 2_000,
  autoResendUnfulfilledCommands: false,
});

function openCluster(urls: readonly string[], options: Options): Redis {
  const addresses = urls.map((url) => new URL(url));
  const { username = '', password = '', protocol = '' } = addresses[0] ?? {};
  const cluster = new Cluster(
    addresses.map(({ hostname, port }) => ({ host: hostname, port: port === '' ? 6_379 : Number(port) })),
    {
      redisOptions: {
        ...connecting(options),
        ...(username !== '' && { username: decodeURIComponent(username) }),
        ...(password !== '' && { password: decodeURIComponent(password) }),
        ...(protocol === 'rediss:' && { tls: {} }),
      },
      enableOfflineQueue: false,
      clusterRetryStrategy: retryStrategy,
      slotsRefreshTimeout: 2_000,
      slotsRefreshInterval: 5_000,
    },
  );
  // A cluster accepts the same commands. `serversOf` returns its single servers.
  return cluster as unknown as Redis;
}

export const isReady = (redis: Redis): boolean => redis.status === 'ready';

/** Returns the servers that store keys: the masters of a cluster, or the single server. */
export function serversOf(redis: Redis): readonly Redis[] {
  const client: unknown = redis;
  return client instanceof Cluster ? client.nodes('master') : [redis];
}

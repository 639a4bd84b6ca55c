/**
 * The connection to Redis, which may be away at any time: a command fails within `commandTimeoutMs` or at once
 * while there is no connection, reconnecting goes on for ever, and nothing is queued meanwhile.
 */
import { Redis } from 'ioredis';
import type { Logger } from './log.ts';

export type { Redis };

export function openRedis(url: string, options: { readonly commandTimeoutMs: number; readonly name: string; readonly log: Logger }): Redis {
  const { commandTimeoutMs, name, log } = options;
  const redis = new Redis(url, {
    connectionName: name,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => Math.min(2_000, 50 * 2 ** Math.min(times, 6)) * (0.5 + Math.random() / 2),
  });
  let isAway = false;
  redis.on('error', (error: Error) => {
    // One line an outage, not one a try.
    if (!isAway) log.warn({ reason: error.message }, 'redis.failed');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) log.info({}, 'redis.returned');
    isAway = false;
  });
  return redis;
}

/** Whether a command sent now would reach a server. */
export const isReady = (redis: Redis): boolean => redis.status === 'ready';

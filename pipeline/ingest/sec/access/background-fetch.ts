/** Gives operators' commands a fetch that uses only the part of EDGAR's allowance that the live stages leave. */
import type { Logger } from '#ops/process/log.ts';
import { createOutbound } from '#ops/outbound/outbound.ts';
import { openRedis } from '#ops/process/redis.ts';
import type { Config } from '#schemas/config.ts';
import { createPoliteFetch } from '../../fetch.ts';
import type { PoliteFetch } from '../../stage.ts';
import { createBackgroundLimiter } from './background-rate-limit.ts';

const redisTimeoutMs = 500;
const inFlightMax = 4;

export async function withBackgroundFetch<T>(
  config: Config,
  options: { readonly log: Logger; readonly now: () => Date; readonly signal: AbortSignal },
  work: (fetch: PoliteFetch) => Promise<T>,
): Promise<T> {
  const { log, now, signal } = options;
  const outbound = createOutbound({ allowedOrigins: config.OUTBOUND_ALLOWED_ORIGINS });
  const redis = openRedis(config.REDIS_URL, { commandTimeoutMs: redisTimeoutMs, name: 'tickerwire-background', log });
  const { EDGAR_REQUESTS_PER_SECOND: requestsPerSecond, USER_AGENT: userAgent } = config;
  const beforeSend = createBackgroundLimiter({ requestsPerSecond, redis, log });
  try {
    return await work(createPoliteFetch({ outbound, userAgent, hostIntervalMs: 0, inFlightMax, beforeSend, signal, now }));
  } finally {
    redis.disconnect();
    await outbound.close();
  }
}

/**
 * EDGAR's allowance for background work, such as a backfill: what the ingest processes leave of it. It sends a request only while fewer
 * than `share` of the allowance went out in the last second, or after a second without one of its own. So the stages always find room, and
 * background work still progresses while they are busy.
 * Its requests count with those of rate-limit.ts. It has no share of its own: without Redis it waits. While Redis has not heard from a
 * configured ingest process, that process may be cut off and using its own share, which background work then leaves to it. Where nothing
 * is left (no ingest process runs at all), it takes one request a second.
 */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { answeredScript, askTimeoutMs, limiterKeys, oneByOne, underWayPollMs, windowMs, type Acquire } from './rate-limit.ts';

export interface BackgroundLimiterOptions {
  readonly requestsPerSecond: number;
  /** Number of configured ingest processes. */
  readonly processes: number;
  readonly redis: Redis;
  readonly log: Logger;
  /** Part of the allowance that background work uses while the stages are quiet. */
  readonly share?: number;
  readonly keyPrefix?: string;
  readonly absentAfterMs?: number;
}

/**
 * KEYS: requests, processes heard from (rate-limit.ts), instant of the last background request. ARGV: allowance, window in ms, ms after which
 * a process is absent, configured processes, share of background work, ms between checks of requests under way, id of the request, ms after which
 * one under way counts as lost. Returns the wait in ms before the next query; 0: granted.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local allowance, window, absentAfter, processes, share = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local heard = redis.call('ZCOUNT', KEYS[2], now - absentAfter, '+inf')
local left = math.floor(allowance - math.max(0, processes - heard) * allowance / processes)
local function waitFor(count, span)
  local found = redis.call('ZREVRANGE', KEYS[1], count - 1, count - 1, 'WITHSCORES')
  if not found[2] then return 0 end
  local age = now - tonumber(found[2])
  if age < 0 then return tonumber(ARGV[6]) end
  return math.max(0, span - age)
end
local last = redis.call('GET', KEYS[3])
local sinceLast = last and math.max(0, window - (now - tonumber(last))) or 0
-- The 60 ms: a place that has just become free is first offered to the stages.
local calm = left < 1 and window or waitFor(math.max(1, math.floor(left * share)), window + 60)
local turn = math.max(sinceLast, waitFor(math.max(1, left), window))
local wait = math.min(calm, turn)
if left < 1 then wait = turn end
if wait > 0 then return math.ceil(wait) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window * processes)
redis.call('ZADD', KEYS[1], now + ARGV[8], ARGV[7])
redis.call('PEXPIRE', KEYS[1], math.ceil(window * processes + ARGV[8]))
redis.call('SET', KEYS[3], string.format('%.0f', now), 'PX', math.ceil(window * 2))
return 0
`;

/** Milliseconds before Redis is queried again after no answer. */
const unansweredMs = 250;
/** Milliseconds that the requests of a vanished process keep counting. */
const lostAfterMs = 10_000;

/** Returns a limiter that grants concurrent calls one after another. */
export function createBackgroundLimiter(options: BackgroundLimiterOptions): Acquire {
  const { requestsPerSecond, processes, redis, log, share = 0.75, keyPrefix = 'tickerwire:', absentAfterMs = 3_000 } = options;
  const keys = [...limiterKeys(keyPrefix), `${keyPrefix}{edgar}:background`];

  /** Returns the wait in milliseconds; null when Redis did not answer in time. */
  async function ask(wanted: string): Promise<number | null> {
    if (redis.status !== 'ready') return null;
    const requestedAtMs = performance.now();
    const waitMs = await redis
      .eval(script, keys.length, ...keys, requestsPerSecond, windowMs, absentAfterMs, processes, share, underWayPollMs, wanted, lostAfterMs)
      .catch((error: unknown) => {
        log.debug({ err: error }, 'edgar_limiter.unanswered');
        return null;
      });
    return typeof waitMs === 'number' && performance.now() - requestedAtMs <= askTimeoutMs ? waitMs : null;
  }

  function answered(request: string): void {
    redis.eval(answeredScript, 1, keys[0]!, request).catch((error: unknown) => log.debug({ err: error }, 'edgar_limiter.unanswered'));
  }

  return oneByOne(
    () => `background:${randomUUID()}`,
    async (wanted) => (await ask(wanted)) ?? unansweredMs,
    answered,
  );
}

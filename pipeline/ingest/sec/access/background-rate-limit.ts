/**
 * EDGAR's allowance for background work, such as a backfill: what the ingest processes leave of it. It sends a request only while fewer
 * than `share` of the allowance went out in the last second, or after a second without one of its own. So the stages always find room, and
 * background work still progresses while they are busy.
 * Its requests count with those of rate-limit.ts. It has no share of its own: without Redis it waits, and until an ingest process that used
 * its own share has had time to count in Redis again.
 */
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { answeredScript, askTimeoutMs, lostRequestMs, oneByOne, slotsKey, underWayPollMs, windowMs, type Acquire } from './rate-limit.ts';

export interface BackgroundLimiterOptions {
  readonly requestsPerSecond: number;
  readonly redis: Redis;
  readonly log: Logger;
  /** Part of the allowance that background work uses while the stages are quiet. */
  readonly share?: number;
  readonly keyPrefix?: string;
}

/**
 * KEYS: requests (rate-limit.ts), instant of the last background request. ARGV: allowance, window in ms, share of background work, ms between
 * checks of requests under way, id of the request, ms after which one under way counts as lost. Returns the wait in ms before the next query;
 * 0: granted.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local allowance, window, share, lostAfter = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[6])
local function waitFor(count, span)
  local found = redis.call('ZREVRANGE', KEYS[1], count - 1, count - 1, 'WITHSCORES')
  if not found[2] then return 0 end
  local age = now - tonumber(found[2])
  if age < 0 then return tonumber(ARGV[4]) end
  return math.max(0, span - age)
end
local last = redis.call('GET', KEYS[2])
local sinceLast = last and math.max(0, window - (now - tonumber(last))) or 0
-- The 60 ms: a place that has just become free is first offered to the stages.
local calm = waitFor(math.max(1, math.floor(allowance * share)), window + 60)
local wait = math.min(calm, math.max(sinceLast, waitFor(allowance, window)))
if wait > 0 then return math.ceil(wait) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 2 * window)
redis.call('ZADD', KEYS[1], now + lostAfter, ARGV[5])
redis.call('PEXPIRE', KEYS[1], 2 * window + lostAfter)
redis.call('SET', KEYS[2], string.format('%.0f', now), 'PX', math.ceil(window * 2))
return 0
`;

/** Milliseconds before Redis is queried again after no answer. */
const unansweredMs = 250;
/** Milliseconds after which the ingest processes count in Redis again: 2 s to connect, then those that they sent without it. */
const settledAfterMs = 4_000;

/** Returns a limiter that grants concurrent calls one after another. */
export function createBackgroundLimiter(options: BackgroundLimiterOptions): Acquire {
  const { requestsPerSecond, redis, log, share = 0.75, keyPrefix = 'tickerwire:' } = options;
  const keys = [slotsKey(keyPrefix), `${keyPrefix}{edgar}:background`];

  /** Returns the wait in milliseconds; null when Redis did not answer in time. */
  async function ask(wanted: string): Promise<number | null> {
    if (redis.status !== 'ready') return null;
    const requestedAtMs = performance.now();
    const waitMs = await redis
      .eval(script, keys.length, ...keys, requestsPerSecond, windowMs, share, underWayPollMs, wanted, lostRequestMs)
      .catch((error: unknown) => {
        log.debug({ err: error }, 'edgar_limiter.unanswered');
        return null;
      });
    return typeof waitMs === 'number' && performance.now() - requestedAtMs <= askTimeoutMs ? waitMs : null;
  }

  function answered(request: string): void {
    redis.eval(answeredScript, 1, keys[0]!, request).catch((error: unknown) => log.debug({ err: error }, 'edgar_limiter.unanswered'));
  }

  let unansweredAtMs = Number.NEGATIVE_INFINITY;
  return oneByOne(async (wanted) => {
    const isUnsettled = performance.now() - unansweredAtMs < settledAfterMs;
    if (isUnsettled && redis.status === 'ready') return unansweredMs;
    const waitMs = await ask(wanted);
    if (waitMs === null) unansweredAtMs = performance.now();
    return waitMs ?? unansweredMs;
  }, answered);
}

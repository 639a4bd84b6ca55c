/**
 * Limits background work, such as a backfill, to the part of EDGAR's allowance that the ingest processes leave. It grants a request while
 * fewer than three quarters of the allowance were sent in the last second, or a second after the previous background request. So the stages always
 * find room, and background work progresses even while they are busy.
 * Redis counts its requests with those of rate-limit.ts. Without Redis it waits, and after an outage also until the ingest processes, which
 * used their own shares meanwhile, count in Redis again.
 */
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { askTimeoutMs, inFlightPollMs, lostRequestMs, oneByOne, recordAnswer, slotsKey, windowMs, type Acquire } from './rate-limit.ts';

interface BackgroundLimiterOptions {
  readonly requestsPerSecond: number;
  readonly redis: Redis;
  readonly log: Logger;
  readonly keyPrefix?: string;
}

/**
 * KEYS: sorted set of requests (rate-limit.ts); instant of the last background request. ARGV: allowance; window in ms; share; poll interval in
 * ms while requests are in flight; id of the request; ms after which an unanswered request counts as lost.
 * Returns 0 if the request is granted, else the ms before the next query.
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
-- The extra 60 ms offer a slot that has just become free to the stages first.
local calm = waitFor(math.max(1, math.floor(allowance * share)), window + 60)
local wait = math.min(calm, math.max(sinceLast, waitFor(allowance, window)))
if wait > 0 then return math.ceil(wait) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 2 * window)
redis.call('ZADD', KEYS[1], now + lostAfter, ARGV[5])
redis.call('PEXPIRE', KEYS[1], 2 * window + lostAfter)
redis.call('SET', KEYS[2], string.format('%.0f', now), 'PX', math.ceil(window * 2))
return 0
`;

/** Fraction of the allowance below which the stages count as quiet. */
const quietShare = 0.75;
/** Milliseconds before Redis is queried again after no answer. */
const unansweredMs = 250;
/** Milliseconds after which the ingest processes count in Redis again: 2 s to reconnect, then until their uncounted requests expire. */
const settledAfterMs = 4_000;

export function createBackgroundLimiter(options: BackgroundLimiterOptions): Acquire {
  const { requestsPerSecond, redis, log, keyPrefix = 'tickerwire:' } = options;
  const keys = [slotsKey(keyPrefix), `${keyPrefix}{edgar}:background`];

  /** Returns the wait in milliseconds, or null if Redis did not answer in time. */
  async function ask(wanted: string): Promise<number | null> {
    if (redis.status !== 'ready') return null;
    const requestedAtMs = performance.now();
    const waitMs = await redis
      .eval(script, keys.length, ...keys, requestsPerSecond, windowMs, quietShare, inFlightPollMs, wanted, lostRequestMs)
      .catch((error: unknown) => {
        log.debug({ err: error }, 'edgar_limiter.unanswered');
        return null;
      });
    return typeof waitMs === 'number' && performance.now() - requestedAtMs <= askTimeoutMs ? waitMs : null;
  }

  let unansweredAtMs = Number.NEGATIVE_INFINITY;
  return oneByOne(
    async (wanted) => {
      const isUnsettled = performance.now() - unansweredAtMs < settledAfterMs;
      if (isUnsettled && redis.status === 'ready') return unansweredMs;
      const waitMs = await ask(wanted);
      if (waitMs === null) unansweredAtMs = performance.now();
      return waitMs ?? unansweredMs;
    },
    (request) => recordAnswer(redis, keys[0]!, { request, log }),
  );
}

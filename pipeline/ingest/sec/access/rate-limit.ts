/**
 * Keeps requests to EDGAR within its allowance: at most `requestsPerSecond` over all ingest processes, in every window of a second. A
 * request counts from its grant until a second after its answer, because EDGAR saw it at an unknown moment in between. Redis stores the
 * requests of all processes, and one script decides by the clock of Redis. Each process also counts its own requests, and without Redis
 * keeps to a share of the allowance (ops/decisions/0004-edgar-allowance.md).
 */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { pause } from '#ops/process/pause.ts';
import { StoppedError } from '#ops/process/retry.ts';

/** To be called once the answer has begun or the request has failed; until then the request counts as in flight. */
type Release = () => void;

/** Resolves when the request may be sent. Concurrent calls are granted in order. Rejects with StoppedError once `signal` aborts. */
export type Acquire = (signal: AbortSignal) => Promise<Release>;

export interface EdgarLimiter {
  readonly acquire: Acquire;
  /** Returns false while Redis is unavailable and this process keeps to its own share. */
  readonly isShared: () => boolean;
}

export interface LimiterOptions {
  readonly requestsPerSecond: number;
  readonly processes: number;
  /** Null when there is no Redis: the process always keeps to its own share. */
  readonly redis: Redis | null;
  readonly log: Logger;
  /** Separates tests that use one Redis. */
  readonly keyPrefix?: string;
  readonly lostAfterMs?: number;
}

const permittedPerSecond = 10;
/** Milliseconds that a request counts after its answer: a second, plus a margin for rounding. */
export const windowMs = 1_050;
export const askTimeoutMs = 250;
/** Milliseconds before the next query when Redis has just stopped answering. */
const retryMs = 100;
/** Milliseconds between queries while every request that counts is in flight. */
export const inFlightPollMs = 25;
/** Milliseconds after which an unanswered request no longer counts in Redis: its process was killed. */
export const lostRequestMs = 10_000;

/** Returns the key of the sorted set of requests. The score is the instant of the answer, and lies in the future while in flight. */
export const slotsKey = (keyPrefix: string): string => `${keyPrefix}{edgar}:slots`;

/** KEYS: sorted set of requests. ARGV: id of the request. */
const answeredScript = `
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
`;

/** Records that a request was answered. If this write is lost, the request counts as in flight until its entry is removed as lost. */
export function recordAnswer(redis: Redis, key: string, { request, log }: { readonly request: string; readonly log: Logger }): void {
  redis.eval(answeredScript, 1, key, request).catch((error: unknown) => log.debug({ err: error }, 'edgar_limiter.unanswered'));
}

/**
 * KEYS: sorted set of requests. ARGV: allowance; window in ms; ms after which an unanswered request no longer counts; poll interval in ms
 * while requests are in flight; id of the request, whose slot from an earlier query with a late answer is freed first.
 * Returns 0 if the request is granted, else the ms before the next query.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local allowance, window, lostAfter = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREM', KEYS[1], ARGV[5])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 2 * window)
local oldest = redis.call('ZREVRANGE', KEYS[1], allowance - 1, allowance - 1, 'WITHSCORES')
if oldest[2] then
  local age = now - tonumber(oldest[2])
  if age < 0 then return tonumber(ARGV[4]) end
  if age < window then return math.max(1, math.ceil(window - age)) end
end
redis.call('ZADD', KEYS[1], now + lostAfter, ARGV[5])
redis.call('PEXPIRE', KEYS[1], 2 * window + lostAfter)
return 0
`;

function createOwnCount() {
  /** Maps the id of a request to the instant of its answer; null while in flight. */
  const taken = new Map<string, number | null>();
  /** Returns the ms for which each request still counts if it does so for `spanMs` after its answer. */
  const countingMs = (spanMs: number): number[] =>
    [...taken.values()].map((atMs) => (atMs === null ? inFlightPollMs : Math.ceil(atMs + spanMs - performance.now()))).filter((ms) => ms > 0);
  return {
    add: (id: string): unknown => taken.set(id, null),
    answer: (id: string): void => {
      if (taken.get(id) === null) taken.set(id, performance.now());
    },
    /** Returns the ms before another request at this rate, or 0 if there is room now. Forgets requests that no longer count. */
    waitMs: (perSecond: number): number => {
      const spanMs = windowMs * Math.max(1, 1 / perSecond);
      for (const [id, atMs] of taken) if (atMs !== null && atMs + spanMs < performance.now()) taken.delete(id);
      const counting = countingMs(spanMs);
      return counting.length < Math.max(1, Math.floor(perSecond)) ? 0 : Math.min(...counting);
    },
    drainMs: (): number => Math.max(0, ...countingMs(windowMs)),
  };
}

/** Returns an Acquire that queries for one request at a time. `ask` returns 0 if the request is granted, else the ms before the next query. */
export function oneByOne(ask: (wanted: string) => Promise<number>, answered: (request: string) => void): Acquire {
  let queue: Promise<unknown> = Promise.resolve();
  return (signal) => {
    const granted = queue.then(async () => {
      const wanted = randomUUID();
      for (;;) {
        if (signal.aborted) throw new StoppedError();
        const waitMs = await ask(wanted);
        if (waitMs === 0) return () => answered(wanted);
        await pause(waitMs, signal);
      }
    });
    queue = granted.catch(() => undefined);
    return granted;
  };
}

export function createLimiter(options: LimiterOptions): EdgarLimiter {
  const { requestsPerSecond, processes, redis, log, keyPrefix = 'tickerwire:', lostAfterMs = lostRequestMs } = options;
  const key = slotsKey(keyPrefix);
  const own = createOwnCount();
  // If only this process has lost Redis, the others still use the allowance, so it keeps to what the SEC permits beyond that.
  const spare = processes === 1 ? requestsPerSecond : Math.max(1, permittedPerSecond - requestsPerSecond);
  const share = Math.min(requestsPerSecond / processes, spare);
  let shared = redis !== null;
  let isUnanswered = false;
  // When the first unanswered query was sent; null while Redis answers.
  let lostAtMs: number | null = null;

  function setShared(isShared: boolean): void {
    if (shared === isShared) return;
    shared = isShared;
    if (isShared) log.info('edgar_limiter.shared');
    else log.warn({ share }, 'edgar_limiter.alone');
  }

  /** Returns the wait in ms, or null if Redis did not answer in time. One query waits at a time, so a hanging Redis collects few. */
  async function askRedis(wanted: string): Promise<number | null> {
    if (redis?.status !== 'ready' || isUnanswered) return null;
    isUnanswered = true;
    const answer = redis
      .eval(script, 1, key, requestsPerSecond, windowMs, lostAfterMs, inFlightPollMs, wanted)
      .catch((error: unknown) => {
        log.debug({ err: error }, 'edgar_limiter.unanswered');
        return null;
      })
      .finally(() => (isUnanswered = false));
    // setImmediate runs after the next read of sockets: an answer that a busy process has not read yet still counts.
    const timeout = new Promise<null>((resolve) => setTimeout(setImmediate, askTimeoutMs, resolve, null).unref());
    return Promise.race([answer, timeout]) as Promise<number | null>;
  }

  async function ask(wanted: string): Promise<number> {
    const grantMs = await askRedis(wanted);
    if (grantMs === null) lostAtMs ??= performance.now();
    else lostAtMs = null;
    // Until a window has passed, requests that Redis granted still count.
    if (shared && lostAtMs !== null && performance.now() - lostAtMs < windowMs) return retryMs;
    // Redis does not know the requests sent without it, so they expire before it is used again.
    const drainMs = grantMs === null || shared ? 0 : own.drainMs();
    if (drainMs > 0) return drainMs;
    setShared(grantMs !== null);
    const waitMs = Math.max(grantMs ?? 0, own.waitMs(shared ? requestsPerSecond : share));
    if (waitMs === 0) own.add(wanted);
    return waitMs;
  }

  function answered(request: string): void {
    own.answer(request);
    if (redis?.status === 'ready') recordAnswer(redis, key, { request, log });
  }

  return { acquire: oneByOne(ask, answered), isShared: () => shared };
}

/**
 * Keeps requests to EDGAR within its allowance: at most `requestsPerSecond` over all ingest processes, in every window of a second. A
 * request counts from its grant until a second after its answer, because EDGAR saw it at some moment in between. Redis stores the requests;
 * one script decides by its clock. Each process also counts its own, and without Redis keeps to a share
 * (ops/decisions/0004-edgar-allowance.md).
 */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { pause } from '#ops/process/pause.ts';
import { StoppedError } from '#ops/process/retry.ts';

/** Reports that the request's answer has begun or that it failed; until then the request counts. */
export type Release = () => void;

/** Grants concurrent calls one after another; rejects with StoppedError once `signal` aborts. */
export type Acquire = (signal: AbortSignal) => Promise<Release>;

export interface EdgarLimiter {
  readonly acquire: Acquire;
  /** Returns false while this process uses its own share. */
  readonly isShared: () => boolean;
}

export interface LimiterOptions {
  readonly requestsPerSecond: number;
  /** Number of configured ingest processes. */
  readonly processes: number;
  /** Null: the allowance is never shared. */
  readonly redis: Redis | null;
  readonly log: Logger;
  /** Separates deployments on one Redis. */
  readonly keyPrefix?: string;
  readonly lostAfterMs?: number;
}

/** Requests a second that the SEC allows. */
const permittedPerSecond = 10;
/** Milliseconds that a request counts after its answer: a second, plus what rounding may take from it. */
export const windowMs = 1_050;
/** Milliseconds; a Redis that takes longer counts as unreachable. */
export const askTimeoutMs = 250;
/** Milliseconds before the next query of a Redis that has just stopped to answer. */
const retryMs = 100;
/** Milliseconds before the next query while all counting requests are under way. */
export const underWayPollMs = 25;
/** Milliseconds after which a request under way no longer counts in Redis: its process was killed. */
export const lostRequestMs = 10_000;

/** Returns the key of the requests, by the instant of their answer (in the future while under way). */
export const slotsKey = (keyPrefix: string): string => `${keyPrefix}{edgar}:slots`;

/** KEYS: requests. ARGV: the answered one. */
export const answeredScript = `
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
`;

/**
 * KEYS: requests. ARGV: allowance, window in ms, ms after which a request under way no longer counts, ms between checks of requests under
 * way, id of the wanted request, whose place of an earlier query that came late is given back. Returns the wait in ms before the next query;
 * 0: granted.
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

/** Returns an in-memory record of this process's requests. */
function createOwnBook() {
  /** The instant of each request's answer; null until then. */
  const taken = new Map<string, number | null>();
  /** Returns how long each request still counts, in ms, if it does so for `spanMs` after its answer. */
  const countingMs = (spanMs: number): number[] =>
    [...taken.values()].map((atMs) => (atMs === null ? underWayPollMs : Math.ceil(atMs + spanMs - performance.now()))).filter((ms) => ms > 0);
  return {
    add: (id: string): unknown => taken.set(id, null),
    answer: (id: string): void => {
      if (taken.get(id) === null) taken.set(id, performance.now());
    },
    /** Returns the wait in ms before one more request at this rate; 0: there is room. Forgets those that no longer count at it. */
    waitMs: (perSecond: number): number => {
      const spanMs = windowMs * Math.max(1, 1 / perSecond);
      for (const [id, atMs] of taken) if (atMs !== null && atMs + spanMs < performance.now()) taken.delete(id);
      const counting = countingMs(spanMs);
      return counting.length < Math.max(1, Math.floor(perSecond)) ? 0 : Math.min(...counting);
    },
    /** Returns the ms until none counts. */
    drainMs: (): number => Math.max(0, ...countingMs(windowMs)),
  };
}

/**
 * Returns a limiter that grants concurrent calls one after another, so that a process does not race itself. `ask`: the wait in ms before the
 * next query; 0: granted.
 */
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

/** Returns the limiter that all processes share through Redis. */
export function createLimiter(options: LimiterOptions): EdgarLimiter {
  const { requestsPerSecond, processes, redis, log, keyPrefix = 'tickerwire:', lostAfterMs = lostRequestMs } = options;
  const key = slotsKey(keyPrefix);
  const book = createOwnBook();
  // While one of several processes is cut off, the others still have the allowance: the cut off one takes what the SEC permits above it.
  const spare = processes === 1 ? requestsPerSecond : Math.max(1, permittedPerSecond - requestsPerSecond);
  const share = Math.min(requestsPerSecond / processes, spare);
  let shared = redis !== null;
  let isUnanswered = false;
  // The first query without an answer; null while Redis answers.
  let lostAtMs: number | null = null;

  function note(isShared: boolean): void {
    if (shared === isShared) return;
    shared = isShared;
    if (isShared) log.info('edgar_limiter.shared');
    else log.warn({ share }, 'edgar_limiter.alone');
  }

  /** Returns the wait in ms; null when no answer came in time. One query waits at a time, so that a Redis that hangs finds few. */
  async function askRedis(wanted: string): Promise<number | null> {
    if (redis?.status !== 'ready' || isUnanswered) return null;
    isUnanswered = true;
    const answer = redis
      .eval(script, 1, key, requestsPerSecond, windowMs, lostAfterMs, underWayPollMs, wanted)
      .catch((error: unknown) => {
        log.debug({ err: error }, 'edgar_limiter.unanswered');
        return null;
      })
      .finally(() => (isUnanswered = false));
    // After the next reading of sockets, so that an answer which a busy process has not read yet counts.
    const timeout = new Promise<null>((resolve) => setTimeout(setImmediate, askTimeoutMs, resolve, null).unref());
    return Promise.race([answer, timeout]) as Promise<number | null>;
  }

  async function ask(wanted: string): Promise<number> {
    const grantMs = await askRedis(wanted);
    if (grantMs === null) lostAtMs ??= performance.now();
    else lostAtMs = null;
    // After the window no request that Redis granted still counts.
    if (shared && lostAtMs !== null && performance.now() - lostAtMs < windowMs) return retryMs;
    // Redis does not know what this process sent without it.
    const drainMs = grantMs === null || shared ? 0 : book.drainMs();
    if (drainMs > 0) return drainMs;
    note(grantMs !== null);
    const waitMs = Math.max(grantMs ?? 0, book.waitMs(shared ? requestsPerSecond : share));
    if (waitMs === 0) book.add(wanted);
    return waitMs;
  }

  function answered(request: string): void {
    book.answer(request);
    if (redis?.status !== 'ready') return;
    // If this does not reach Redis, the request counts until it is taken for one of a killed process.
    redis.eval(answeredScript, 1, key, request).catch((error: unknown) => log.debug({ err: error }, 'edgar_limiter.unanswered'));
  }

  return { acquire: oneByOne(ask, answered), isShared: () => shared };
}

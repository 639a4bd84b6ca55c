/**
 * Keeps requests to EDGAR within its allowance: at most `requestsPerSecond` over all ingest processes, in every window of a second. A
 * request counts from its grant until a second after its answer, because EDGAR saw it at some moment in between. Redis stores the requests;
 * one script decides by its clock. A process that cannot reach Redis waits `absentAfterMs`, then uses a fixed share, allowance / processes.
 * After the same time the others notice its silence and leave that share free. So the shares never overlap, whichever process is cut off.
 * Redis ignores a query that reaches it late: its process may be using its own share by then.
 */
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
  readonly close: () => void;
}

export interface LimiterOptions {
  readonly requestsPerSecond: number;
  /** Number of configured ingest processes. */
  readonly processes: number;
  /** Null: the allowance is never shared. */
  readonly redis: Redis | null;
  readonly log: Logger;
  /** Identifies this process among the others. */
  readonly id: string;
  /** Separates deployments on one Redis. */
  readonly keyPrefix?: string;
  readonly absentAfterMs?: number;
}

/** Milliseconds that a request counts after its answer: a second, plus what rounding may take from it. */
export const windowMs = 1_050;
/** Milliseconds; a Redis that takes longer counts as unreachable. */
export const askTimeoutMs = 250;
/** Milliseconds before the next query while all counting requests are under way. */
export const underWayPollMs = 25;

/** Returns the keys: requests by the instant of their answer (in the future while under way), and processes by their last contact. */
export const limiterKeys = (keyPrefix: string): readonly [string, string] => [`${keyPrefix}{edgar}:slots`, `${keyPrefix}{edgar}:processes`];

/** KEYS: requests. ARGV: the answered one. */
export const answeredScript = `
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
`;

/**
 * KEYS: requests, processes heard from. ARGV: allowance, window in ms, own id, ms after which a process is absent (and its requests under
 * way no longer count), configured processes, ms between checks of requests under way, id of the wanted request or '', ms on the clock of
 * Redis after which this query is late, ids of own requests under way. Returns the wait in ms before the next query (0: granted, -1: late).
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local allowance, window, absentAfter, processes = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[4]), tonumber(ARGV[5])
if now > tonumber(ARGV[8]) then return -1 end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - absentAfter)
redis.call('ZADD', KEYS[2], now, ARGV[3])
redis.call('PEXPIRE', KEYS[2], absentAfter * 2)
for own = 9, #ARGV do redis.call('ZADD', KEYS[1], now + absentAfter, ARGV[own]) end
if ARGV[7] == '' then return 0 end
local longest = window * processes
local absent = math.max(0, processes - redis.call('ZCARD', KEYS[2]))
local left = allowance - absent * allowance / processes
if left < 1 then
  window = window / left
  left = 1
end
left = math.floor(left)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - longest)
local oldest = redis.call('ZREVRANGE', KEYS[1], left - 1, left - 1, 'WITHSCORES')
if oldest[2] then
  local age = now - tonumber(oldest[2])
  if age < 0 then return tonumber(ARGV[6]) end
  if age < window then return math.max(1, math.ceil(window - age)) end
end
redis.call('ZADD', KEYS[1], now + absentAfter, ARGV[7])
redis.call('PEXPIRE', KEYS[1], math.ceil(longest + absentAfter * 2))
return 0
`;

/** A request of this process, granted by Redis or on its own share; under way until answered. */
interface GrantedRequest {
  readonly isAlone: boolean;
  answeredAtMs: number | null;
}

/**
 * Returns an in-memory record of this process's requests: at most `count` of them are allowed at once, and each counts until `spanMs` after
 * its answer.
 */
function createOwnBook(requestsPerSecond: number, processes: number) {
  const share = requestsPerSecond / processes;
  const count = Math.max(1, Math.floor(share));
  const spanMs = share < 1 ? windowMs / share : windowMs;
  const taken = new Map<string, GrantedRequest>();
  /** Returns the milliseconds that it still counts; null until it is answered. */
  const leftMs = ({ answeredAtMs }: GrantedRequest, forMs: number): number | null =>
    answeredAtMs === null ? null : Math.ceil(answeredAtMs + forMs - performance.now());
  const stillMs = (entries: readonly GrantedRequest[], forMs: number): number[] =>
    entries.map((entry) => leftMs(entry, forMs) ?? underWayPollMs).filter((ms) => ms > 0);
  return {
    add: (id: string, isAlone: boolean): void => {
      for (const [known, entry] of taken) if ((leftMs(entry, spanMs) ?? 1) <= 0) taken.delete(known);
      taken.set(id, { isAlone, answeredAtMs: null });
    },
    /** Returns false when it was answered before. */
    answer: (id: string): boolean => {
      const entry = taken.get(id);
      if (entry?.answeredAtMs !== null) return false;
      entry.answeredAtMs = performance.now();
      return true;
    },
    underWay: (): readonly string[] => [...taken].filter(([, { answeredAtMs }]) => answeredAtMs === null).map(([id]) => id),
    /** Returns the wait in ms before one more request on its own share; 0: there is room. */
    waitMs: (): number => {
      const counting = stillMs([...taken.values()], spanMs);
      return counting.length < count ? 0 : Math.min(...counting);
    },
    /** Returns the ms that requests granted alone, unknown to Redis, still count. */
    drainMs: (): number =>
      Math.max(
        0,
        ...stillMs(
          [...taken.values()].filter(({ isAlone }) => isAlone),
          windowMs,
        ),
      ),
  };
}

/**
 * Returns a limiter that grants concurrent calls one after another, so that a process does not race itself. `nameOf`: the id of the next
 * request. `ask`: the wait in ms before the next query; 0: granted.
 */
export function oneByOne(nameOf: () => string, ask: (wanted: string) => Promise<number>, answered: (request: string) => void): Acquire {
  let queue: Promise<unknown> = Promise.resolve();
  return (signal) => {
    const granted = queue.then(async () => {
      const wanted = nameOf();
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
  const { requestsPerSecond, processes, redis, log, id, keyPrefix = 'tickerwire:', absentAfterMs = 3_000 } = options;
  const keys = limiterKeys(keyPrefix);
  const book = createOwnBook(requestsPerSecond, processes);
  let serial = 0;
  let shared = redis !== null;
  // Last moment at which Redis may have heard from this process: until it counts as absent, the others use its share.
  let heardAtMs = performance.now();
  // Clock of Redis less performance.now(), too great by the way there at most; null while Redis does not answer.
  let clockAheadMs: number | null = null;
  let isUnanswered = false;

  function note(isShared: boolean): void {
    if (shared === isShared) return;
    shared = isShared;
    if (isShared) log.info('edgar_limiter.shared');
    else log.warn({ share: requestsPerSecond / processes }, 'edgar_limiter.alone');
  }

  /** Returns the answer; null when none arrives in time. One query waits at a time, so that a Redis that hangs finds few. */
  async function answerTo<T>(query: (connected: Redis) => Promise<T>): Promise<T | null> {
    if (redis?.status !== 'ready' || isUnanswered) return null;
    isUnanswered = true;
    const requestedAtMs = performance.now();
    const answer = query(redis)
      .catch((error: unknown) => {
        log.debug({ err: error }, 'edgar_limiter.unanswered');
        return null;
      })
      .finally(() => (isUnanswered = false));
    const timeout = new Promise<null>((resolve) => setTimeout(resolve, askTimeoutMs, null).unref());
    const inTime = await Promise.race([answer, timeout]);
    return performance.now() - requestedAtMs <= askTimeoutMs ? inTime : null;
  }

  /** Returns whether Redis answers, and reads its clock after it did not. */
  async function isAnswering(): Promise<boolean> {
    if (clockAheadMs !== null) return true;
    const requestedAtMs = performance.now();
    const time = await answerTo((connected) => connected.time());
    if (time !== null) clockAheadMs = Number(time[0]) * 1_000 + Number(time[1]) / 1_000 - requestedAtMs;
    return clockAheadMs !== null;
  }

  /**
   * Returns the wait in milliseconds; null when Redis did not answer. A grant that arrives too late is not used; it stops counting like that of
   * a vanished process.
   */
  async function askRedis(wanted: string): Promise<number | null> {
    if (isUnanswered) return null;
    const requestedAtMs = performance.now();
    const lateAtMs = Math.ceil(requestedAtMs + (clockAheadMs ?? 0) + askTimeoutMs);
    heardAtMs = requestedAtMs + 2 * askTimeoutMs;
    const waitMs = await answerTo((connected) =>
      connected.eval(
        script,
        2,
        ...keys,
        requestsPerSecond,
        windowMs,
        id,
        absentAfterMs,
        processes,
        underWayPollMs,
        wanted,
        lateAtMs,
        ...book.underWay(),
      ),
    );
    if (typeof waitMs === 'number' && waitMs >= 0) return waitMs;
    clockAheadMs = null;
    return null;
  }

  async function ask(wanted: string): Promise<number> {
    const canAsk = await isAnswering();
    // Requests that this process granted without Redis are not in its count: their window must pass before Redis counts again.
    if (canAsk && !shared && book.drainMs() > 0) return book.drainMs();
    const waitMs = canAsk ? await askRedis(wanted) : null;
    if (waitMs !== null) {
      note(true);
      if (waitMs === 0) book.add(wanted, false);
      return waitMs;
    }
    if (redis) {
      const quietMs = heardAtMs + absentAfterMs + windowMs - performance.now();
      if (quietMs > 0) return Math.min(Math.ceil(quietMs), 100);
    }
    note(false);
    const ownWaitMs = book.waitMs();
    if (ownWaitMs === 0) book.add(wanted, true);
    return ownWaitMs;
  }

  // A process without requests stays registered, or the others would have less.
  const beat = async (): Promise<unknown> => shared && (await isAnswering()) && shared && askRedis('');
  const heartbeat = redis && setInterval(() => void beat(), absentAfterMs / 3).unref();

  function answered(request: string): void {
    if (!book.answer(request) || redis?.status !== 'ready') return;
    // If this does not reach Redis, the request counts until it is taken for one of a vanished process.
    redis.eval(answeredScript, 1, keys[0], request).catch((error: unknown) => log.debug({ err: error }, 'edgar_limiter.unanswered'));
  }

  const acquire = oneByOne(() => `${id}:${(serial += 1)}`, ask, answered);
  return { acquire, isShared: () => shared, close: () => clearInterval(heartbeat ?? undefined) };
}

/**
 * EDGAR's allowance: at most `requestsPerSecond` over all processes that ingest, in every window of a second.
 *
 * Redis holds the instants of the last requests; one script decides on its clock. A process that Redis has
 * not heard of for `absentAfterMs` is taken to be cut off and to use its own share (the allowance over the
 * configured processes), which the others then leave to it; it takes that share only after the same time.
 * So the sum stays within the allowance whichever processes can reach Redis.
 */
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { pause } from '../schedule.ts';
import { StoppedError } from '../../retry.ts';

/** Asked for by many at once, granted one after another; rejects with StoppedError once `signal` aborts. */
export type Acquire = (signal: AbortSignal) => Promise<void>;

export interface EdgarLimiter {
  readonly acquire: Acquire;
  /** False while this process lives on its own share. */
  readonly isShared: () => boolean;
  readonly close: () => void;
}

export interface LimiterOptions {
  readonly requestsPerSecond: number;
  /** How many processes ingest, by configuration. */
  readonly processes: number;
  /** Null: never shared, from the start. */
  readonly redis: Redis | null;
  readonly log: Logger;
  /** Tells this process from the others. */
  readonly id: string;
  /** Separates deployments on one Redis. */
  readonly keyPrefix?: string;
  readonly absentAfterMs?: number;
}

/** Longer than a second by as much as a grant may be late: what is sent still fits the allowance of the second it is sent in. */
export const windowMs = 1_250;
const latenessMsMax = windowMs - 1_000;

/** Instants of requests; processes heard of. */
export const limiterKeys = (keyPrefix: string): readonly [string, string] => [`${keyPrefix}{edgar}:requests`, `${keyPrefix}{edgar}:processes`];

/**
 * KEYS: instants of requests (list, newest first), processes heard of (sorted by instant). ARGV: allowance,
 * window in ms, own id, ms after which a process is absent, configured processes, 1 to ask for a request.
 * Answers the wait in ms before asking again; 0: granted.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local allowance, window, absentAfter, processes = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[4]), tonumber(ARGV[5])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - absentAfter)
redis.call('ZADD', KEYS[2], now, ARGV[3])
redis.call('PEXPIRE', KEYS[2], absentAfter * 2)
if ARGV[6] ~= '1' then return 0 end
local absent = math.max(0, processes - redis.call('ZCARD', KEYS[2]))
local left = allowance - absent * allowance / processes
if left < 1 then
  window = window / left
  left = 1
end
left = math.floor(left)
local oldest = redis.call('LINDEX', KEYS[1], left - 1)
if oldest then
  local age = now - tonumber(oldest)
  if age < window then return math.max(1, math.min(window, math.ceil(window - age))) end
end
redis.call('LPUSH', KEYS[1], string.format('%.0f', now))
redis.call('LTRIM', KEYS[1], 0, allowance - 1)
redis.call('PEXPIRE', KEYS[1], math.ceil(window * 2))
return 0
`;

/** The share of one process, kept in memory: `count` requests in every `spanMs`. */
function createOwnShare(requestsPerSecond: number, processes: number) {
  const share = requestsPerSecond / processes;
  const count = Math.max(1, Math.floor(share));
  const spanMs = share < 1 ? windowMs / share : windowMs;
  const grantedAtMs: number[] = [];
  return {
    /** Wait in ms before asking again; 0: granted. */
    ask: (): number => {
      const nowMs = performance.now();
      const oldestMs = grantedAtMs[count - 1];
      if (oldestMs !== undefined && nowMs - oldestMs < spanMs) return Math.ceil(spanMs - (nowMs - oldestMs));
      grantedAtMs.unshift(nowMs);
      grantedAtMs.length = Math.min(grantedAtMs.length, count);
      return 0;
    },
    /** How long its last request still counts in the window of a second. */
    drainMs: (): number => Math.max(0, Math.ceil((grantedAtMs[0] ?? -windowMs) + windowMs - performance.now())),
  };
}

export function createLimiter(options: LimiterOptions): EdgarLimiter {
  const { requestsPerSecond, processes, redis, log, id, keyPrefix = 'tickerwire:', absentAfterMs = 3_000 } = options;
  const keys = limiterKeys(keyPrefix);
  const ownShare = createOwnShare(requestsPerSecond, processes);
  let shared = redis !== null;
  // The last moment at which Redis may have heard of this process: until the others miss it, its share is theirs.
  let heardAtMs = performance.now();
  let isUnanswered = false;

  function note(isShared: boolean): void {
    if (shared === isShared) return;
    shared = isShared;
    if (isShared) log.info('edgar_limiter.shared');
    else log.warn({ share: requestsPerSecond / processes }, 'edgar_limiter.alone');
  }

  /** Null: Redis did not answer. */
  async function askRedis(wants: boolean): Promise<number | null> {
    if (!redis || redis.status !== 'ready' || isUnanswered) return null;
    isUnanswered = true;
    const askedAtMs = performance.now();
    const answer = redis
      .eval(script, 2, ...keys, requestsPerSecond, windowMs, id, absentAfterMs, processes, wants ? 1 : 0)
      .catch((error: unknown) => {
        log.debug({ err: error }, 'edgar_limiter.unanswered');
        return null;
      })
      .finally(() => {
        isUnanswered = false;
        heardAtMs = performance.now();
      });
    const timeout = new Promise<null>((resolve) => setTimeout(resolve, latenessMsMax, null).unref());
    const waitMs = await Promise.race([answer, timeout]);
    // A grant that was long on its way is not used: it is counted in a second that may be over.
    return typeof waitMs === 'number' && performance.now() - askedAtMs <= latenessMsMax ? waitMs : null;
  }

  async function ask(): Promise<number> {
    // What it took alone is not in Redis's count: let the window pass before it is counted there again.
    if (!shared && redis?.status === 'ready' && ownShare.drainMs() > 0) return ownShare.drainMs();
    const waitMs = await askRedis(true);
    if (waitMs !== null) {
      note(true);
      return waitMs;
    }
    if (redis) {
      const quietMs = heardAtMs + absentAfterMs + windowMs - performance.now();
      if (quietMs > 0) return Math.min(Math.ceil(quietMs), 100);
    }
    note(false);
    return ownShare.ask();
  }

  // A process without requests keeps its place, or the others would be left with less.
  const heartbeat = redis && setInterval(() => void (shared && askRedis(false)), absentAfterMs / 3).unref();

  /** Callers queue here: one asks at a time, so that a process does not race itself. */
  let queue: Promise<void> = Promise.resolve();
  const acquire: Acquire = (signal) => {
    const turn = queue.then(async () => {
      for (;;) {
        if (signal.aborted) throw new StoppedError();
        const waitMs = await ask();
        if (waitMs === 0) return;
        await pause(waitMs, signal);
      }
    });
    queue = turn.catch(() => undefined);
    return turn;
  };

  return { acquire, isShared: () => shared, close: () => clearInterval(heartbeat ?? undefined) };
}

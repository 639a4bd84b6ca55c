/**
 * One call of an account in, a grant out, exact over any number of keys and processes: both windows live in Redis
 * and change in one script. Calls that arrive in one turn of the event loop are taken together, per account, and
 * sent in one write; what passes is granted in order of arrival. While Redis is away each process counts its share.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isReady, type Redis } from '#ops/runtime/redis.ts';
import type { Caller } from '../auth/caller.ts';
import { createBreaker } from '../breaker.ts';
import { grantOf, type Grant, type Taken } from './grant.ts';
import { createLocalQuota, shareOf } from './local-quota.ts';

const script = readFileSync(new URL('take.lua', import.meta.url), 'utf8');
const scriptSha = createHash('sha1').update(script).digest('hex');

export interface Quota {
  readonly take: (caller: Caller) => Promise<Grant>;
  /** Whether the last answers came from this process's share. */
  readonly isLocal: () => boolean;
}

interface Run {
  readonly caller: Caller;
  readonly waiting: ((grant: Grant) => void)[];
}

export interface QuotaOptions {
  readonly redis: Redis;
  /** How many API processes share an account's limits while Redis is away. */
  readonly processes: number;
  readonly timeoutMs: number;
  readonly nowMs?: () => number;
}

export function createQuota({ redis, processes, timeoutMs, nowMs = Date.now }: QuotaOptions): Quota {
  const local = createLocalQuota(nowMs);
  const breaker = createBreaker({ failuresMax: 1, openMs: 1_000 });
  let runs = new Map<string, Run>();
  let isLocal = false;

  const settleLocally = ({ caller, waiting }: Run): void => {
    const limits = shareOf(caller.limits, processes);
    const taken = local(caller.account.id, waiting.length, limits);
    waiting.forEach((settle, index) => settle(grantOf(taken, index, limits)));
  };

  const takeFromRedis = async (turn: readonly Run[]): Promise<Taken[]> => {
    const replies = await within(timeoutMs, runScript(redis, turn, 'evalsha', scriptSha));
    // A server that was restarted knows no script: it is sent whole, for those that it refused.
    const unknown = turn.filter((_, index) => replies[index] === null);
    const again = unknown.length === 0 ? [] : await within(timeoutMs, runScript(redis, unknown, 'eval', script));
    let next = 0;
    return replies.map((reply) => {
      const settled = reply ?? again[next++] ?? null;
      if (settled === null) throw new Error('the quota script did not run');
      return settled;
    });
  };

  const flush = async (): Promise<void> => {
    const turn = [...runs.values()];
    runs = new Map();
    if (!isReady(redis) || !breaker.mayTry()) {
      isLocal = true;
      turn.forEach(settleLocally);
      return;
    }
    try {
      const taken = await takeFromRedis(turn);
      breaker.succeeded();
      isLocal = false;
      turn.forEach(({ caller, waiting }, index) => waiting.forEach((settle, place) => settle(grantOf(taken[index]!, place, caller.limits))));
    } catch {
      breaker.failed();
      isLocal = true;
      turn.forEach(settleLocally);
    }
  };

  return {
    take: (caller) =>
      new Promise((settle) => {
        const run = runs.get(caller.account.id);
        if (run !== undefined) {
          run.waiting.push(settle);
          return;
        }
        // The check phase comes after every socket that had something to read in this turn.
        if (runs.size === 0) setImmediate(() => void flush());
        runs.set(caller.account.id, { caller, waiting: [settle] });
      }),
    isLocal: () => isLocal,
  };
}

/** One reply a run, in order, all sent in one write; null: the server does not know the script. */
function runScript(redis: Redis, turn: readonly Run[], command: 'evalsha' | 'eval', what: string): Promise<(Taken | null)[]> {
  const one = async ({ caller, waiting }: Run): Promise<Taken | null> => {
    const { minuteKey, dayKey, limits } = caller;
    try {
      const reply = await redis[command](what, 2, minuteKey, dayKey, waiting.length, limits.perMinute, limits.perDay);
      const [granted, minuteUsed, dayUsed, nowSeconds] = reply as [number, number, number, number];
      return { granted, minuteUsed, dayUsed, nowSeconds };
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return null;
      throw error;
    }
  };
  // Corked, the commands of all accounts leave in one write.
  const { stream } = redis;
  stream?.cork();
  const replies = Promise.all(turn.map(one));
  stream?.uncork();
  return replies;
}

function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer from Redis within ${timeoutMs} ms`)), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

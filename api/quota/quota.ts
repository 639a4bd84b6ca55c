/**
 * Decides whether a call fits the account's quota and takes its cost. The counters in Redis decide, across any number of keys and
 * processes. Calls of one account that arrive in the same turn of the event loop are sent as one request; the allowance is granted in order
 * of arrival. While Redis is away each process grants its share of the known rest (ops/decisions/0011-quotas-without-redis.md).
 */
import { createBreaker } from '#ops/process/breaker.ts';
import { isReady, type Redis } from '#ops/process/redis.ts';
import type { Caller } from '../auth/caller.ts';
import { takeFromCounters } from './counters.ts';
import { grantOf, type Grant, type Taken } from './grant.ts';
import { createKnownUsage } from './known-usage.ts';

export interface Quota {
  readonly take: (caller: Caller) => Promise<Grant>;
  /** Returns whether the last answers came from this process's share. */
  readonly isLocal: () => boolean;
  /** Returns why Redis does not count the quotas; null: it does. */
  readonly trouble: () => string | null;
}

interface Waiting {
  readonly caller: Caller;
  readonly settle: ((grant: Grant) => void)[];
}

export interface QuotaOptions {
  readonly redis: Redis;
  /** API processes on all machines. */
  readonly processes: number;
  readonly timeoutMs: number;
  readonly nowMs?: () => number;
}

export function createQuota({ redis, processes, timeoutMs, nowMs = Date.now }: QuotaOptions): Quota {
  const known = createKnownUsage(nowMs);
  const breaker = createBreaker({ failuresMax: 1, openMs: 1_000 });
  let waiting = new Map<string, Waiting>();
  let isLocal = false;
  let reason = 'away';

  const byCounters = async (turn: readonly Waiting[]): Promise<Taken[] | null> => {
    if (!isReady(redis) || !breaker.mayTry()) return null;
    const runs = turn.map(({ caller: { account, minuteKey, dayKey, limits }, settle }) => ({
      accountId: account.id,
      run: { minuteKey, dayKey, calls: settle.length, limits, known: known.tell(account.id) },
    }));
    try {
      const taken = await takeFromCounters(redis, runs.map(({ run }) => run), timeoutMs); // prettier-ignore
      breaker.succeeded();
      runs.forEach(({ accountId }, index) => known.said(accountId, taken[index]!));
      return taken;
    } catch (error) {
      breaker.failed();
      reason = error instanceof Error && error.message.startsWith('OOM') ? 'full' : 'away';
      for (const { accountId, run } of runs) known.notTold(accountId, run.known);
      return null;
    }
  };
  const byShare = (turn: readonly Waiting[]): Taken[] =>
    turn.map(({ caller: { account, limits }, settle }) => known.takeShare(account.id, settle.length, limits, processes));

  const flush = async (): Promise<void> => {
    const turn = [...waiting.values()];
    waiting = new Map();
    const counted = await byCounters(turn);
    isLocal = counted === null;
    const taken = counted ?? byShare(turn);
    turn.forEach(({ caller, settle }, index) => settle.forEach((settled, place) => settled(grantOf(taken[index]!, place, caller.limits))));
  };

  return {
    take: (caller) =>
      new Promise((settle) => {
        const others = waiting.get(caller.account.id);
        if (others !== undefined) {
          others.settle.push(settle);
          return;
        }
        // The check phase comes after every socket that had something to read in this turn.
        if (waiting.size === 0) setImmediate(() => void flush());
        waiting.set(caller.account.id, { caller, settle: [settle] });
      }),
    isLocal: () => isLocal,
    trouble: () => (isLocal ? `${reason}: each of ${processes} API processes grants its share of the quotas` : null),
  };
}

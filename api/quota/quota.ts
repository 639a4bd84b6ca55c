/**
 * Takes calls from the account's quota, which is counted in Redis. Calls of an account in the same turn of the event loop are counted with one
 * request, and granted in order of arrival. While Redis is unavailable, each process grants its share of the limits
 * (ops/decisions/0011-quotas-without-redis.md).
 */
import { createBreaker } from '#ops/process/breaker.ts';
import { isReady, type Redis } from '#ops/process/redis.ts';
import type { Caller, Limits } from '../auth/caller.ts';
import { takeFromCounters, type Run } from './counters.ts';
import { nameOfCall, readAccountUse, type AccountUse } from './day-history.ts';
import { grantOf, leftAfter, type Grant, type TakenCalls } from './grant.ts';

export type Quota = ReturnType<typeof createQuota>;

interface Call {
  readonly name: string | null;
  readonly settle: (grant: Grant) => void;
}

interface WaitingCalls {
  readonly caller: Caller;
  readonly calls: Call[];
}

const namesOf = (calls: readonly Call[]): string[] => calls.flatMap(({ name }) => (name === null ? [] : [name]));
const runOf = ({ caller: { minuteKey, dayKey, limits }, calls }: WaitingCalls): Run => ({ minuteKey, dayKey, names: namesOf(calls), limits });

interface QuotaOptions {
  readonly redis: Redis;
  readonly processes: number;
  readonly timeoutMs: number;
  readonly nowMs?: () => number;
}

/** Creates the quota. `timeoutMs` limits the wait for Redis; `nowMs` is the clock while Redis does not answer. */
export function createQuota({ redis, processes, timeoutMs, nowMs = Date.now }: QuotaOptions) {
  const grantLocally = createLocalShare(processes, nowMs);
  const breaker = createBreaker({ failuresMax: 1, openMs: 1_000 });
  let waiting = new Map<string, WaitingCalls>();
  let isLocal = false;
  let reason = 'unavailable';

  const flush = async (): Promise<void> => {
    const turn = [...waiting.values()];
    waiting = new Map();
    const taken = isReady(redis) && breaker.mayTry() ? await takeFromCounters(redis, turn.map(runOf), timeoutMs) : null;
    const failed = taken?.flatMap((result) => ('error' in result ? [result] : [])) ?? [];
    isLocal = taken === null || failed.length > 0;
    if (failed.length > 0) {
      breaker.failed();
      reason = failed.some(({ error }) => error instanceof Error && error.message.startsWith('OOM')) ? 'full' : 'unavailable';
    } else if (taken !== null) breaker.succeeded();
    for (const [index, { caller, calls }] of turn.entries()) {
      const { account, limits } = caller;
      const counted = taken?.[index];
      const result = counted !== undefined && 'granted' in counted ? counted : grantLocally(account.id, namesOf(calls).length, limits);
      let taking = 0;
      for (const { name, settle } of calls) settle(name === null ? leftAfter(result, taking, limits) : grantOf(result, taking++, limits));
    }
  };
  const wait = (caller: Caller, name: string | null): Promise<Grant> =>
    new Promise((settle) => {
      const others = waiting.get(caller.account.id);
      if (others !== undefined) {
        others.calls.push({ name, settle });
        return;
      }
      // setImmediate runs after all sockets with input were read in this turn.
      if (waiting.size === 0) setImmediate(() => void flush());
      waiting.set(caller.account.id, { caller, calls: [{ name, settle }] });
    });

  return {
    take: (caller: Caller, operation: string): Promise<Grant> => wait(caller, nameOfCall(operation, caller.keyHint)),
    /** Returns the remaining calls without taking one. */
    peek: (caller: Caller): Promise<Grant> => wait(caller, null),
    /** Returns the calls in the current windows and on the last days, or null if Redis does not answer. */
    use: (accountId: string, daysCount: number): Promise<AccountUse | null> => readAccountUse(redis, accountId, daysCount, nowMs()),
    /** Returns whether some of the last calls were granted from this process's share. */
    isLocal: (): boolean => isLocal,
    /** Returns why Redis does not count calls, or null if it does. */
    trouble: (): string | null => (isLocal ? `${reason}; each of ${processes} API processes grants its share of the quotas` : null),
  };
}

const daySeconds = 86_400;

/** Returns a function that grants calls in each minute and UTC day, up to this process's share of an account's limits. */
function createLocalShare(processes: number, nowMs: () => number): (accountId: string, calls: number, limits: Limits) => TakenCalls {
  const [minutes, days] = [createWindow(60), createWindow(daySeconds)];
  return (accountId, calls, { perMinute, perDay }) => {
    const nowSeconds = Math.floor(nowMs() / 1_000);
    const [ofMinute, ofDay] = [minutes(nowSeconds), days(nowSeconds)];
    const left = (limit: number, used: Granted): number => Math.max(0, shareOf(limit, processes) - (used.get(accountId) ?? 0));
    const [minuteLeft, dayLeft] = [left(perMinute, ofMinute), left(perDay, ofDay)];
    const granted = Math.min(calls, minuteLeft, dayLeft);
    for (const used of [ofMinute, ofDay]) used.set(accountId, (used.get(accountId) ?? 0) + granted);
    return { granted, minuteUsed: perMinute - minuteLeft, dayUsed: perDay - dayLeft, nowSeconds };
  };
}

type Granted = Map<string, number>;

/** Returns a function that returns the calls of the current window. A new window begins with an empty map. */
function createWindow(seconds: number): (nowSeconds: number) => Granted {
  let [window, granted]: [number, Granted] = [0, new Map()];
  return (nowSeconds) => {
    const present = Math.floor(nowSeconds / seconds);
    if (present !== window) [window, granted] = [present, new Map()];
    return granted;
  };
}

/** Returns a process's share of a limit: at least one call, even if the limit is lower than the number of processes. */
const shareOf = (limit: number, processes: number): number => (limit <= 0 ? 0 : Math.max(1, Math.floor(limit / processes)));

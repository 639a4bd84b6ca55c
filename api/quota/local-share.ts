/**
 * Grants calls while Redis does not count them: in each minute and UTC day, this process's share of an account's limits
 * (ops/decisions/0011-quotas-without-redis.md).
 */
import type { Limits } from '../auth/caller.ts';
import type { TakenCalls } from './grant.ts';

type GrantLocally = (accountId: string, calls: number, limits: Limits) => TakenCalls;

const daySeconds = 86_400;

export function createLocalShare(processes: number, nowMs: () => number): GrantLocally {
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

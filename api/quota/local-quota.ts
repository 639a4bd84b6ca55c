/** Quota while Redis is away: each process counts its share of an account's limits by its own clock. */
import { LRUCache } from 'lru-cache';
import type { Limits, Taken } from './grant.ts';

interface Counter {
  minute: number;
  minuteUsed: number;
  day: number;
  dayUsed: number;
}

const accountsMax = 50_000;

export type LocalQuota = (accountId: string, calls: number, limits: Limits) => Taken;

/** The share of one of `processes`, at least one call. */
export const shareOf = (limits: Limits, processes: number): Limits => ({
  perMinute: Math.max(1, Math.floor(limits.perMinute / processes)),
  perDay: Math.max(1, Math.floor(limits.perDay / processes)),
});

export function createLocalQuota(nowMs: () => number): LocalQuota {
  const counters = new LRUCache<string, Counter>({ max: accountsMax });
  return (accountId, calls, limits) => {
    const nowSeconds = Math.floor(nowMs() / 1_000);
    const [minute, day] = [Math.floor(nowSeconds / 60), Math.floor(nowSeconds / 86_400)];
    const counter = counters.get(accountId) ?? { minute, minuteUsed: 0, day, dayUsed: 0 };
    if (counter.minute !== minute) Object.assign(counter, { minute, minuteUsed: 0 });
    if (counter.day !== day) Object.assign(counter, { day, dayUsed: 0 });
    const { minuteUsed, dayUsed } = counter;
    const granted = Math.max(0, Math.min(calls, limits.perMinute - minuteUsed, limits.perDay - dayUsed));
    counter.minuteUsed += granted;
    counter.dayUsed += granted;
    counters.set(accountId, counter);
    return { granted, minuteUsed, dayUsed, nowSeconds };
  };
}

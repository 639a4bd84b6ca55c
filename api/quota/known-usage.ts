/**
 * This process's view of each account's usage: the counters' last values, and the calls it granted while they were unreachable. It is sent with
 * every request to the counters, so that counters that Redis lost do not restart at zero.
 */
import { LRUCache } from 'lru-cache';
import type { TakenCalls } from './grant.ts';
import type { Limits } from './limits.ts';

/** Known usage; windows are minutes and days since the epoch. */
export interface KnownUse {
  readonly minute: number;
  readonly minuteUsed: number;
  readonly day: number;
  readonly dayUsed: number;
  /** Calls granted on that day that the counters do not include yet. */
  readonly owed: number;
}

interface Use {
  minute: number;
  minuteUsed: number;
  day: number;
  dayUsed: number;
  owed: number;
  /** Calls granted from the share in this minute. */
  shareMinute: number;
  shareUsed: number;
}

export interface KnownUsage {
  /** Returns the usage to send to the counters. They then include the owed calls, unless `notTold` follows. */
  readonly tell: (accountId: string) => KnownUse;
  readonly notTold: (accountId: string, known: KnownUse) => void;
  readonly said: (accountId: string, taken: TakenCalls) => void;
  /** Grants calls from this process's share of the rest, one of `processes` shares. */
  readonly takeShare: (accountId: string, calls: number, limits: Limits, processes: number) => TakenCalls;
}

const accountsMax = 50_000;

export function createKnownUsage(nowMs: () => number): KnownUsage {
  const uses = new LRUCache<string, Use>({ max: accountsMax });

  const useOf = (accountId: string): Use => {
    let use = uses.get(accountId);
    if (use === undefined) {
      use = { minute: 0, minuteUsed: 0, day: 0, dayUsed: 0, owed: 0, shareMinute: 0, shareUsed: 0 };
      uses.set(accountId, use);
    }
    return use;
  };
  const learn = (use: Use, minute: number, minuteUsed: number, day: number, dayUsed: number): void => {
    // Values of one window only rise; those of an earlier window no longer matter.
    if (minute > use.minute) Object.assign(use, { minute, minuteUsed });
    else if (minute === use.minute) use.minuteUsed = Math.max(use.minuteUsed, minuteUsed);
    if (day > use.day) Object.assign(use, { day, dayUsed, owed: 0 });
    else if (day === use.day) use.dayUsed = Math.max(use.dayUsed, dayUsed);
  };

  return {
    tell: (accountId) => {
      const use = useOf(accountId);
      const { minute, minuteUsed, day, dayUsed, owed, shareMinute, shareUsed } = use;
      use.owed = 0;
      return { minute, minuteUsed: shareMinute === minute ? minuteUsed + shareUsed : minuteUsed, day, dayUsed, owed };
    },
    notTold: (accountId, { day, owed }) => {
      const use = useOf(accountId);
      if (use.day === day) use.owed += owed;
    },
    said: (accountId, { granted, minuteUsed, dayUsed, nowSeconds }) => {
      const use = useOf(accountId);
      const minute = Math.floor(nowSeconds / 60);
      learn(use, minute, minuteUsed + granted, Math.floor(nowSeconds / 86_400), dayUsed + granted);
      if (use.shareMinute <= minute) use.shareUsed = 0;
    },
    takeShare: (accountId, calls, limits, processes) => {
      const use = useOf(accountId);
      const nowSeconds = Math.floor(nowMs() / 1_000);
      const minute = Math.floor(nowSeconds / 60);
      learn(use, minute, 0, Math.floor(nowSeconds / 86_400), 0);
      if (use.shareMinute !== minute) Object.assign(use, { shareMinute: minute, shareUsed: 0 });
      const left = (limit: number, used: number, own: number): number => Math.max(0, shareOf(limit - used, processes) - own);
      const minuteLeft = left(limits.perMinute, use.minuteUsed, use.shareUsed);
      const dayLeft = left(limits.perDay, use.dayUsed, use.owed);
      const granted = Math.min(calls, minuteLeft, dayLeft);
      use.shareUsed += granted;
      use.owed += granted;
      return { granted, minuteUsed: limits.perMinute - minuteLeft, dayUsed: limits.perDay - dayLeft, nowSeconds };
    },
  };
}

/** Returns the share: at least one call where anything is left, so that a limit below the number of processes still permits calls. */
const shareOf = (amount: number, processes: number): number => (amount <= 0 ? 0 : Math.max(1, Math.floor(amount / processes)));

/**
 * This process's view of each account's usage: the counters' last values plus what it granted from its own share while
 * they were away. It is sent with every request to the counters, so that counters lost by Redis do not restart at zero.
 */
import { LRUCache } from 'lru-cache';
import type { Taken } from './grant.ts';
import type { Limits } from './limits.ts';

/** Windows are minutes and days since the epoch. */
export interface KnownUse {
  readonly minute: number;
  readonly minuteUsed: number;
  readonly day: number;
  readonly dayUsed: number;
  /** Granted that day, and not counted by the counters yet. */
  readonly owed: number;
}

interface Use {
  minute: number;
  minuteUsed: number;
  day: number;
  dayUsed: number;
  owed: number;
  /** Granted from the share, in this minute. */
  shareMinute: number;
  shareUsed: number;
  /** Of the last word of the counters, or of another process that has it from them. */
  saidMinute: number;
}

export interface KnownUsage {
  /** What the counters are told with a question; what was owed is theirs from now on, until `notTold`. */
  readonly tell: (accountId: string) => KnownUse;
  readonly notTold: (accountId: string, known: KnownUse) => void;
  readonly said: (accountId: string, taken: Taken) => void;
  /** Grants from a share of what is left: `part` is how much of an amount is this process's own. */
  readonly takeShare: (accountId: string, calls: number, limits: Limits, part: (amount: number) => number) => Taken;
  readonly isKnownThisMinute: (accountId: string) => boolean;
  /** Accounts that the counters have to be told of: those with something owed, or all of today's. */
  readonly untold: (which: 'owed' | 'all') => string[];
  /** For other processes: today's counter values, most recent callers first. */
  readonly list: (entriesMax: number) => UsageList;
  readonly merge: (list: UsageList) => void;
}

export interface UsageList {
  readonly minute: number;
  readonly day: number;
  /** Account, used in that minute, used on that day. */
  readonly used: readonly (readonly [string, number, number])[];
}

const accountsMax = 50_000;

export function createKnownUsage(nowMs: () => number): KnownUsage {
  const uses = new LRUCache<string, Use>({ max: accountsMax });
  const seconds = (): number => Math.floor(nowMs() / 1_000);
  const thisMinute = (): number => Math.floor(seconds() / 60);
  const today = (): number => Math.floor(seconds() / 86_400);

  const useOf = (accountId: string): Use => {
    let use = uses.get(accountId);
    if (use === undefined) {
      use = { minute: 0, minuteUsed: 0, day: 0, dayUsed: 0, owed: 0, shareMinute: 0, shareUsed: 0, saidMinute: 0 };
      uses.set(accountId, use);
    }
    return use;
  };
  const learn = (use: Use, minute: number, minuteUsed: number, day: number, dayUsed: number): void => {
    // Answers of one window only rise; one of a window before says nothing any more.
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
      use.saidMinute = Math.max(use.saidMinute, minute);
      learn(use, minute, minuteUsed + granted, Math.floor(nowSeconds / 86_400), dayUsed + granted);
      // The counters have it now.
      if (use.shareMinute <= minute) use.shareUsed = 0;
    },
    takeShare: (accountId, calls, limits, part) => {
      const use = useOf(accountId);
      const [nowSeconds, minute, day] = [seconds(), thisMinute(), today()];
      learn(use, minute, 0, day, 0);
      if (use.shareMinute !== minute) Object.assign(use, { shareMinute: minute, shareUsed: 0 });
      const left = (limit: number, used: number, own: number): number => Math.max(0, part(Math.max(0, limit - used)) - own);
      const minuteLeft = left(limits.perMinute, use.minuteUsed, use.shareUsed);
      const dayLeft = left(limits.perDay, use.dayUsed, use.owed);
      const granted = Math.min(calls, minuteLeft, dayLeft);
      use.shareUsed += granted;
      use.owed += granted;
      return { granted, minuteUsed: limits.perMinute - minuteLeft, dayUsed: limits.perDay - dayLeft, nowSeconds };
    },
    isKnownThisMinute: (accountId) => uses.peek(accountId)?.saidMinute === thisMinute(),
    untold: (which) => [...uses.entries()].flatMap(([id, use]) => (use.day === today() && (which === 'all' || use.owed > 0) ? [id] : [])),
    list: (entriesMax) => {
      const [minute, day] = [thisMinute(), today()];
      const used: [string, number, number][] = [];
      for (const [id, use] of uses.entries()) {
        if (used.length >= entriesMax) break;
        if (use.day === day && use.dayUsed > 0) used.push([id, use.minute === minute ? use.minuteUsed : 0, use.dayUsed]);
      }
      return { minute, day, used };
    },
    merge: ({ minute, day, used }) => {
      for (const [id, minuteUsed, dayUsed] of used) {
        const use = useOf(id);
        use.saidMinute = Math.max(use.saidMinute, minute);
        learn(use, minute, minuteUsed, day, dayUsed);
      }
    },
  };
}

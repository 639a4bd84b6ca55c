/**
 * This process's view of each account's usage: the counters' last values, and the calls it answered while they were unreachable. It is sent with
 * every request to the counters, so that counters that Redis lost do not restart at zero, and that its sums include every call.
 */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Limits } from '../auth/caller.ts';
import { refusedName } from './day-history.ts';
import type { TakenCalls } from './grant.ts';

/** Known usage; windows are minutes and days since the epoch. */
export interface KnownUse {
  readonly minute: number;
  readonly minuteUsed: number;
  readonly day: number;
  readonly dayUsed: number;
  /** The number of the run with which this is sent. The counters keep the last number that they counted of each process. */
  readonly run: number;
  readonly processId: string;
  readonly debts: readonly Debt[];
}

/**
 * Calls that this process answered itself. A run that was sent keeps its number: the counters count it late when they were only slow. Calls
 * that were not sent get a number that no run has.
 */
export interface Debt {
  readonly run: number;
  readonly day: number;
  readonly calls: Map<string, number>;
}

interface Use {
  minute: number;
  minuteUsed: number;
  day: number;
  dayUsed: number;
  debts: readonly Debt[];
  lastSentRun: number;
  /** Calls granted from the share in this minute. */
  shareMinute: number;
  shareUsed: number;
}

export interface KnownUsage {
  /** Returns the usage to send to the counters. */
  readonly known: (accountId: string) => KnownUse;
  /** Learns the answer of the counters to what they were sent. */
  readonly counted: (accountId: string, sent: KnownUse, taken: TakenCalls) => void;
  /** Grants calls, given by their names, from this process's share of the rest. */
  readonly takeShare: (accountId: string, names: readonly string[], share: Share) => TakenCalls;
}

interface Share {
  readonly limits: Limits;
  /** API processes, each with one share. */
  readonly processes: number;
  /** The run that was sent and not answered in time; null: none was sent. */
  readonly run: number | null;
}

const accountsMax = 50_000;
/** Debts of one account, which every request to the counters repeats. */
const debtsMax = 8;

export function createKnownUsage(nowMs: () => number): KnownUsage {
  const uses = new LRUCache<string, Use>({ max: accountsMax });
  const processId = randomBytes(8).toString('hex');
  let runs = 0;

  const useOf = (accountId: string): Use => {
    let use = uses.get(accountId);
    if (use === undefined) {
      use = { minute: 0, minuteUsed: 0, day: 0, dayUsed: 0, debts: [], lastSentRun: 0, shareMinute: 0, shareUsed: 0 };
      uses.set(accountId, use);
    }
    return use;
  };
  const learn = (use: Use, minute: number, minuteUsed: number, day: number, dayUsed: number): void => {
    // Values of one window only rise; those of an earlier window no longer matter.
    if (minute > use.minute) Object.assign(use, { minute, minuteUsed });
    else if (minute === use.minute) use.minuteUsed = Math.max(use.minuteUsed, minuteUsed);
    if (day > use.day) Object.assign(use, { day, dayUsed, debts: [] });
    else if (day === use.day) use.dayUsed = Math.max(use.dayUsed, dayUsed);
  };

  /** Returns the debt of the run. Calls that were not sent share one until the next run is sent. */
  const debtOf = (use: Use, run: number | null): Debt => {
    const last = use.debts.at(-1);
    if (run === null && last !== undefined && last.run > use.lastSentRun) return last;
    const debt = { run: run ?? ++runs, day: use.day, calls: new Map<string, number>() };
    use.debts = [...folded(use.debts), debt];
    return debt;
  };

  return {
    known: (accountId) => {
      const use = useOf(accountId);
      const { minute, minuteUsed, day, dayUsed, debts, shareMinute, shareUsed } = use;
      use.lastSentRun = ++runs;
      return { minute, minuteUsed: shareMinute === minute ? minuteUsed + shareUsed : minuteUsed, day, dayUsed, run: runs, processId, debts };
    },
    counted: (accountId, sent, { granted, minuteUsed, dayUsed, nowSeconds }) => {
      const use = useOf(accountId);
      // Runs arrive in order, so the counters have the calls of every earlier one.
      use.debts = use.debts.filter(({ run }) => run > sent.run);
      const minute = Math.floor(nowSeconds / 60);
      learn(use, minute, minuteUsed + granted, Math.floor(nowSeconds / 86_400), dayUsed + granted);
      if (use.shareMinute <= minute) use.shareUsed = 0;
    },
    takeShare: (accountId, names, { limits, processes, run }) => {
      const use = useOf(accountId);
      const nowSeconds = Math.floor(nowMs() / 1_000);
      const minute = Math.floor(nowSeconds / 60);
      learn(use, minute, 0, Math.floor(nowSeconds / 86_400), 0);
      if (use.shareMinute !== minute) Object.assign(use, { shareMinute: minute, shareUsed: 0 });
      const left = (limit: number, used: number, own: number): number => Math.max(0, shareOf(limit - used, processes) - own);
      const minuteLeft = left(limits.perMinute, use.minuteUsed, use.shareUsed);
      const dayLeft = left(limits.perDay, use.dayUsed, owedBy(use));
      const granted = Math.min(names.length, minuteLeft, dayLeft);
      use.shareUsed += granted;
      if (names.length > 0) {
        const { calls } = debtOf(use, run);
        for (const [index, name] of names.entries()) add(calls, index < granted ? name : refusedName);
      }
      return { granted, minuteUsed: limits.perMinute - minuteLeft, dayUsed: limits.perDay - dayLeft, nowSeconds };
    },
  };
}

/**
 * Makes room for one more debt: the two oldest become one, with the number of the later. If the counters counted only the earlier of them
 * late, its calls are counted twice; otherwise an outage would make every request longer.
 */
function folded(debts: readonly Debt[]): readonly Debt[] {
  const [first, second, ...others] = debts;
  if (debts.length < debtsMax || first === undefined || second === undefined) return debts;
  const calls = new Map(second.calls);
  for (const [name, count] of first.calls) add(calls, name, count);
  return [{ ...second, calls }, ...others];
}

/** Returns the calls granted that the counters do not include yet. */
function owedBy({ debts }: Use): number {
  let owed = 0;
  for (const { calls } of debts) for (const [name, count] of calls) if (name !== refusedName) owed += count;
  return owed;
}

const add = (calls: Map<string, number>, name: string, count = 1): unknown => calls.set(name, (calls.get(name) ?? 0) + count);

/** Returns the share: at least one call where anything is left, so that a limit below the number of processes still permits calls. */
const shareOf = (amount: number, processes: number): number => (amount <= 0 ? 0 : Math.max(1, Math.floor(amount / processes)));

/**
 * Knows each account's usage as far as this process saw it: the counters' last values, and the calls that it granted itself while they were
 * unreachable (debts). Every run of calls sent to the counters carries both. So counters that Redis lost do not restart at zero, and Redis
 * counts every call.
 */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Limits } from '../auth/caller.ts';
import { refusedName } from './day-history.ts';
import type { TakenCalls } from './grant.ts';

/** Facts that a run carries; windows are minutes and days since the epoch. */
export interface KnownUse {
  readonly minute: number;
  readonly minuteUsed: number;
  readonly day: number;
  readonly dayUsed: number;
  /** The number of this run. The counters keep the last number that they counted of each process. */
  readonly run: number;
  readonly processId: string;
  readonly debts: readonly Debt[];
}

/**
 * Calls that this process granted or refused itself. `run`: the number of the run that got no answer, because slow counters may count it
 * late; a number that no run has where the calls were not sent or the counters refused to count them.
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
  /** Calls that this process granted itself in `localMinute`. */
  localMinute: number;
  localUsed: number;
}

export interface KnownUsage {
  /** Returns what the next run of an account carries. */
  readonly nextRun: (accountId: string) => KnownUse;
  /** Learns the counters' answer to a run. */
  readonly counted: (accountId: string, sent: KnownUse, taken: TakenCalls) => void;
  /** Grants calls, given by their names, from this process's part of what is left. */
  readonly grantLocally: (accountId: string, names: readonly string[], conditions: LocalConditions) => TakenCalls;
}

interface LocalConditions {
  readonly limits: Limits;
  /** API processes, which have equal parts. */
  readonly processes: number;
  /** The run that was sent and not answered in time; null: the counters have none of these calls. */
  readonly run: number | null;
}

const accountsMax = 50_000;
/** Debts that a run carries. */
const debtsMax = 8;

/** Creates an empty store. `nowMs` is the wall clock in milliseconds since the epoch. */
export function createKnownUsage(nowMs: () => number): KnownUsage {
  const uses = new LRUCache<string, Use>({ max: accountsMax });
  const processId = randomBytes(8).toString('hex');
  let runs = 0;

  const useOf = (accountId: string): Use => {
    let use = uses.get(accountId);
    if (use === undefined) {
      use = { minute: 0, minuteUsed: 0, day: 0, dayUsed: 0, debts: [], lastSentRun: 0, localMinute: 0, localUsed: 0 };
      uses.set(accountId, use);
    }
    return use;
  };
  const learn = (use: Use, minute: number, minuteUsed: number, day: number, dayUsed: number): void => {
    // Values of one window only rise; those of an earlier window no longer matter.
    if (minute > use.minute) Object.assign(use, { minute, minuteUsed });
    else if (minute === use.minute) use.minuteUsed = Math.max(use.minuteUsed, minuteUsed);
    if (day > use.day) Object.assign(use, { day, dayUsed });
    else if (day === use.day) use.dayUsed = Math.max(use.dayUsed, dayUsed);
  };

  /** Returns the debt to add calls of a run to. Calls of no run share one until the next run is sent, which carries it. */
  const debtOf = (use: Use, run: number | null): Debt => {
    const last = use.debts.at(-1);
    if (run === null && last !== undefined && last.run > use.lastSentRun && last.day === use.day) return last;
    const debt = { run: run ?? ++runs, day: use.day, calls: new Map<string, number>() };
    use.debts = [...use.debts, debt];
    return debt;
  };

  return {
    nextRun: (accountId) => {
      const use = useOf(accountId);
      if (use.debts.length > debtsMax) use.debts = merged(use.debts);
      const { minute, minuteUsed, day, dayUsed, debts, localMinute, localUsed } = use;
      use.lastSentRun = ++runs;
      return { minute, minuteUsed: localMinute === minute ? minuteUsed + localUsed : minuteUsed, day, dayUsed, run: runs, processId, debts };
    },
    counted: (accountId, sent, { granted, minuteUsed, dayUsed, nowSeconds }) => {
      const use = useOf(accountId);
      // Debts made since then are not in this answer, whatever their numbers: an earlier run may fail after a later one was sent.
      if (sent.debts.length > 0) use.debts = use.debts.filter(({ run }) => !sent.debts.some((debt) => debt.run === run));
      const minute = Math.floor(nowSeconds / 60);
      learn(use, minute, minuteUsed + granted, Math.floor(nowSeconds / 86_400), dayUsed + granted);
      if (use.localMinute <= minute) use.localUsed = 0;
    },
    grantLocally: (accountId, names, { limits, processes, run }) => {
      const use = useOf(accountId);
      const nowSeconds = Math.floor(nowMs() / 1_000);
      const minute = Math.floor(nowSeconds / 60);
      learn(use, minute, 0, Math.floor(nowSeconds / 86_400), 0);
      if (use.localMinute !== minute) Object.assign(use, { localMinute: minute, localUsed: 0 });
      const left = (limit: number, used: number, own: number): number => Math.max(0, partOf(limit - used, processes) - own);
      const minuteLeft = left(limits.perMinute, use.minuteUsed, use.localUsed);
      const dayLeft = left(limits.perDay, use.dayUsed, owedToday(use));
      const granted = Math.min(names.length, minuteLeft, dayLeft);
      use.localUsed += granted;
      if (names.length > 0) {
        const { calls } = debtOf(use, run);
        for (const [index, name] of names.entries()) add(calls, index < granted ? name : refusedName);
      }
      return { granted, minuteUsed: limits.perMinute - minuteLeft, dayUsed: limits.perDay - dayLeft, nowSeconds };
    },
  };
}

/**
 * Returns at most `debtsMax` debts: the two oldest of one day become one, with the greater number. If the counters counted only the earlier
 * of them late, its calls are counted twice; otherwise an outage would make every request longer. With more days than that the oldest is
 * dropped, because no window includes it.
 */
function merged(debts: readonly Debt[]): readonly Debt[] {
  if (debts.length <= debtsMax) return debts;
  const later = debts.findIndex(({ day }, index) => day === debts[index - 1]?.day);
  if (later < 0) return merged(debts.slice(1));
  const [first, second] = [debts[later - 1]!, debts[later]!];
  const calls = new Map(second.calls);
  for (const [name, count] of first.calls) add(calls, name, count);
  return merged(debts.toSpliced(later - 1, 2, { ...second, run: Math.max(first.run, second.run), calls }));
}

/** Returns the calls granted today that the counters do not include yet. */
function owedToday({ day, debts }: Use): number {
  let owed = 0;
  for (const debt of debts) if (debt.day === day) for (const [name, count] of debt.calls) if (name !== refusedName) owed += count;
  return owed;
}

const add = (calls: Map<string, number>, name: string, count = 1): unknown => calls.set(name, (calls.get(name) ?? 0) + count);

/** Returns one process's part: at least one call where anything is left, so that a limit below the number of processes still permits calls. */
const partOf = (amount: number, processes: number): number => (amount <= 0 ? 0 : Math.max(1, Math.floor(amount / processes)));

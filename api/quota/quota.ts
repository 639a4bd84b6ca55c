/**
 * Decides whether a call fits the account's quota and takes its cost. The counters in Redis decide, across any number of
 * keys and processes. Calls of one account that arrive in the same turn of the event loop are sent as one request; the
 * allowance is granted in order of arrival. A process that cannot reach Redis asks another API process to count for it.
 * Where none can reach it, each grants from its own share of what is left, and all processes finish such a minute on
 * shares: one that went back to Redis earlier would grant calls that the shares of others still hold
 * (ops/decisions/0011-quotas-without-redis.md).
 */
import { isReady, type Redis } from '#ops/process/redis.ts';
import { quotaKeys, type Caller } from '../auth/caller.ts';
import { createBreaker } from '#ops/process/breaker.ts';
import { createCounters, CountersLost, type Run } from './counters.ts';
import { grantOf, type Grant, type Taken } from './grant.ts';
import type { Limits } from './limits.ts';
import { createKnownUsage } from './known-usage.ts';
import type { Peers, Share } from './peers.ts';

export interface Quota {
  readonly take: (caller: Caller) => Promise<Grant>;
  /** Whether the last answers came from this process's share. */
  readonly isLocal: () => boolean;
  /** How quotas are counted where it is not by this process's own Redis, and why; null: by that. */
  readonly trouble: () => string | null;
  readonly stop: () => void;
}

interface Waiting {
  readonly caller: Caller;
  readonly settle: ((grant: Grant) => void)[];
}

export interface QuotaOptions {
  readonly redis: Redis;
  readonly peers: Peers;
  readonly timeoutMs: number;
  readonly nowMs?: () => number;
}

type Count = (runs: readonly Run[]) => Promise<Taken[] | null>;

/** How often the counters are looked after: whether they are still there, and told of what was granted without them; so many accounts at a time. */
const lookEveryMs = 5_000;
const toldAtOnce = 200;
const noLimits: Limits = { perMinute: 0, perDay: 0 };

export function createQuota({ redis, peers, timeoutMs, nowMs = Date.now }: QuotaOptions): Quota {
  const known = createKnownUsage(nowMs);
  const counters = createCounters(redis, timeoutMs);
  const breaker = createBreaker({ failuresMax: 1, openMs: 1_000 });
  let waiting = new Map<string, Waiting>();
  let countedBy: 'counters' | 'peer' | 'share' = 'counters';
  let reason = 'away';
  /** The minute that is granted from shares. */
  let sharedMinute: number | null = null;
  /** Known usage of other processes is fetched when shares begin, since the counters' values are spread over all of them. */
  let exchange: Promise<void> | null = null;
  let wasCounting = true;
  /** The minute in which not all others said what they know. */
  let unsureMinute: number | null = null;
  let untold: 'owed' | 'all' | null = null;

  const thisMinute = (): number => Math.floor(nowMs() / 60_000);
  const isShared = (minute: number): boolean => !peers.isAlone() && (sharedMinute === minute || peers.isSharing(minute));
  const say = (): void => peers.say({ counters: isReady(redis) && !breaker.isOpen(), shares: sharedMinute });

  const runOf = (accountId: string, { minuteKey, dayKey }: Pick<Run, 'minuteKey' | 'dayKey'>, calls: number, limits: Limits): Run => ({
    accountId,
    minuteKey,
    dayKey,
    calls,
    limits,
    known: known.tell(accountId),
  });

  const byCounters: Count = async (runs) => {
    if (!isReady(redis) || !breaker.mayTry()) return null;
    try {
      const taken = await counters.take(runs);
      breaker.succeeded();
      wasCounting = true;
      return taken;
    } catch (error) {
      if (error instanceof CountersLost) return await afterLoss(runs, error.taken);
      breaker.failed();
      reason = error instanceof Error && error.message.startsWith('OOM') ? 'full' : 'away';
      return null;
    } finally {
      say();
    }
  };

  /** What this process knows goes with every question; what the others know has not been told yet. */
  const afterLoss = async (runs: readonly Run[], taken: Taken[] | null): Promise<Taken[] | null> => {
    untold = 'all';
    reason = 'here, but what it had counted was lost';
    if (peers.isAlone()) return taken ?? counters.take(runs).catch(() => null);
    sharedMinute = thisMinute();
    return null;
  };

  const taken = async (asked: readonly (() => Run)[], count: Count): Promise<Taken[] | null> => {
    const runs = asked.map((ask) => ask());
    const answers = await count(runs);
    runs.forEach(({ accountId, known: told }, index) => {
      if (answers === null) known.notTold(accountId, told);
      else known.said(accountId, answers[index]!);
    });
    return answers;
  };

  // Asked at once whether it still has what was counted, so that a loss falls into the minute in which it happened.
  const greet = (): void => void byCounters([]);

  /** Accounts that do not call again would never be counted for what was granted without the counters. */
  const tell = async (): Promise<void> => {
    if (untold === null || isShared(thisMinute()) || !isReady(redis)) return;
    const which = untold;
    untold = null;
    const accountIds = known.untold(which);
    for (let from = 0; from < accountIds.length; from += toldAtOnce) {
      const asked = accountIds.slice(from, from + toldAtOnce).map((accountId) => () => runOf(accountId, quotaKeys(accountId), 0, noLimits));
      if ((await taken(asked, byCounters)) !== null) continue;
      untold = which;
      return;
    }
  };

  const beginShares = async (minute: number): Promise<void> => {
    // What made the others share may have been found by them alone.
    if (sharedMinute !== minute) greet();
    sharedMinute = minute;
    untold ??= 'owed';
    say();
    if (wasCounting) {
      wasCounting = false;
      exchange = peers.usage().then(({ lists, isComplete }) => {
        lists.forEach(known.merge);
        unsureMinute = isComplete ? null : minute;
      });
    }
    await exchange;
  };

  const settleByShare = (turn: readonly Waiting[]): void => {
    const minute = thisMinute();
    const share = peers.share(minute);
    for (const { caller, settle } of turn) {
      const { account, limits } = caller;
      const isStranger = unsureMinute === minute && !known.isKnownThisMinute(account.id);
      const part = share === null || isStranger ? () => 0 : partOf(account.id, share);
      const answer = known.takeShare(account.id, settle.length, limits, part);
      settle.forEach((settled, place) => settled(grantOf(answer, place, limits)));
    }
  };

  const flush = async (): Promise<void> => {
    const turn = [...waiting.values()];
    waiting = new Map();
    const asked = turn.map(
      ({ caller, settle }) =>
        () =>
          runOf(caller.account.id, caller, settle.length, caller.limits),
    );
    const ways = [
      ['counters', byCounters],
      ['peer', peers.take],
    ] as const;
    for (const [way, count] of ways) {
      const answers = isShared(thisMinute()) ? null : await taken(asked, count);
      if (answers === null) continue;
      countedBy = way;
      turn.forEach(({ caller, settle }, index) => settle.forEach((settled, place) => settled(grantOf(answers[index]!, place, caller.limits))));
      return;
    }
    countedBy = 'share';
    await peers.settled(thisMinute());
    await beginShares(thisMinute());
    settleByShare(turn);
  };

  peers.serve({ usage: known, take: async (runs) => (isShared(thisMinute()) ? null : byCounters(runs)) });
  redis.on('ready', greet);
  redis.on('close', say);
  if (isReady(redis)) greet();
  const looking = setInterval(() => void byCounters([]).then(tell), lookEveryMs);
  looking.unref();

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
    isLocal: () => countedBy === 'share',
    trouble: () => {
      if (countedBy === 'share') return `${reason}: each of ${peers.count()} API processes counts its share of the quotas`;
      return countedBy === 'peer' ? `${reason}: another API process counts the quotas for this one` : counters.warning();
    },
    stop: () => {
      clearInterval(looking);
      redis.off('ready', greet).off('close', say);
    },
  };
}

/** How much of an amount is this process's own: the rest of the division goes to other places for other accounts. */
function partOf(accountId: string, { place, of }: Share): (amount: number) => number {
  let sum = 0;
  for (let at = 0; at < accountId.length; at += 1) sum = (sum * 31 + accountId.charCodeAt(at)) % 1_000_003;
  const turned = (place + sum) % of;
  return (amount) => Math.floor(amount / of) + (turned < amount % of ? 1 : 0);
}

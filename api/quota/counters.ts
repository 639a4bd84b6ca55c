/** The counters of both windows in Redis. One script changes them, so they are exact over any number of keys and processes. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Redis } from '#ops/process/redis.ts';
import { withTimeout } from '#ops/process/with-timeout.ts';
import type { Limits } from '../auth/caller.ts';
import type { TakenCalls } from './grant.ts';
import type { KnownUse } from './known-usage.ts';

const script = readFileSync(new URL('take.lua', import.meta.url), 'utf8');
const scriptSha = createHash('sha1').update(script).digest('hex');

/** Calls of one account that are taken together. */
export interface Run {
  readonly minuteKey: string;
  readonly dayKey: string;
  /** A name for each call, in order of arrival. */
  readonly names: readonly string[];
  readonly limits: Limits;
  readonly known: KnownUse;
}

/** A run without a result. `unanswered`: the server may still count it. */
export interface FailedRun {
  readonly failure: 'refused' | 'unanswered';
  readonly error: unknown;
}

/** Returns the results in the order of the runs, after at most `timeoutMs`. */
export async function takeFromCounters(redis: Redis, runs: readonly Run[], timeoutMs: number): Promise<(TakenCalls | FailedRun)[]> {
  const outcomes: (TakenCalls | FailedRun)[] = runs.map(() => ({ failure: 'unanswered', error: null }));
  // Corked, so that the commands of all accounts leave in one write.
  const { stream } = redis;
  stream?.cork();
  const answers = Promise.all(
    runs.map(async (run, index) => {
      outcomes[index] = await take(redis, run).catch((error: unknown) => ({ failure: isReply(error) ? 'refused' : 'unanswered', error }));
    }),
  );
  stream?.uncork();
  await withTimeout(timeoutMs, answers).catch(() => undefined);
  // Answers that arrive later change nothing: the calls were granted without them.
  return [...outcomes];
}

/** Returns whether the server itself answered with this error; others say only that no answer came. */
const isReply = (error: unknown): boolean => error instanceof Error && error.name === 'ReplyError';

async function take(redis: Redis, { minuteKey, dayKey, names, limits, known }: Run): Promise<TakenCalls> {
  const { minute, minuteUsed, day, dayUsed, run, processId, debts } = known;
  const knownText = `${minute} ${minuteUsed} ${day} ${dayUsed} ${run}`;
  const debtsText = debts.length === 0 ? '' : JSON.stringify(debts.map((debt) => [debt.run, debt.day, Object.fromEntries(debt.calls)]));
  const counts = [names.length, limits.perMinute, limits.perDay] as const;
  const given = [2, minuteKey, dayKey, ...counts, knownText, processId, debtsText, ...inRows(names)] as const;
  const reply = await redis.evalsha(scriptSha, ...given).catch((error: unknown) => {
    // A restarted server has no script.
    if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return redis.eval(script, ...given);
    throw error;
  });
  const [granted, minuteBefore, dayBefore, nowSeconds] = reply as [number, number, number, number];
  return { granted, minuteUsed: minuteBefore, dayUsed: dayBefore, nowSeconds };
}

/** Returns each name, followed by the number of times that it comes in a row; most runs have one name. */
function inRows(names: readonly string[]): (string | number)[] {
  const rows: (string | number)[] = [];
  let count = 0;
  for (const [index, name] of names.entries()) {
    count += 1;
    if (name === names[index + 1]) continue;
    rows.push(name, count);
    count = 0;
  }
  return rows;
}

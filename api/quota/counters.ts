/** The counters of both windows in Redis. One script changes them, so they are exact over any number of keys and processes. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Redis } from '#ops/process/redis.ts';
import { withTimeout } from '#ops/process/with-timeout.ts';
import type { Limits } from '../auth/caller.ts';
import type { TakenCalls } from './grant.ts';

const script = readFileSync(new URL('take.lua', import.meta.url), 'utf8');
const scriptSha = createHash('sha1').update(script).digest('hex');

/** Calls of one account that are taken together. */
export interface Run {
  readonly minuteKey: string;
  readonly dayKey: string;
  /** A name for each call, in order of arrival. */
  readonly names: readonly string[];
  readonly limits: Limits;
}

/** A run without a result. A slow server may still count it. */
export interface FailedRun {
  readonly error: unknown;
}

/** Returns the results in the order of the runs, after at most `timeoutMs`. */
export async function takeFromCounters(redis: Redis, runs: readonly Run[], timeoutMs: number): Promise<(TakenCalls | FailedRun)[]> {
  const outcomes: (TakenCalls | FailedRun)[] = runs.map(() => ({ error: null }));
  // Corked, so that the commands of all accounts leave in one write.
  const { stream } = redis;
  stream?.cork();
  const answers = Promise.all(
    runs.map(async (run, index) => {
      outcomes[index] = await take(redis, run).catch((error: unknown) => ({ error }));
    }),
  );
  stream?.uncork();
  await withTimeout(timeoutMs, answers).catch(() => undefined);
  // Answers that arrive later change nothing: the calls were granted without them.
  return [...outcomes];
}

async function take(redis: Redis, { minuteKey, dayKey, names, limits }: Run): Promise<TakenCalls> {
  const given = [2, minuteKey, dayKey, names.length, limits.perMinute, limits.perDay, ...inRows(names)] as const;
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

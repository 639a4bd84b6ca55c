/** The quota counters in Redis. One Lua script changes them, so they are exact for any number of keys and processes. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Redis } from '#ops/process/redis.ts';
import { withTimeout } from '#ops/process/with-timeout.ts';
import type { Limits } from '../auth/caller.ts';
import type { TakenCalls } from './grant.ts';

const script = readFileSync(new URL('take.lua', import.meta.url), 'utf8');
const scriptSha = createHash('sha1').update(script).digest('hex');

export interface Run {
  readonly minuteKey: string;
  readonly dayKey: string;
  /** The name of each call (`nameOfCall`), in order of arrival. */
  readonly names: readonly string[];
  readonly limits: Limits;
}

/** The outcome of a run without an answer, which a slow server may still count. */
interface FailedRun {
  readonly error: unknown;
}

/** Returns the outcomes in the order of the runs, after at most `timeoutMs`. */
export async function takeFromCounters(redis: Redis, runs: readonly Run[], timeoutMs: number): Promise<(TakenCalls | FailedRun)[]> {
  const outcomes: (TakenCalls | FailedRun)[] = runs.map(() => ({ error: null }));
  // While the stream is corked, the commands of all runs are collected into one write.
  const { stream } = redis;
  stream?.cork();
  const answers = Promise.all(
    runs.map(async (run, index) => {
      outcomes[index] = await take(redis, run).catch((error: unknown) => ({ error }));
    }),
  );
  stream?.uncork();
  await withTimeout(timeoutMs, answers).catch(() => undefined);
  // The copy prevents that later answers change the result.
  return [...outcomes];
}

async function take(redis: Redis, { minuteKey, dayKey, names, limits }: Run): Promise<TakenCalls> {
  const given = [2, minuteKey, dayKey, names.length, limits.perMinute, limits.perDay, ...runLengths(names)] as const;
  const reply = await redis.evalsha(scriptSha, ...given).catch((error: unknown) => {
    // A restarted server has lost the script.
    if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return redis.eval(script, ...given);
    throw error;
  });
  const [granted, minuteBefore, dayBefore, nowSeconds] = reply as [number, number, number, number];
  return { granted, minuteUsed: minuteBefore, dayUsed: dayBefore, nowSeconds };
}

/** Returns the run-length encoding of the names: each name, followed by how often it is repeated. */
function runLengths(names: readonly string[]): (string | number)[] {
  const lengths: (string | number)[] = [];
  let count = 0;
  for (const [index, name] of names.entries()) {
    count += 1;
    if (name === names[index + 1]) continue;
    lengths.push(name, count);
    count = 0;
  }
  return lengths;
}

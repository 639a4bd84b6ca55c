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
export interface CallBatch {
  readonly minuteKey: string;
  readonly dayKey: string;
  /** A name for each call, in order of arrival. */
  readonly names: readonly string[];
  readonly limits: Limits;
  readonly known: KnownUse;
}

/** Returns the results in the order of the runs; throws where the server does not answer in `timeoutMs` or cannot write. */
export async function takeFromCounters(redis: Redis, runs: readonly CallBatch[], timeoutMs: number): Promise<TakenCalls[]> {
  // Corked, so that the commands of all accounts leave in one write.
  const { stream } = redis;
  stream?.cork();
  const answers = Promise.all(runs.map((run) => take(redis, run)));
  stream?.uncork();
  return withTimeout(timeoutMs, answers);
}

async function take(redis: Redis, { minuteKey, dayKey, names, limits, known }: CallBatch): Promise<TakenCalls> {
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

/** Returns each name with the number of times that it comes in a row. Most runs have one. */
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

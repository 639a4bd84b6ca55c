/**
 * Reads from Redis an account's calls on each of the last days, by operation and key. The script take.lua writes them.
 */
import { isReady, type Redis } from '#ops/process/redis.ts';
import type { UsageDay } from '#schemas/usage.ts';
import { quotaKeys } from '../auth/caller.ts';

export interface AccountUse {
  readonly minuteUsed: number;
  readonly dayUsed: number;
  /** UTC days, oldest first; the last one is today. */
  readonly days: readonly UsageDay[];
}

const daySeconds = 86_400;
/** How many days of calls are kept, including today. */
export const daysKept = 31;
/** The field with the number of calls that the quota refused. */
const refusedName = 'refused';

/** Returns the name under which a call is counted. Connected applications have no key. */
export const nameOfCall = (operation: string, keyHint: string | null): string => `${operation} ${keyHint ?? ''}`;

const callsKey = (dayKey: string, day: number): string => `${dayKey}:${day}`;

/** Returns an account's calls in this minute and on the last `daysCount` days, or null if Redis does not answer. */
export async function readAccountUse(redis: Redis, accountId: string, daysCount: number, nowMs: number): Promise<AccountUse | null> {
  if (!isReady(redis)) return null;
  const { minuteKey, dayKey } = quotaKeys(accountId);
  const today = Math.floor(nowMs / 1_000 / daySeconds);
  const numbers = Array.from({ length: daysCount }, (_, index) => today - daysCount + 1 + index);
  // Without a transaction, calls that are counted between two reads would make the sums differ.
  const transaction = redis.multi().hmget(minuteKey, 'window', 'used').hmget(dayKey, 'window', 'used').hgetall(`${dayKey}:past`);
  for (const number of numbers) transaction.hgetall(callsKey(dayKey, number));
  const replies = await transaction.exec().catch(() => null);
  if (replies === null || replies.some(([error]) => error !== null)) return null;
  const [[minute, minuteUsed], [day, dayUsed], past, ...named] = replies.map(([, value]) => value) as [
    (string | null)[],
    (string | null)[],
    CallsByName,
    ...CallsByName[],
  ];
  const callsOn = (number: number): number => Number(day === String(number) ? dayUsed : (past[number] ?? 0));
  return {
    minuteUsed: minute === String(Math.floor(nowMs / 60_000)) ? Number(minuteUsed) : 0,
    dayUsed: callsOn(today),
    days: numbers.map((number, index) => ({
      day: new Date(number * daySeconds * 1_000).toISOString().slice(0, 10),
      calls: callsOn(number),
      ...tallied(named[index]!, callsOn(number)),
    })),
  };
}

type CallsByName = Readonly<Record<string, string>>;

/** Returns a day's calls by operation and by key, most frequent first. Calls without a stored name are `unknown`, so that the sums agree. */
function tallied({ [refusedName]: refused = '0', ...byName }: CallsByName, total: number): Pick<UsageDay, 'refused' | 'by_operation' | 'by_key'> {
  const [byOperation, byKey] = [new Map<string, number>(), new Map<string | null, number>()];
  const named = Object.values(byName).reduce((sum, count) => sum + Number(count), 0);
  const counts = total > named ? [...Object.entries(byName), ['unknown unknown', total - named] as const] : Object.entries(byName);
  for (const [name, count] of counts) {
    const [operation = '', keyHint = ''] = name.split(' ');
    byOperation.set(operation, (byOperation.get(operation) ?? 0) + Number(count));
    byKey.set(keyHint || null, (byKey.get(keyHint || null) ?? 0) + Number(count));
  }
  return {
    refused: Number(refused),
    by_operation: [...byOperation].map(([operation, calls]) => ({ operation, calls })).sort((a, b) => b.calls - a.calls),
    by_key: [...byKey].map(([key_hint, calls]) => ({ key_hint, calls })).sort((a, b) => b.calls - a.calls),
  };
}

export async function forgetDays(redis: Redis, accountId: string, nowMs: number): Promise<void> {
  if (!isReady(redis)) return;
  const { minuteKey, dayKey } = quotaKeys(accountId);
  const today = Math.floor(nowMs / 1_000 / daySeconds);
  const keys = Array.from({ length: daysKept + 1 }, (_, age) => callsKey(dayKey, today - age));
  await redis.del(minuteKey, dayKey, `${dayKey}:past`, ...keys).catch(() => undefined);
}

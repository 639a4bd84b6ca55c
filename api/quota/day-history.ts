/** Reads an account's calls on each of the last days from Redis: today's counters and the quota scripts' hash of earlier days. */
import { isReady, type Redis } from '#ops/process/redis.ts';
import { quotaKeys } from '../auth/caller.ts';

export interface AccountUse {
  readonly minuteUsed: number;
  readonly dayUsed: number;
  /** Oldest first, the last one is today; UTC. */
  readonly days: readonly { readonly date: string; readonly calls: number }[];
}

const daySeconds = 86_400;

/** Returns the calls; null: Redis does not answer. */
export async function readAccountUse(redis: Redis, accountId: string, daysCount: number, nowMs: number): Promise<AccountUse | null> {
  if (!isReady(redis)) return null;
  const { minuteKey, dayKey } = quotaKeys(accountId);
  const asked = [redis.hmget(minuteKey, 'window', 'used'), redis.hmget(dayKey, 'window', 'used'), redis.hgetall(`${dayKey}:past`)] as const;
  const found = await Promise.all(asked).catch(() => null);
  if (found === null) return null;
  const [[minute, minuteUsed], [day, dayUsed], past] = found;
  const today = Math.floor(nowMs / 1_000 / daySeconds);
  const callsOn = (number: number): number => Number(day === String(number) ? dayUsed : (past[number] ?? 0));
  return {
    minuteUsed: minute === String(Math.floor(nowMs / 60_000)) ? Number(minuteUsed) : 0,
    dayUsed: callsOn(today),
    days: Array.from({ length: daysCount }, (_, index) => today - daysCount + 1 + index).map((number) => ({
      date: new Date(number * daySeconds * 1_000).toISOString().slice(0, 10),
      calls: callsOn(number),
    })),
  };
}

/** Removes the days of a deleted account; today's counters are removed by the sweep. */
export async function forgetDays(redis: Redis, accountId: string): Promise<void> {
  if (isReady(redis)) await redis.del(`${quotaKeys(accountId).dayKey}:past`).catch(() => undefined);
}

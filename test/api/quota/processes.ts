/** The quotas of several API processes, each with its own connection to the test's Redis. */
import { createCaller } from '#api/auth/caller.ts';
import { createQuota, type Quota } from '#api/quota/quota.ts';
import { isReady, openRedis, type Redis } from '#ops/process/redis.ts';
import { plans } from '#schemas/plan.ts';
import { testLog } from '#test/support/log.ts';
import { startRedis, type RedisServer } from '#test/support/redis.ts';
import { until } from '#test/support/until.ts';

export interface QuotaProcess {
  readonly quota: Quota;
  readonly redis: Redis;
  /** Makes `calls` calls of an account at once and returns how many are granted. */
  readonly granted: (accountId: string, calls: number, limits?: { readonly perMinute?: number; readonly perDay?: number }) => Promise<number>;
}

export interface Processes {
  readonly redis: RedisServer;
  /** Moves the clock of every process, but not that of Redis. */
  readonly shift: (seconds: number) => void;
  /** Starts `count` processes, each of which knows their number. */
  readonly start: (count: number) => Promise<QuotaProcess[]>;
  readonly redisGone: () => Promise<void>;
  readonly redisBack: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const timeoutMs = 250;

export async function startProcesses(): Promise<Processes> {
  const redis = await startRedis();
  let shiftMs = 0;
  const nowMs = (): number => Date.now() + shiftMs;
  const running: QuotaProcess[] = [];

  const startOne = async (processes: number): Promise<QuotaProcess> => {
    const client = openRedis(redis.url, { commandTimeoutMs: 4 * timeoutMs, name: 'test', log: testLog });
    await until('Redis', () => isReady(client));
    const quota = createQuota({ redis: client, processes, timeoutMs, nowMs });
    const started: QuotaProcess = {
      quota,
      redis: client,
      granted: async (accountId, calls, { perMinute = 20, perDay = 1_000 } = {}) => {
        const caller = createCaller({ id: accountId, plan: 'pro', requests_per_minute: perMinute, requests_per_day: perDay }, plans);
        const grants = await Promise.all(Array.from({ length: calls }, () => quota.take(caller, 'listNews')));
        return grants.filter(({ refusedBy }) => refusedBy === null).length;
      },
    };
    running.push(started);
    return started;
  };

  return {
    redis,
    shift: (seconds) => {
      shiftMs += seconds * 1_000;
    },
    start: (count) => Promise.all(Array.from({ length: count }, () => startOne(count))),
    redisGone: async () => {
      await redis.kill();
      await until('all to notice', () => running.every((process) => !isReady(process.redis)));
    },
    redisBack: async () => {
      await redis.restart();
      await until('all to notice', () => running.every((process) => isReady(process.redis)));
    },
    stop: async () => {
      for (const { redis: client } of running) client.disconnect();
      await redis.stop();
    },
  };
}

export const total = async (counts: readonly Promise<number>[]): Promise<number> =>
  (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);

/** Waits for a new minute if the present one is about to end, so that a count stays in one minute. */
export async function earlyInTheMinute(untilSecond = 35): Promise<void> {
  await until('the minute to have room', () => new Date().getUTCSeconds() < untilSecond);
}

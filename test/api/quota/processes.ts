/** The quota of several API processes, each with its own connections, on one NATS and one Redis of the test's own. */
import { createCaller } from '#api/auth/caller.ts';
import { joinPeers, type Peers } from '#api/quota/peers.ts';
import { createQuota, type Quota } from '#api/quota/quota.ts';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { isReady, openRedis, type Redis } from '#ops/process/redis.ts';
import { readConfig } from '#schemas/config.ts';
import { plans } from '#schemas/plan.ts';
import { testLog } from '#test/support/log.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { startRedis, type RedisServer } from '#test/support/redis.ts';
import { until } from '#test/support/until.ts';

export interface QuotaProcess {
  readonly quota: Quota;
  readonly peers: Peers;
  readonly redis: Redis;
  readonly bus: Bus;
  /** How many of so many calls of an account at once are granted. */
  readonly granted: (accountId: string, calls: number, limits?: { readonly perMinute?: number; readonly perDay?: number }) => Promise<number>;
  /** Without a word to the others. */
  readonly vanish: () => Promise<void>;
}

export interface Processes {
  readonly nats: NatsServer;
  readonly redis: RedisServer;
  /** Moves the clock of every process, not that of Redis. */
  readonly shift: (seconds: number) => void;
  readonly nowMs: () => number;
  readonly start: (options?: { readonly redisUrl?: string; readonly processesMin?: number }) => Promise<QuotaProcess>;
  /** So many that have known one another for minutes. */
  readonly startLongAgo: (count: number, options?: { readonly processesMin?: number }) => Promise<QuotaProcess[]>;
  readonly redisGone: () => Promise<void>;
  readonly redisBack: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const timeoutMs = 250;

export async function startProcesses(): Promise<Processes> {
  const [nats, redis] = await Promise.all([startNats(), startRedis()]);
  let shiftMs = 0;
  const nowMs = (): number => Date.now() + shiftMs;
  const monotonicMs = (): number => performance.now() + shiftMs;
  const running: QuotaProcess[] = [];

  const start: Processes['start'] = async ({ redisUrl = redis.url, processesMin = 1 } = {}) => {
    const bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
    const client = openRedis(redisUrl, { commandTimeoutMs: 4 * timeoutMs, name: 'test', log: testLog });
    if (redisUrl === redis.url) await until('Redis', () => isReady(client) || client.status === 'reconnecting');
    const peers = joinPeers({ connection: bus.connection, isConnected: bus.isConnected, processesMin, timeoutMs, nowMs, monotonicMs });
    const quota = createQuota({ redis: client, peers, timeoutMs, nowMs });
    const started: QuotaProcess = {
      quota,
      peers,
      redis: client,
      bus,
      granted: async (accountId, calls, { perMinute = 20, perDay = 1_000 } = {}) => {
        const caller = createCaller({ id: accountId, plan: 'pro', requests_per_minute: perMinute, requests_per_day: perDay }, plans);
        const grants = await Promise.all(Array.from({ length: calls }, () => quota.take(caller)));
        return grants.filter(({ refusedBy }) => refusedBy === null).length;
      },
      vanish: async () => {
        client.disconnect();
        await bus.connection.close();
      },
    };
    running.push(started);
    return started;
  };

  return {
    nats,
    redis,
    nowMs,
    shift: (seconds) => {
      shiftMs += seconds * 1_000;
    },
    start,
    startLongAgo: async (count, { processesMin = 1 } = {}) => {
      shiftMs -= 180_000;
      const started: QuotaProcess[] = [];
      for (let at = 0; at < count; at += 1) started.push(await start({ processesMin }));
      await until('them to know one another', () => started.every(({ peers }) => peers.count() >= count));
      shiftMs += 180_000;
      return started;
    },
    redisGone: async () => {
      await redis.kill();
      await until('all to notice', () => running.every((process) => !isReady(process.redis)));
    },
    redisBack: async () => {
      await redis.restart();
      await until('all to notice', () =>
        running.every((process) => isReady(process.redis) || process.redis.options.port !== redis.port || process.redis.status === 'end'),
      );
    },
    stop: async () => {
      for (const { quota, peers, redis: client, bus } of running) {
        quota.stop();
        peers.stop();
        client.disconnect();
        await bus.close();
      }
      await Promise.all([nats.stop(), redis.stop()]);
    },
  };
}

export const total = async (counts: readonly Promise<number>[]): Promise<number> =>
  (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);

/** A window of a minute must not end in the middle of a count. */
export async function earlyInTheMinute(untilSecond = 35): Promise<void> {
  await until('the minute to have room', () => new Date().getUTCSeconds() < untilSecond, 30_000);
}

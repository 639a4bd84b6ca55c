import { afterAll, expect, test } from 'vitest';
import { createThrottle, throttleRules } from '#api/account/throttle.ts';
import { readLastUses, recordLastUse } from '#api/auth/last-use.ts';
import { takeFromCounters, type Run } from '#api/quota/counters.ts';
import { watchEviction } from '#ops/process/redis-eviction.ts';
import { isReady, openRedis, serversOf, type Redis } from '#ops/process/redis.ts';
import { createBackgroundLimiter } from '#pipeline/ingest/sec/access/background-rate-limit.ts';
import { createLimiter } from '#pipeline/ingest/sec/access/rate-limit.ts';
import { testLog } from '#test/support/log.ts';
import { startRedisCluster } from '#test/support/redis-cluster.ts';
import { until } from '#test/support/until.ts';

const accounts = Array.from({ length: 30 }, (_, index) => `account${index}`);

const cluster = await startRedisCluster();
const [one, other] = [cluster.url, cluster.url].map((url) => openRedis(url, { commandTimeoutMs: 5_000, name: 'test', log: testLog })) as [
  Redis,
  Redis,
];
await until('the cluster', () => [one, other].every((redis) => isReady(redis) && serversOf(redis).length === 3));
afterAll(async () => {
  for (const redis of [one, other]) redis.disconnect();
  await cluster.stop();
});

const runOf = (accountId: string, calls: number): Run => ({
  minuteKey: `quota:{${accountId}}:minute`,
  dayKey: `quota:{${accountId}}:day`,
  names: Array.from({ length: calls }, () => 'listNews nf_live_abcd'),
  limits: { perMinute: 20, perDay: 1_000 },
});

const grantedIn = (result: object): number => ('granted' in result ? Number(result.granted) : Number.NaN);

test('quotas of accounts on all nodes are counted exactly over two processes', async () => {
  const runs = accounts.map((account) => runOf(account, 15));
  const takes = await Promise.all([one, other].map((redis) => takeFromCounters(redis, runs, 5_000)));
  for (const index of accounts.keys()) expect(takes.map((taken) => grantedIn(taken[index]!)).toSorted((a, b) => a - b)).toEqual([5, 15]);
  const held = await Promise.all(serversOf(one).map((server) => server.keys('quota:{*}:minute')));
  expect(held.flat()).toHaveLength(accounts.length);
  expect(held.every((keys) => keys.length > 0)).toBe(true);
});

test("EDGAR's allowance, the tries of strangers and the last use of keys work across nodes", async () => {
  const { signal } = new AbortController();
  const limiter = createLimiter({ requestsPerSecond: 8, processes: 1, redis: one, log: testLog });
  const background = createBackgroundLimiter({ requestsPerSecond: 8, redis: other, log: testLog });
  for (const acquire of [limiter.acquire, background]) (await acquire(signal))();
  expect(limiter.isShared()).toBe(true);
  const { freeTries } = throttleRules['mail-address'];
  const throttles = [createThrottle(one), createThrottle(other)];
  const waits = await Promise.all(Array.from({ length: 20 }, (_, at) => throttles[at % 2]!.take({ 'mail-address': 'one' })));
  expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(freeTries);
  const uses = recordLastUse(one, () => 0);
  for (const account of accounts) uses.note(account);
  uses.stop();
  await until('all to be kept', async () => (await readLastUses(other, accounts))?.size === accounts.length);
});

test('a node that may evict is reported; while a node is down the accounts of the others are counted', async () => {
  await serversOf(one)[1]!.config('SET', 'maxmemory', '100mb', 'maxmemory-policy', 'allkeys-lru');
  const eviction = watchEviction(other);
  await until('it to be told', () => eviction.state().includes('allkeys-lru'));
  eviction.stop();
  const runs = accounts.map((account) => runOf(account, 1));
  await cluster.nodes[2]!.kill();
  const counted = async (): Promise<number> => (await takeFromCounters(one, runs, 1_000)).filter((result) => 'granted' in result).length;
  const left = await counted();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(accounts.length);
  await cluster.nodes[2]!.restart();
  await until('all to be counted', async () => (await counted()) === accounts.length);
});

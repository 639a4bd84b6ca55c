/** Counters in Redis: at its memory bound each process grants its share, and counters expire. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SharedCache } from '#api/cache/page-cache.ts';
import { createSharedCache } from '#api/cache/shared-cache.ts';
import { pageOf } from '../cache/pages.ts';
import { earlyInTheMinute, startProcesses, total, type Processes, type QuotaProcess } from './processes.ts';

const memoryBytes = 20_000_000;
const pageBytes = 60_000;
const accounts = Array.from({ length: 300 }, (_, at) => `account${String(at).padStart(5, '0')}`);
const limit = 20;

let ground: Processes;
let processes: QuotaProcess[];
let cache: SharedCache;
beforeEach(async () => {
  ground = await startProcesses();
  processes = await ground.start(2);
  cache = createSharedCache(processes[0]!.redis, 'test', Date.now);
  await earlyInTheMinute(30);
});
afterEach(() => ground.stop());

/** Fills Redis with pages of the longest lifetime until its memory is full, as an attack would. */
async function fillWithPages(count: number): Promise<void> {
  const { redis } = processes[0]!;
  for (let at = 0; at < count; at += 1) {
    cache.set(`page ${at} ${Math.random()}`, pageOf(randomBytes(pageBytes), 3_600_000));
    if (at % 20 === 0) await redis.ping().catch(() => undefined);
  }
}
const usedMemory = async (): Promise<number> => Number(/^used_memory:(\d+)/m.exec(await processes[0]!.redis.info('memory'))![1]);
const spend = (calls: number, by: readonly QuotaProcess[] = processes): Promise<number[]> =>
  Promise.all(accounts.map((account) => total(by.map(({ granted }) => granted(account, calls, { perMinute: limit })))));

describe('Redis at its memory bound', () => {
  test('noeviction: calls that cannot be counted in Redis are granted by shares', async () => {
    const { redis } = processes[0]!;
    await redis.config('SET', 'maxmemory', memoryBytes, 'maxmemory-policy', 'noeviction');
    for (const one of processes) expect((await spend(limit / 2 - 1, [one])).every((granted) => granted === limit / 2 - 1)).toBe(true);
    await fillWithPages(600);
    expect(await usedMemory()).toBeGreaterThan(0.95 * memoryBytes);
    // Buffers that are freed later must not bring Redis below its bound again.
    await redis.config('SET', 'maxmemory', Math.floor((await usedMemory()) / 2));
    expect(await spend(30)).toEqual(accounts.map(() => limit));
    for (const { quota } of processes) expect(quota.trouble()).toBe('full; each of 2 API processes grants its share of the quotas');
    expect(await spend(30)).toEqual(accounts.map(() => 0));
  });
});

test('a counter expires after its window; a day is shown even if no call followed', async () => {
  const { redis, quota } = processes[0]!;
  const [account, silent] = accounts as [string, string];
  const day = Math.floor(Date.now() / 86_400_000);
  // An earlier release set no expiry on its counters.
  await redis.hset(`quota:{${account}}:day`, { window: day - 1, used: 3 });
  await redis.hset(`quota:{${silent}}:day`, { window: day - 30, used: 5 });
  expect(await processes[0]!.granted(account, 2)).toBe(2);
  expect(await processes[1]!.granted(account, 4)).toBe(4);
  const secondsLeft = await redis.ttl(`quota:{${account}}:minute`);
  expect(secondsLeft).toBeGreaterThan(60);
  expect(secondsLeft).toBeLessThanOrEqual(120);
  for (const key of ['day', 'day:past', `day:${day}`]) expect(await redis.ttl(`quota:{${account}}:${key}`)).toBeGreaterThan(31 * 86_400);
  const callsOf = async (accountId: string): Promise<number[]> => (await quota.use(accountId, 31))!.days.map(({ calls }) => calls);
  expect((await callsOf(account)).slice(-3)).toEqual([0, 3, 6]);
  expect((await callsOf(silent)).slice(0, 2)).toEqual([5, 0]);
});

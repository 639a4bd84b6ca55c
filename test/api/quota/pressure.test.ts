/** Redis at its memory bound, filled with cached pages: counts are kept, or each process grants its share. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createContent } from '#api/reply/content.ts';
import { createSharedCache, type SharedCache } from '#api/cache/shared-cache.ts';
import { sweepCounters } from '#api/quota/sweep.ts';
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
}, 60_000);
afterEach(() => ground.stop());

async function bound(policy: string): Promise<void> {
  const { redis } = processes[0]!;
  await redis.config('SET', 'maxmemory', memoryBytes);
  await redis.config('SET', 'maxmemory-policy', policy);
}

/** Fills Redis as an attack does: pages that no client requested, with the longest lifetime, until memory is full. */
async function fillWithPages(count: number): Promise<void> {
  const { redis } = processes[0]!;
  for (let at = 0; at < count; at += 1) {
    const content = createContent(randomBytes(pageBytes), { type: 'application/json', etag: `"${at}"` });
    const atMs = Date.now();
    cache.set(`page ${at} ${Math.random()}`, { content, rowsCount: 1, firstCreatedAtMs: null, freshUntilMs: atMs + 60_000, staleUntilMs: atMs + 3_600_000, watch: null, isShared: false }); // prettier-ignore
    if (at % 20 === 0) await redis.ping().catch(() => undefined);
  }
}
const usedMemory = async (): Promise<number> => Number(/^used_memory:(\d+)/m.exec(await processes[0]!.redis.info('memory'))![1]);
const evicted = async (): Promise<number> => Number(/^evicted_keys:(\d+)/m.exec(await processes[0]!.redis.info('stats'))![1]);
const spend = (calls: number, by: readonly QuotaProcess[] = processes): Promise<number[]> =>
  Promise.all(accounts.map((account) => total(by.map(({ granted }) => granted(account, calls, { perMinute: limit })))));

describe('Redis at its memory bound', () => {
  test('volatile-ttl: pages go, every count stays', async () => {
    await bound('volatile-ttl');
    // Only the first process has counted these calls; the second knows them from Redis alone.
    const before = await spend(limit - 2, processes.slice(0, 1));
    expect(before.every((granted) => granted === limit - 2)).toBe(true);
    await fillWithPages(600);
    expect(await evicted()).toBeGreaterThan(100);
    const after = await spend(30);
    expect(after.filter((granted) => granted !== 2)).toEqual([]);
    for (const { quota } of processes) expect(quota.trouble()).toBeNull();
  }, 60_000);

  test('noeviction: what cannot be counted in Redis is granted by shares of what is left', async () => {
    await bound('noeviction');
    for (const one of processes) expect((await spend(limit / 2 - 1, [one])).every((granted) => granted === limit / 2 - 1)).toBe(true);
    await fillWithPages(600);
    expect(await usedMemory()).toBeGreaterThan(0.95 * memoryBytes);
    await processes[0]!.redis.config('SET', 'maxmemory', Math.floor((await usedMemory()) * 0.98));
    const after = await spend(30);
    // The first process has seen half of the counted calls: its share is half of the rest that it knows of.
    expect(after.filter((granted) => granted > (limit / 2 + 1) / 2 + 1 || granted < 1)).toEqual([]);
    for (const { quota } of processes) expect(quota.trouble()).toBe('full; each of 2 API processes grants its share of the quotas');
    expect(await spend(30)).toEqual(accounts.map(() => 0));
  }, 60_000);
});

test('counters of the past are swept, those of now and of others stay', async () => {
  const { redis } = processes[0]!;
  const day = Math.floor(Date.now() / 86_400_000);
  await spend(1);
  await redis.hset('quota:{longago}:minute', { window: 1, used: 3 });
  await redis.hset('quota:{longago}:day', { window: day - 3, used: 3 });
  await redis.hset('quota:{yesterday}:day', { window: day - 1, used: 3 });
  await redis.set('page:other', 'x');
  expect(await sweepCounters(redis, new AbortController().signal)).toBe(2);
  expect(await redis.exists('quota:{longago}:minute', 'quota:{longago}:day')).toBe(0);
  expect(await redis.exists('quota:{yesterday}:day', 'page:other')).toBe(2);
  // Both counters, and the calls of the day by operation and key.
  expect(await redis.keys('quota:{account*')).toHaveLength(3 * accounts.length);
  expect(await redis.ttl(`quota:{${accounts[0]!}}:minute`)).toBe(-1);
});

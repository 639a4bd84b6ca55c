import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createCaller } from '#api/auth/caller.ts';
import { openSharing, type Sharing } from '#api/cache/shared-cache.ts';
import { createQuota, type Quota } from '#api/quota/quota.ts';
import { makePassword } from '#ops/process/secret.ts';
import { isReady, openRedis } from '#ops/process/redis.ts';
import { watchEviction } from '#ops/process/redis-eviction.ts';
import { countersConfiguration } from '#ops/up/parts.ts';
import { withArchiveDays } from '#schemas/plan.ts';
import { testLog } from '#test/support/log.ts';
import { programPath, startServer, type RunningServer } from '#test/support/process.ts';
import { startRedis, type RedisServer } from '#test/support/redis.ts';
import { until } from '#test/support/until.ts';
import { pageOf } from './pages.ts';

const maxmemory = '20mb';
const password = makePassword();
/** Starts Redis with less memory: the counters as `npm run demo` configures them, the cache as the deployment does. */
const start = (configuration: typeof countersConfiguration): Promise<RunningServer> =>
  startServer((port, dir) => {
    const file = join(dir, 'redis.conf');
    writeFileSync(file, configuration({ port, dir, password }).replace(/^maxmemory .*$/m, `maxmemory ${maxmemory}`));
    return [programPath('redis-server'), [file]];
  });
const deployed = readFileSync(new URL('../../../ops/deploy/redis-cache.conf', import.meta.url), 'utf8');
const cacheConfiguration: typeof countersConfiguration = ({ port, dir, password: own }) =>
  `${deployed}\nbind 127.0.0.1\nport ${port}\nrequirepass ${own}\ndir ${JSON.stringify(dir)}\n`;
const urlOf = ({ port }: RunningServer): string => `redis://:${password}@127.0.0.1:${port}`;

let sharing: Sharing | null = null;
const [counters, cache] = await Promise.all([start(countersConfiguration), start(cacheConfiguration)]);
afterAll(() => Promise.all([counters.stop(), cache.stop()]));
const redis = openRedis(urlOf(counters), { commandTimeoutMs: 5_000, name: 'test', log: testLog });
afterAll(() => redis.disconnect());
await until('Redis', () => isReady(redis));
afterEach(() => sharing?.stop());

const open = (url: string): Sharing =>
  (sharing = openSharing({ REDIS_CACHE_URL: url }, { namespace: 'test', timeoutMs: 5_000, steadyMs: Date.now, log: testLog }));
const hourMs = 3_600_000;
const plans = withArchiveDays(null);
const callerOf = (index: number) => createCaller({ id: `account${index}`, plan: 'pro', requests_per_minute: 1_000, requests_per_day: 1_000 }, plans);
const dayLeft = async (quota: Quota, count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, async (_, index) => (await quota.take(callerOf(index), 'listNews')).dayLeft));

describe('counters, with shared pages in another Redis', () => {
  test('are not evicted by any number of pages', async () => {
    const quota = createQuota({ redis, processes: 1, timeoutMs: 5_000 });
    expect(await dayLeft(quota, 1_000)).toEqual(Array.from({ length: 1_000 }, () => 999));
    const { cache: pages, state } = open(urlOf(cache));
    const text = 'x'.repeat(40_000);
    const [first, last] = [0, 2_000];
    await until('the pages to be taken', async () => {
      pages.set('probe', pageOf(text, hourMs));
      return pages.get('probe');
    });
    for (let index = first; index <= last; index += 1) {
      pages.set(`page ${index}`, pageOf(`${index} ${text}`, hourMs));
      if (index % 100 === 0) await until('it to be there', () => pages.get(`page ${index}`));
    }
    // 80 MB pass through 20 MB: the newest pages remain, the oldest are evicted. Redis evicts from samples, so some may stay.
    expect(await pages.get(`page ${last}`)).not.toBeNull();
    const oldest = await Promise.all(Array.from({ length: 100 }, (_, index) => pages.get(`page ${first + index}`)));
    expect(oldest.filter((page) => page !== null).length).toBeLessThan(50);
    expect(state()).toBe('ok');
    expect(await dayLeft(quota, 1_000)).toEqual(Array.from({ length: 1_000 }, () => 998));
    expect(quota.isLocal()).toBe(false);
  });

  test('raise a warning if their server may evict them, and only then', async () => {
    const watch = watchEviction(redis);
    const other: RedisServer = await startRedis();
    const endangered = openRedis(other.url, { commandTimeoutMs: 5_000, name: 'test', log: testLog });
    await until('Redis', () => isReady(endangered));
    await endangered.config('SET', 'maxmemory', '20mb', 'maxmemory-policy', 'volatile-ttl');
    const warned = watchEviction(endangered);
    await until('the danger to be told', () => warned.state() === 'may evict counters: its maxmemory-policy is volatile-ttl; set it to noeviction');
    expect(watch.state()).toBe('ok');
    watch.stop();
    warned.stop();
    endangered.disconnect();
    await other.stop();
  });
});

import { afterAll, expect, test } from 'vitest';
import { createSharedCache } from '#api/cache/shared-cache.ts';
import { isReady, openRedis } from '#ops/process/redis.ts';
import { testLog } from '#test/support/log.ts';
import { sharedRedis } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { pageOf } from './pages.ts';

const server = await sharedRedis();
const redis = openRedis(server.url, { commandTimeoutMs: 250, name: 'test', log: testLog });
afterAll(() => redis.disconnect());
await until('Redis', () => isReady(redis));

test('another process gets the page unchanged, with its ETag and metadata', async () => {
  const page = pageOf('{"title":"Żółć — 株式"}');
  createSharedCache(redis, 'one', Date.now).set('key', page);
  const found = await until('the page', () => createSharedCache(redis, 'one', Date.now).get('key'));
  expect(found.content.identity.equals(page.content.identity)).toBe(true);
  expect([found.content.etag, found.content.type]).toEqual([page.content.etag, page.content.type]);
  expect([found.rowsCount, found.firstCreatedAtMs]).toEqual([3, 5]);
  expect(found.freshUntilMs).toBeLessThanOrEqual(page.freshUntilMs + 100);
  expect(found.freshUntilMs).toBeGreaterThan(page.freshUntilMs - 20_000);
  // A page made with another cursor secret would contain a cursor that no process accepts.
  expect(await createSharedCache(redis, 'two', Date.now).get('key')).toBeNull();
});

test('a page is never fresher for a process whose clock is an hour apart than for the process that stored it', async () => {
  const apartMs = 3_600_000;
  const [behind, ahead] = [(): number => Date.now() - apartMs, (): number => Date.now() + apartMs];
  createSharedCache(redis, 'clocks', Date.now).set('key', pageOf('x', 60_000));
  const late = await until('the page', () => createSharedCache(redis, 'clocks', behind).get('key'));
  expect(late.freshUntilMs - behind()).toBeGreaterThan(40_000);
  expect(late.freshUntilMs - behind()).toBeLessThanOrEqual(60_000);
  const early = await createSharedCache(redis, 'clocks', ahead).get('key');
  expect(early!.freshUntilMs).toBeLessThan(ahead());
});

test('a page of unknown age, because the clock of Redis was set back, is a miss', async () => {
  const cache = createSharedCache(redis, 'back', Date.now);
  cache.set('key', pageOf('x'));
  await until('the page', () => cache.get('key'));
  const [name] = await redis.keys('page:back:*');
  await redis.pexpire(name!, 3_600_000);
  expect(await cache.get('key')).toBeNull();
});

test('expired or too large pages are not stored; stored pages expire', async () => {
  const cache = createSharedCache(redis, 'three', Date.now);
  cache.set('over', pageOf('x', -1));
  cache.set('large', pageOf('x'.repeat(1_000_001)));
  cache.set('kept', pageOf('x', 30_000));
  await until('the last of them', () => cache.get('kept'));
  expect([await cache.get('over'), await cache.get('large')]).toEqual([null, null]);
  for (const name of await redis.keys('page:three:*')) expect(await redis.pttl(name)).toBeGreaterThan(0);
});

test('an unreadable page is a miss', async () => {
  const cache = createSharedCache(redis, 'four', Date.now);
  cache.set('key', pageOf('x'));
  await until('the page', () => cache.get('key'));
  const [name] = await redis.keys('page:four:*');
  for (const facts of ['{"type":1}', '{"type":', '', 'null']) {
    await redis.hset(name!, 'facts', facts);
    expect(await cache.get('key')).toBeNull();
  }
});

test('without Redis every page is a miss, at once and without an error; Redis is used again when it is back', async () => {
  const cache = createSharedCache(redis, 'five', Date.now);
  await server.kill();
  await until('the connection to be gone', () => !isReady(redis));
  cache.set('key', pageOf('x'));
  expect(await cache.get('key')).toBeNull();
  await server.restart();
  await until('the page', async () => {
    cache.set('key', pageOf('x'));
    return cache.get('key');
  });
});

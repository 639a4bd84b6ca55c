import { afterAll, expect, test } from 'vitest';
import { createThrottle, throttleRules } from '#api/account/throttle.ts';
import { openRedis } from '#ops/process/redis.ts';
import { testLog } from '#test/support/log.ts';
import { sharedRedis } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const server = await sharedRedis();
const redis = openRedis(server.url, { commandTimeoutMs: 5_000, name: 'test', log: testLog });
afterAll(() => redis.disconnect());
await until('redis', () => redis.status === 'ready');

const { freeTries, firstWaitMs, lastWaitMs } = throttleRules['mail-address'];

test('of many simultaneous attempts at all processes only the free ones pass', async () => {
  const throttles = [createThrottle(redis), createThrottle(redis)];
  const waits = await Promise.all(Array.from({ length: 20 }, (_, at) => throttles[at % 2]!.take({ 'mail-address': 'one' })));
  expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(freeTries);
  for (const waitMs of waits) expect(waitMs).toBeLessThanOrEqual(firstWaitMs);
  await throttles[0]!.forget('mail-address', 'one');
  expect(await throttles[1]!.take({ 'mail-address': 'one' })).toBe(0);
});

test('a name is hashed in Redis, and its counter expires', async () => {
  await createThrottle(redis).take({ 'sign-in-address': 'ann@example.test' });
  const keys = await redis.keys('*');
  expect(keys.join()).not.toContain('ann');
  for (const key of keys) expect(await redis.pttl(key)).toBeGreaterThan(0);
});

test('while Redis is unreachable, waits double up to a maximum, then attempts pass', async () => {
  let nowMs = 0;
  const away = openRedis('redis://127.0.0.1:1', { commandTimeoutMs: 100, name: 'test', log: testLog });
  const throttle = createThrottle(away, () => nowMs);
  for (let tries = 0; tries < freeTries; tries += 1) expect(await throttle.take({ 'mail-address': 'one' })).toBe(0);
  const waits: number[] = [];
  for (let tries = 0; tries < 12; tries += 1) {
    const waitMs = await throttle.take({ 'mail-address': 'one' });
    waits.push(waitMs);
    nowMs += waitMs;
    expect(await throttle.take({ 'mail-address': 'one' })).toBe(0);
  }
  expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8].map((times) => times * firstWaitMs));
  expect(Math.max(...waits)).toBe(lastWaitMs);
  away.disconnect();
});

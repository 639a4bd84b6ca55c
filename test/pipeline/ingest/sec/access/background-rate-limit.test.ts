import { afterAll, describe, expect, test } from 'vitest';
import { openRedis } from '#ops/process/redis.ts';
import { createBackgroundLimiter } from '#pipeline/ingest/sec/access/background-rate-limit.ts';
import { createLimiter, type Acquire } from '#pipeline/ingest/sec/access/rate-limit.ts';
import { testLog } from '#test/support/log.ts';
import { sharedRedis } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { consume, mostAsSeenHere } from './grants.ts';

let prefixes = 0;
const server = await sharedRedis();
const redis = openRedis(server.url, { commandTimeoutMs: 300, name: 'test', log: testLog });
afterAll(() => redis.disconnect());
await until('a connection to Redis', () => redis.status === 'ready');

/** Returns the limiters of the ingest process and of two commands, on one allowance of 8 under keys of their own. */
function limiters(): { readonly live: Acquire; readonly background: Acquire; readonly other: Acquire } {
  prefixes += 1;
  const shared = { requestsPerSecond: 8, redis, log: testLog, keyPrefix: `test-${prefixes}:` };
  const { acquire: live } = createLimiter({ ...shared, processes: 1 });
  return { live, background: createBackgroundLimiter(shared), other: createBackgroundLimiter(shared) };
}

describe.concurrent('background work', () => {
  test('stages and background work together stay within the allowance, and the latter takes what they leave', async () => {
    const { live, background } = limiters();
    const [stage, visitor] = [consume(live), consume(background)];
    await until('forty requests', () => stage.grantedAtMs.length + visitor.grantedAtMs.length >= 40);
    await Promise.all([stage.stop(), visitor.stop()]);
    expect(mostAsSeenHere([...stage.grantedAtMs, ...visitor.grantedAtMs])).toBeLessThanOrEqual(8);
    expect(visitor.grantedAtMs.length).toBeGreaterThan(0);
    expect(stage.grantedAtMs.length).toBeGreaterThan(visitor.grantedAtMs.length);
  });

  test('alone on a quiet service, background work leaves a quarter free for a stage that comes', async () => {
    const { live, background } = limiters();
    const visitor = consume(background);
    await until('twelve requests', () => visitor.grantedAtMs.length >= 12);
    const askedAtMs = performance.now();
    (await live(new AbortController().signal))();
    expect(performance.now() - askedAtMs).toBeLessThan(300);
    await visitor.stop();
    expect(mostAsSeenHere(visitor.grantedAtMs)).toBeLessThanOrEqual(6);
  });

  test('two background processes share what one would have', async () => {
    const { background, other } = limiters();
    const visitors = [consume(background), consume(other)];
    await until('eighteen requests', () => visitors.flatMap(({ grantedAtMs }) => grantedAtMs).length >= 18);
    await Promise.all(visitors.map(({ stop }) => stop()));
    expect(mostAsSeenHere(visitors.flatMap(({ grantedAtMs }) => grantedAtMs))).toBeLessThanOrEqual(6);
  });

  test('without Redis background work waits, and for some seconds after it is back', async () => {
    const startMs = performance.now();
    const away = openRedis(server.url, { commandTimeoutMs: 300, name: 'test', log: testLog });
    away.disconnect();
    const visitor = consume(createBackgroundLimiter({ requestsPerSecond: 8, redis: away, log: testLog, keyPrefix: 'away:' }));
    await until('its second try', () => performance.now() - startMs > 600);
    expect(visitor.grantedAtMs).toEqual([]);
    await away.connect();
    const backAtMs = performance.now();
    await until('a request', () => visitor.grantedAtMs.length > 0);
    // An ingest process that used its own share may not be back.
    expect(visitor.grantedAtMs[0]! - backAtMs).toBeGreaterThan(3_000);
    await visitor.stop();
    away.disconnect();
  });
});

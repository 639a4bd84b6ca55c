import { afterAll, afterEach, expect, test } from 'vitest';
import { openRedis } from '#ops/process/redis.ts';
import { createBackgroundLimiter, type BackgroundLimiterOptions } from '#pipeline/ingest/sec/access/background-rate-limit.ts';
import { createLimiter, type Acquire, type EdgarLimiter } from '#pipeline/ingest/sec/access/rate-limit.ts';
import { StoppedError } from '#ops/process/retry.ts';
import { testLog } from '#test/support/log.ts';
import { sharedRedis } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

let ingest: EdgarLimiter | null = null;
let prefixes = 0;
const server = await sharedRedis();
const redis = openRedis(server.url, { commandTimeoutMs: 300, name: 'test', log: testLog });
afterAll(() => redis.disconnect());
await until('a connection to Redis', () => redis.status === 'ready');
afterEach(() => {
  ingest?.close();
  ingest = null;
});

/** Returns the limiters of the ingest process and of background work, on one allowance of 8 under keys of their own. */
function limiters(changes: Partial<BackgroundLimiterOptions> = {}): { readonly live: Acquire; readonly background: Acquire } {
  prefixes += 1;
  const shared = { requestsPerSecond: 8, processes: 1, redis, log: testLog, keyPrefix: `test-${prefixes}:` };
  ingest = createLimiter({ ...shared, id: 'ingest' });
  return { live: ingest.acquire, background: createBackgroundLimiter({ ...shared, ...changes }) };
}

/** Acquires as fast as it is granted until stopped. */
function consume(acquire: Acquire): { readonly grantedAtMs: number[]; readonly stop: () => Promise<void> } {
  const stopping = new AbortController();
  const grantedAtMs: number[] = [];
  const running = (async () => {
    for (;;) {
      const answered = await acquire(stopping.signal);
      answered();
      grantedAtMs.push(performance.now());
    }
  })().catch((error: unknown) => {
    if (!(error instanceof StoppedError)) throw error;
  });
  return {
    grantedAtMs,
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

const mostInASecond = (instants: readonly number[]): number => {
  const sorted = instants.toSorted((a, b) => a - b);
  // A busy test process measures an instant some ms after its grant, so the window is shorter. A doubled allowance would still show.
  return Math.max(0, ...sorted.map((startMs, index) => sorted.slice(index).filter((ms) => ms < startMs + 850).length));
};

test('stages and background work together stay within the allowance, and the latter takes what they leave', async () => {
  const { live, background } = limiters();
  const [stage, visitor] = [consume(live), consume(background)];
  await until('forty requests', () => stage.grantedAtMs.length + visitor.grantedAtMs.length >= 40, 30_000);
  await Promise.all([stage.stop(), visitor.stop()]);
  expect(mostInASecond([...stage.grantedAtMs, ...visitor.grantedAtMs])).toBeLessThanOrEqual(8);
  expect(visitor.grantedAtMs.length).toBeGreaterThan(0);
  expect(stage.grantedAtMs.length).toBeGreaterThan(visitor.grantedAtMs.length);
});

test('alone on a quiet service, background work leaves a quarter free for a stage that comes', async () => {
  const { live, background } = limiters();
  (await live(new AbortController().signal))();
  const visitor = consume(background);
  await until('twelve requests', () => visitor.grantedAtMs.length >= 12);
  const askedAtMs = performance.now();
  (await live(new AbortController().signal))();
  expect(performance.now() - askedAtMs).toBeLessThan(300);
  await visitor.stop();
  expect(mostInASecond(visitor.grantedAtMs)).toBeLessThanOrEqual(6);
});

test('two background processes share what one would have', async () => {
  const { live, background } = limiters();
  (await live(new AbortController().signal))();
  const visitors = [
    consume(background),
    consume(createBackgroundLimiter({ requestsPerSecond: 8, processes: 1, redis, log: testLog, keyPrefix: `test-${prefixes}:` })),
  ];
  await until('eighteen requests', () => visitors.flatMap(({ grantedAtMs }) => grantedAtMs).length >= 18);
  await Promise.all(visitors.map(({ stop }) => stop()));
  expect(mostInASecond(visitors.flatMap(({ grantedAtMs }) => grantedAtMs))).toBeLessThanOrEqual(6);
});

test('while an ingest process may be cut off, its share is left alone but for one request a second', async () => {
  prefixes += 1;
  const background = createBackgroundLimiter({ requestsPerSecond: 8, processes: 1, redis, log: testLog, keyPrefix: `test-${prefixes}:` });
  const visitor = consume(background);
  await until('three requests', () => visitor.grantedAtMs.length >= 3);
  await visitor.stop();
  expect(mostInASecond(visitor.grantedAtMs)).toBe(1);
});

test('without Redis background work waits', async () => {
  const away = openRedis('redis://127.0.0.1:1', { commandTimeoutMs: 100, name: 'test', log: testLog });
  const visitor = consume(createBackgroundLimiter({ requestsPerSecond: 8, processes: 1, redis: away, log: testLog }));
  await until('it has asked in vain', () => away.status === 'reconnecting' || away.status === 'close');
  expect(visitor.grantedAtMs).toEqual([]);
  await visitor.stop();
  away.disconnect();
});

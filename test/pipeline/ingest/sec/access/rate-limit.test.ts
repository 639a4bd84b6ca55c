import { connect as connectSocket, type Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { openRedis, type Redis } from '#ops/process/redis.ts';
import { createLimiter, slotsKey, type EdgarLimiter, type LimiterOptions } from '#pipeline/ingest/sec/access/rate-limit.ts';
import { StoppedError } from '#ops/process/retry.ts';
import { testLog } from '#test/support/log.ts';
import { startRedis, type RedisServer } from '#test/support/redis.ts';
import { sharedRedis } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { consume, mostAsSeenHere, mostInASecond } from './grants.ts';

const sockets: Socket[] = [];
const clients: Redis[] = [];

const redis = await sharedRedis();
afterAll(() => {
  for (const client of clients) client.disconnect();
  for (const socket of sockets) socket.destroy();
});

async function connect(url = redis.url): Promise<Redis> {
  const client = openRedis(url, { commandTimeoutMs: 300, name: 'test', log: testLog });
  clients.push(client);
  await until('a connection to Redis', () => client.status === 'ready');
  return client;
}

const limiter = (options: Partial<LimiterOptions> & Pick<LimiterOptions, 'redis'>): EdgarLimiter =>
  createLimiter({ requestsPerSecond: 8, processes: 2, log: testLog, ...options });

/**
 * Records the instants of grants below `keyPrefix`, in ms on the clock of Redis. It uses MONITOR over a plain socket: the client's own
 * monitor mode fails when another client's command arrives before it has read the answer.
 */
async function watchGrants(keyPrefix: string): Promise<number[]> {
  const grantedAtMs: number[] = [];
  const known = new Set<string>();
  const { hostname, port } = new URL(redis.url);
  const socket = connectSocket(Number(port), hostname);
  sockets.push(socket);
  let rest = '';
  // The second +OK counts: the first answers AUTH.
  let greetings = 0;
  let isWatching = false;
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '+OK') greetings += 1;
      isWatching ||= greetings === 2;
      const [, second, key, request] = /^\+(\d+\.\d+) \[[^\]]*\] "ZADD" "([^"]*:slots)" "[^"]*" "([^"]*)"/i.exec(line) ?? [];
      // A request's first mention is the grant; later ones say that it is under way or answered.
      if (request === undefined || !key?.startsWith(keyPrefix) || known.has(request)) continue;
      known.add(request);
      grantedAtMs.push(Number(second) * 1_000);
    }
  });
  socket.write(`AUTH ${redis.password}\r\nMONITOR\r\n`);
  await until('the monitor to watch', () => isWatching);
  return grantedAtMs;
}

describe.concurrent('EDGAR allowance', () => {
  test('no second sees more than 8 requests of two processes, and none is starved', async () => {
    const shared = { keyPrefix: 'both:' };
    const grants = await watchGrants(shared.keyPrefix);
    const [first, second] = [limiter({ redis: await connect(), ...shared }), limiter({ redis: await connect(), ...shared })];
    const [a, b] = [consume(first.acquire), consume(second.acquire, second.acquire)];
    await until('forty requests', () => a.grantedAtMs.length + b.grantedAtMs.length >= 40);
    const [ofA, ofB] = [await a.stop(), await b.stop()];
    await until('the monitor to catch up', () => grants.length >= ofA.length + ofB.length);
    expect(mostInASecond(grants)).toBeLessThanOrEqual(8);
    expect(Math.min(ofA.length, ofB.length)).toBeGreaterThan(4);
    expect(first.isShared()).toBe(true);
  });

  test('a process alone among one configured gets the whole allowance', async () => {
    const grants = await watchGrants('one:');
    const single = consume(limiter({ redis: await connect(), processes: 1, keyPrefix: 'one:' }).acquire);
    // A busy machine takes less at times.
    await until('the whole allowance', () => grants.length >= 20 && mostInASecond(grants) >= 8);
    await single.stop();
    expect(mostInASecond(grants)).toBe(8);
  });

  test('a process keeps to the allowance by itself when Redis forgets its requests', async () => {
    const client = await connect();
    const single = consume(limiter({ redis: client, processes: 1, keyPrefix: 'empty:' }).acquire);
    for (const count of [6, 12, 18, 24]) {
      await until(`${count} requests`, () => single.grantedAtMs.length >= count);
      await client.del(slotsKey('empty:'));
    }
    expect(mostInASecond(await single.stop())).toBeLessThanOrEqual(8);
  });

  test.each([
    [1, 8],
    [12, 1],
  ])('without Redis one of %i processes sends at most %i a second', async (processes, most) => {
    const alone = consume(limiter({ redis: null, processes }).acquire);
    await until('its whole share', () => alone.grantedAtMs.length >= most * 2 + 1 && mostInASecond(alone.grantedAtMs) >= most);
    expect(mostInASecond(await alone.stop())).toBe(most);
  });

  test('while one process is cut off from Redis the two together stay within what the SEC permits', async () => {
    const shared = { keyPrefix: 'cut:' };
    const lost = await connect();
    const [stays, leaves] = [limiter({ redis: await connect(), ...shared }), limiter({ redis: lost, ...shared })];
    const [a, b] = [consume(stays.acquire), consume(leaves.acquire)];
    await until('both at work', () => a.grantedAtMs.length >= 4 && b.grantedAtMs.length >= 4);
    lost.disconnect();
    const cutAtMs = performance.now();
    await until('requests on its own share', () => b.grantedAtMs.filter((ms) => ms > cutAtMs + 500).length >= 6);
    expect([stays.isShared(), leaves.isShared()]).toEqual([true, false]);
    await lost.connect();
    await until('the share given back', () => leaves.isShared());
    const backAtMs = performance.now();
    await until('requests after it', () => b.grantedAtMs.filter((ms) => ms > backAtMs).length >= 6);
    expect(mostAsSeenHere([...(await a.stop()), ...(await b.stop())])).toBeLessThanOrEqual(10);
  });

  test.each<[string, (own: RedisServer) => unknown, (own: RedisServer) => unknown]>([
    ['be killed and come back', ({ kill }) => kill(), ({ restart }) => restart()],
    ['hang and go on', ({ pid }) => process.kill(pid(), 'SIGSTOP'), ({ pid }) => process.kill(pid(), 'SIGCONT')],
  ])('Redis may %s: never more than the SEC permits, never for ever less', async (_, goes, returns) => {
    const own = await startRedis();
    try {
      const [first, second] = [limiter({ redis: await connect(own.url) }), limiter({ redis: await connect(own.url) })];
      const both = consume(first.acquire, second.acquire);
      await until('both at work', () => both.grantedAtMs.length >= 10);
      await goes(own);
      await until('each on its own share', () => !first.isShared() && !second.isShared());
      const aloneAtMs = performance.now();
      await until('requests without Redis', () => both.grantedAtMs.filter((ms) => ms > aloneAtMs).length >= 6);
      const alone = both.grantedAtMs.filter((ms) => ms > aloneAtMs);
      expect(mostAsSeenHere(alone)).toBeLessThanOrEqual(4);
      await returns(own);
      await until('sharing again', () => first.isShared() && second.isShared());
      const sharedAtMs = performance.now();
      await until('requests after it', () => both.grantedAtMs.filter((ms) => ms > sharedAtMs).length >= 12);
      expect(mostAsSeenHere(await both.stop())).toBeLessThanOrEqual(10);
    } finally {
      await own.stop();
    }
  });

  test('a request counts until a second after its answer, so that those which a slow way bunches still fit', async () => {
    const shared = { keyPrefix: 'slow:' };
    const [first, second] = [limiter({ redis: await connect(), ...shared }), limiter({ redis: await connect(), ...shared })];
    const { signal } = new AbortController();
    // Under way for over a second: a count of grants alone would have forgotten them.
    const underWay = await Promise.all([first, first, first, second, second, second].map(({ acquire }) => acquire(signal)));
    const sentAtMs = performance.now();
    await until('a second and a half', () => performance.now() - sentAtMs > 1_500);
    const both = consume(first.acquire, second.acquire);
    await until('a request beside them', () => both.grantedAtMs.length >= 2);
    for (const answered of underWay) answered();
    const answeredAtMs = performance.now();
    await until('requests after them', () => both.grantedAtMs.length >= 12);
    const granted = await both.stop();
    expect(granted.filter((ms) => ms > answeredAtMs - 100 && ms < answeredAtMs + 850).length).toBeLessThanOrEqual(2);
  });

  test('a process that is killed with requests under way leaves its part of the allowance to the others', async () => {
    const shared = { keyPrefix: 'gone:', processes: 1, lostAfterMs: 600 };
    const killed = limiter({ redis: await connect(), ...shared });
    const { signal } = new AbortController();
    for (let taken = 0; taken < 8; taken += 1) await killed.acquire(signal);
    const killedAtMs = performance.now();
    const heir = consume(limiter({ redis: await connect(), ...shared }).acquire);
    await until('the whole allowance', () => heir.grantedAtMs.length >= 16);
    await heir.stop();
    // Without it they would count for ten seconds.
    expect(Math.min(...heir.grantedAtMs) - killedAtMs).toBeLessThan(8_000);
  });

  test('a stopping process is not kept waiting', async () => {
    const stopping = new AbortController();
    const { acquire } = limiter({ redis: await connect(), requestsPerSecond: 1, processes: 1, keyPrefix: 'stop:' });
    (await acquire(stopping.signal))();
    const waiting = acquire(stopping.signal);
    stopping.abort();
    await expect(waiting).rejects.toBeInstanceOf(StoppedError);
  });
});

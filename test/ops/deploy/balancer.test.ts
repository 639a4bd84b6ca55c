/**
 * The shipped balancer in front of real parts: a polling client notices neither a graceful restart of an API process nor its sudden end,
 * and counting in Redis goes on after the primary is lost. Skipped without haproxy (Debian's package haproxy).
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startApi, type Api } from '#api/main.ts';
import { openRedis } from '#ops/process/redis.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { call, configOn, spawnApiOn, startGround, type Ground } from '#test/support/api.ts';
import { testLog } from '#test/support/log.ts';
import { startPoller } from '#test/support/poller.ts';
import { freePort, programPath, waitForPort } from '#test/support/process.ts';
import { endChild } from '#test/support/run-program.ts';
import { rowRecord } from '#test/support/records.ts';
import { until } from '#test/support/until.ts';
import { deployDir, readCompose } from './compose.ts';
import { haproxyPath, startBalancer, type Balancer } from './haproxy.ts';

const deployed = readCompose('compose.yaml', 'compose-three.yaml').services.api!.environment!;
const password = 'of-the-test';
const portOf = (url: string): string => new URL(url).port;

/** The shipped API's drain setting, with one proxy in front. */
const apiEnv = { API_DRAIN_MS: deployed.API_DRAIN_MS!, API_TRUSTED_PROXIES: '1' };

/** Milliseconds between two polls of a server whose state changes by the second. */
const askEveryMs = 100;

/** Returns for each server of a proxy whether the balancer uses it, from its own metrics. */
async function statesOf(balancer: Balancer, proxy: string): Promise<Record<string, boolean>> {
  await sleep(askEveryMs);
  const { text } = await call(`http://127.0.0.1:${balancer.portOf(8404)}/metrics`);
  const lines = text.matchAll(/^haproxy_server_status\{proxy="([^"]+)",server="([^"]+)",state="UP"\} (\d)$/gm);
  return Object.fromEntries([...lines].filter((line) => line[1] === proxy).map((line) => [line[2]!, line[3] === '1']));
}

describe.skipIf(haproxyPath === null)('behind the balancer', () => {
  let ground: Ground;
  let key: string;
  beforeAll(async () => {
    ground = await startGround();
    key = (await ground.account('pro', { perMinute: 1_000_000, perDay: 100_000_000 })).key;
  });
  afterAll(() => ground.stop());

  test('a client that polls sees no failed request, no missing and no doubled row while API processes stop, start and are killed', async () => {
    const ports = { API_PORT: String(await freePort()), MCP_PORT: String(await freePort()), OPS_PORT: String(await freePort()) };
    const addresses = new Set<string>();
    const startFirst = (): Promise<Api> =>
      startApi(configOn(ground, { ...apiEnv, ...ports }), { log: testLog, accessLog: ({ ip }) => void addresses.add(ip) });
    let [first, second] = [await startFirst(), await spawnApiOn(ground, apiEnv)];
    const servers = (own: (api: { url: string; mcp: string }) => string): string[] => [
      `one 127.0.0.1:${portOf(own(first))} check port ${portOf(first.ops)}`,
      `two 127.0.0.1:${portOf(own(second))} check port ${portOf(second.ops)}`,
    ];
    const balancer = await startBalancer({ api: servers(({ url }) => url), tools: servers(({ mcp }) => mcp), clickhouse: [], redis: [] }, password);
    const areUp = (...wanted: readonly string[]): Promise<unknown> =>
      until(`${wanted.join(' and ')} to be asked alone`, async () => {
        const states = await statesOf(balancer, 'api');
        return ['one', 'two'].every((name) => states[name] === wanted.includes(name));
      });
    await areUp('one', 'two');

    const url = `http://127.0.0.1:${balancer.portOf(8000)}`;
    for (const _ of [1, 2]) expect((await call(`${url}/api/news/`, { key, headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(200);
    // The address does not depend on the client's own header.
    expect([...addresses]).toEqual(['127.0.0.1']);
    const pollers = [0, 1].map((at) => startPoller({ api: () => url, key, pageSize: 10, pauseMs: 60 + 17 * at }));
    const uids: string[] = [];
    let isAppending = true;
    const appending = (async () => {
      for (let name = 0; isAppending; name += 1) {
        const record: FeedRecord = rowRecord(`balanced ${name}`, { publishedAt: new Date().toISOString(), relevance: 7 });
        uids.push(record.uid);
        await ground.append([record]);
        await sleep(150);
      }
    })();
    onTestFinished(async () => {
      isAppending = false;
      for (const poller of pollers) poller.abandon();
      await appending.catch(() => undefined);
      await Promise.all([balancer.stop(), first.stop(), second.kill()]);
    });
    const received = (more: number): Promise<unknown> => {
      const wanted = uids.length + more;
      return until('rows to come', () => pollers.every(({ rows }) => rows.length >= wanted));
    };
    await received(3);

    const stopping = first.stop();
    await areUp('two');
    await stopping;
    await received(3);
    first = await startFirst();
    await areUp('one', 'two');
    await received(3);
    expect(pollers.map(({ failures }) => failures())).toEqual([0, 0]);

    await second.kill();
    await areUp('one');
    await received(3);
    // A client repeats a request whose answer was half sent when the process ended.
    for (const { failures } of pollers) expect(failures()).toBeLessThanOrEqual(1);

    isAppending = false;
    await appending;
    for (const poller of pollers) {
      await poller.stop();
      expect(poller.rows.map(({ uid }) => uid)).toEqual(uids);
    }
  });
});

/** One of the three machines: a Redis server and a Sentinel, started as redis-start.sh starts them. */
interface Machine {
  readonly port: number;
  readonly sentinelPort: number;
  readonly children: readonly ChildProcess[];
}

describe.skipIf(haproxyPath === null)('Redis behind the balancer', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tickerwire-redis-'));
  const machines: Machine[] = [];
  afterAll(async () => {
    for (const child of machines.flatMap(({ children }) => children)) await endChild(child, 'SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  });

  const startMachine = async (at: number, primaryPort: number, port: number): Promise<Machine> => {
    const sentinelPort = await freePort();
    const start = (role: 'server' | 'sentinel'): ChildProcess => {
      const data = join(dir, `${role}-${at}`);
      mkdirSync(data);
      const child = spawn('sh', [join(deployDir, 'redis-start.sh'), role], {
        stdio: 'ignore',
        env: {
          PATH: `${join(programPath('redis-server'), '..')}:${process.env.PATH}`,
          REDIS_PASSWORD: password,
          REDIS_NAME: '127.0.0.1',
          REDIS_PRIMARY: '127.0.0.1',
          REDIS_PRIMARY_PORT: String(primaryPort),
          REDIS_PORT: String(port),
          SENTINEL_PORT: String(sentinelPort),
          REDIS_DATA: data,
          REDIS_CONF: deployDir,
        },
      });
      process.once('exit', () => child.kill('SIGKILL'));
      return child;
    };
    const server = start('server');
    await waitForPort(port);
    const sentinel = start('sentinel');
    await waitForPort(sentinelPort);
    return { port, sentinelPort, children: [server, sentinel] };
  };

  test('goes on counting at another primary when the machine of the primary is lost', async () => {
    const primaryPort = await freePort();
    for (const at of [1, 2, 3]) machines.push(await startMachine(at, primaryPort, at === 1 ? primaryPort : await freePort()));
    const servers = machines.map(({ port }, at) => `redis-${at + 1} 127.0.0.1:${port} check`);
    const balancer = await startBalancer({ api: [], tools: [], clickhouse: [], redis: servers }, password);
    onTestFinished(() => balancer.stop());
    const upNow = async (): Promise<string> => {
      const states = await statesOf(balancer, 'redis');
      return Object.keys(states)
        .filter((name) => states[name])
        .join();
    };
    await until('the primary to be the one that is asked', async () => (await upNow()) === 'redis-1');

    const redis = openRedis(`redis://:${password}@127.0.0.1:${balancer.portOf(16379)}`, { commandTimeoutMs: 250, name: 'test', log: testLog });
    onTestFinished(() => redis.disconnect());
    const count = (): Promise<number | null> => redis.incr('counted').catch(() => null);
    await until('a count', count);
    await until('two replicas to have it', async () => (await redis.wait(2, 200).catch(() => 0)) === 2);
    // Each Sentinel has to know the others and the replicas before it can choose one.
    for (const { sentinelPort } of machines.slice(1)) {
      const sentinel = openRedis(`redis://:${password}@127.0.0.1:${sentinelPort}`, { commandTimeoutMs: 250, name: 'test', log: testLog });
      onTestFinished(() => sentinel.disconnect());
      await until('a Sentinel to know the others', async () => {
        await sleep(askEveryMs);
        const answer = await sentinel.call('SENTINEL', 'MASTER', 'tickerwire').catch(() => []);
        const fields = (answer as readonly string[]).join(' ');
        return fields.includes('num-slaves 2 ') && fields.includes('num-other-sentinels 2 ');
      });
    }

    for (const child of machines[0]!.children) await endChild(child, 'SIGKILL');
    const next = await until('a count at another primary', count);
    expect(next).toBeGreaterThan(1);
    expect(await upNow()).toMatch(/^redis-[23]$/);
  });
});

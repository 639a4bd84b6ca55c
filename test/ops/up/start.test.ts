import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { openBus } from '#ops/nats/nats.ts';
import { freePort, isPortFree } from '#ops/process/free-port.ts';
import { serviceConfig } from '#ops/scripts/service-config.ts';
import type { Status } from '#ops/up/ops.ts';
import { ProcessRecord, isRunning, recordOf } from '#ops/up/process-record.ts';
import { readConfig } from '#schemas/config.ts';
import { streams } from '#schemas/subjects.ts';
import { testLog } from '#test/support/log.ts';
import { startNats } from '#test/support/nats.ts';
import { startRedis } from '#test/support/redis.ts';
import { endChild } from '#test/support/run-program.ts';
import { until } from '#test/support/until.ts';
import { makeStandInRoot } from './stand-ins.ts';
import { readRun as readRunIn, running as runningIn, supervise as superviseOver, type Run, type Supervised } from './supervised.ts';

/** The supervisors of the test that runs. */
const supervisors: ChildProcess[] = [];
const root = makeStandInRoot();
const endAll = async (children: readonly ChildProcess[]): Promise<void> => {
  for (const child of children) await endChild(child);
};
afterEach(() => endAll(supervisors.splice(0)));
afterAll(async () => {
  await endAll(lasting);
  rmSync(root, { recursive: true, force: true });
});

const supervise = (words: readonly string[], environment: NodeJS.ProcessEnv = {}, nodeOptions: readonly string[] = []): Supervised => {
  const supervised = superviseOver(root, words, environment, nodeOptions);
  supervisors.push(supervised.child);
  return supervised;
};

const dataDir = (name: string): string => join(root, name);
const readRun = (name: string): Run | null => readRunIn(dataDir(name));
const running = (supervised: Supervised, name: string, before: Run | null = null): Promise<Run> => runningIn(supervised, dataDir(name), before);
const demo = (name: string, ...more: string[]): Supervised => supervise(['demo', '--port', '0', '--data-dir', name, ...more]);

/** Parts that are started again by the supervisor when they hang. */
const held = ['redis', 'clickhouse', 'upstream', 'pipeline', 'webhooks', 'api'];

/** Stops all these parts, and resolves once each is started again. */
async function hang(): Promise<{ before: Run; after: Run; said: string; output: string }> {
  const hanging = demo('hanging');
  const before = await running(hanging, 'hanging');
  for (const name of held) process.kill(before.pids[name]!, 'SIGSTOP');
  // A single late answer is not an outage.
  const said = await until('readiness to say so', async () => {
    // A stopped process never answers, so an answer at all has waited for none of them.
    const response = await fetch(`${before.ops}/ready`, { signal: AbortSignal.timeout(10_000) });
    return response.status === 503 && (await response.text());
  });
  await until('each to be started again', async () => {
    const { ready, restarts } = await statusOf(before);
    return ready && restarts === held.length;
  });
  return { before, after: readRun('hanging')!, said, output: hanging.output() };
}

const statusOf = async ({ ops }: Run): Promise<Status> => (await (await fetch(`${ops}/status`)).json()) as Status;

// A part counts as hanging after most of a minute, in which the other tests run.
const hung = hang();
hung.catch(() => undefined);
const standing = demo('standing');
const lasting = supervisors.splice(0);

describe('a service on one machine', () => {
  test('a demo names the program on the usual port before it takes another', async () => {
    // If another program already listens there, the message is about that one.
    const server = createServer((_, response) => response.end('{"name":"Tickerwire"}')).on('error', () => undefined);
    await new Promise<void>((resolve) => server.once('error', () => resolve()).listen(8_080, '127.0.0.1', resolve));
    const second = supervise(['demo', '--data-dir', 'second']);
    const run = await running(second, 'second');
    expect(new URL(run.api).port).not.toBe('8080');
    expect(second.output()).toMatch(/(?:runs at http:\/\/127\.0\.0\.1:8080|listens on port 8080): using another port/);
    expect(second.output().indexOf('8080')).toBeLessThan(second.output().indexOf('nats ready'));
    expect(await endChild(second.child)).toBe(0);
    server.close();
  });

  test('the second of two demos that start at once takes other ports', async () => {
    const both = ['one', 'other'].map((name) => ({ name, supervised: supervise(['demo', '--data-dir', name]) }));
    const runs = await Promise.all(both.map(({ name, supervised }) => running(supervised, name)));
    expect(new Set(runs.flatMap(({ api, mcp }) => [api, mcp])).size).toBe(4);
    for (const { api } of runs) expect((await fetch(api)).status).toBe(200);
    expect(both.map(({ supervised }) => supervised.output()).join('')).toMatch(/8080: using another port/);
    for (const { supervised } of both) expect(await endChild(supervised.child)).toBe(0);
  });

  test('writes its addresses, restarts killed parts on the same ports, and a second start continues', async () => {
    const first = supervise(['demo', '--port', '0', '--data-dir', 'restarts'], { ARCHIVE_DAYS: '9000' });
    const run = await running(first, 'restarts');
    expect(Object.keys(run)).toEqual(['api', 'mcp', 'ops', 'upstream', 'keys', 'pids']);
    expect(Object.keys(run.pids)).toEqual(['nats', 'redis', 'clickhouse', 'upstream', 'pipeline', 'webhooks', 'api']);
    expect(statSync(join(dataDir('restarts'), 'run.json')).mode & 0o777).toBe(0o600);
    for (const plan of ['free', 'basic', 'pro']) expect(run.keys[plan]).toMatch(/^nf_live_[0-9A-Za-z]{40}$/);
    expect((await fetch(`${run.ops}/live`)).status).toBe(200);
    expect(await statusOf(run)).toMatchObject({
      ready: true,
      restarts: 0,
      pipeline: { edgar: run.upstream, sources: join(dataDir('restarts'), 'sources.json'), archiveDays: '9000' },
    });
    expect(readFileSync(join(dataDir('restarts'), 'sources.json'), 'utf8')).toBe('[]\n');

    for (const pid of Object.values(run.pids)) process.kill(pid, 'SIGKILL');
    await until('seven restarts', async () => {
      const { restarts, ready } = await statusOf(run);
      return restarts === 7 && ready;
    });
    const after = readRun('restarts')!;
    for (const [name, pid] of Object.entries(after.pids)) {
      expect(pid).not.toBe(run.pids[name]);
      expect(recordOf(pid)).not.toBeNull();
    }
    expect({ ...after, pids: null }).toEqual({ ...run, pids: null });
    const metrics = await (await fetch(`${run.ops}/metrics`)).text();
    expect(metrics.match(/^# TYPE seen_total/gm)).toHaveLength(1);
    expect(metrics.match(/^seen_total\{/gm)).toHaveLength(2);
    expect(metrics).toContain('tickerwire_part_restarts{part="nats",process="up"} 1');

    expect(await endChild(first.child)).toBe(0);
    expect(readRun('restarts')).toBeNull();
    for (const pid of Object.values(after.pids)) expect(recordOf(pid)).toBeNull();

    const second = await running(demo('restarts'), 'restarts');
    expect({ ...second, pids: null }).toEqual({ ...run, pids: null });
  });

  test('a second supervisor on the same folder, or on a port in use, is refused in one line, and the first goes on', async () => {
    const run = await running(standing, 'standing');
    const refused = async ({ child, output }: Supervised): Promise<string> => {
      expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1);
      return output();
    };
    const { port } = new URL(run.ops);
    const [onFolder, onPort] = await Promise.all([refused(demo('standing')), refused(supervise(['demo', '--port', port, '--data-dir', 'other']))]);
    expect(onFolder).toBe(
      `${dataDir('standing')} is in use by process ${standing.child.pid}: stop that one, or choose another folder with --data-dir\n`,
    );
    expect(onPort).toContain(`--port ${port}`);
    expect((await statusOf(run)).restarts).toBe(0);
  });

  test('a killed supervisor leaves nothing that lasts: the next start works at once, and without one the parts end by themselves', async () => {
    const first = demo('killed');
    const run = await running(first, 'killed');
    const left = Object.values(JSON.parse(readFileSync(join(dataDir('killed'), 'processes.json'), 'utf8')) as Record<string, unknown>).map((record) =>
      ProcessRecord.parse(record),
    );
    expect(left).toHaveLength(7);
    await endChild(first.child, 'SIGKILL');
    const second = demo('killed');
    const again = await running(second, 'killed', run);
    expect(again.keys).toEqual(run.keys);
    expect(left.filter(isRunning)).toEqual([]);

    await endChild(second.child, 'SIGKILL');
    if (process.platform === 'linux') await until('the parts to end', () => Object.values(again.pids).every((pid) => recordOf(pid) === null));
  });

  test('uncaught faults are printed, stop the parts once, and end it with code 1', async () => {
    const fault = 'Promise.reject(new Error("gone wrong")); setImmediate(() => { throw new Error("worse") })';
    const module = `data:text/javascript,process.on('SIGUSR2',()=>{${fault}})`;
    const faulty = supervise(['demo', '--port', '0', '--data-dir', 'faulty'], {}, ['--import', module]);
    const { pids } = await running(faulty, 'faulty');
    expect(await endChild(faulty.child, 'SIGUSR2')).toBe(1);
    for (const told of ['gone wrong', 'worse']) expect(faulty.output()).toContain(`internal error: Error: ${told}`);
    expect(faulty.output().split('stopping everything; start again')).toHaveLength(2);
    for (const pid of Object.values(pids)) expect(recordOf(pid)).toBeNull();
    expect(existsSync(join(dataDir('faulty'), 'lock'))).toBe(false);
    expect(readRun('faulty')).toBeNull();
  });

  test('a stop during the start ends what was started', async () => {
    const first = demo('early');
    await until('the first part', () => first.output().includes('ready after'));
    expect(await endChild(first.child)).toBe(0);
    expect(readRun('early')).toBeNull();
    expect(existsSync(join(dataDir('early'), 'lock'))).toBe(false);
  });

  test('a server whose address the environment gives is used and not started', async () => {
    const nats = await startNats();
    const live = supervise(['start', '--data-dir', 'live'], { NATS_URL: nats.url, API_PORT: '0', OPS_PORT: '0' });
    const run = await running(live, 'live');
    expect(run.upstream).toBeNull();
    expect([run.pids['nats'], run.pids['upstream']]).toEqual([null, null]);
    expect(Object.keys((await statusOf(run)).parts)).toEqual(['redis', 'clickhouse', 'pipeline', 'webhooks', 'api']);
    expect(JSON.parse(readFileSync(join(dataDir('live'), 'services.json'), 'utf8'))).toMatchObject({ nats: nats.url });
    expect(await endChild(live.child)).toBe(0);
    expect(recordOf(nats.pid())).not.toBeNull();
    await nats.stop();
  });

  test('streams are made before the parts, and never shortened: a start that would is refused, and what it would do is said', async () => {
    const nats = await startNats();
    const start = (days: string): Supervised =>
      supervise(['start', '--data-dir', 'applied'], { NATS_URL: nats.url, API_PORT: '0', OPS_PORT: '0', FEED_MAX_AGE_DAYS: days });
    const ageDays = async (): Promise<number> => (await bus.jsm.streams.info(streams.feed)).config.max_age / 86_400e9;
    const first = start('400');
    await running(first, 'applied');
    const bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
    expect(await ageDays()).toBe(400);
    expect(await endChild(first.child)).toBe(0);

    const shorter = start('200');
    expect(await new Promise((resolve) => shorter.child.once('exit', resolve))).toBe(1);
    expect(shorter.output()).toContain('change stream FEED: max_age 400 days -> 200 days (FEED_MAX_AGE_DAYS); deletes older messages');
    expect(shorter.output()).toContain('npm run admin -- apply --force');
    expect(await ageDays()).toBe(400);

    const longer = start('500');
    await running(longer, 'applied');
    expect(longer.output()).toContain('change stream FEED: max_age 400 days -> 500 days (FEED_MAX_AGE_DAYS)');
    expect(await ageDays()).toBe(500);
    // A later `apply` on this folder wants the same.
    expect(serviceConfig(dataDir('applied'), {}).FEED_MAX_AGE_DAYS).toBe(500);
    expect(await endChild(longer.child)).toBe(0);
    await bus.close();
    await nats.stop();
  });

  test('a Redis that is given holds counters only: no page is shared through it', async () => {
    const redis = await startRedis();
    let apiPort = await freePort('127.0.0.1');
    while (!(await isPortFree(apiPort + 100, '127.0.0.1'))) apiPort = await freePort('127.0.0.1');
    const live = supervise(['start', '--data-dir', 'counted'], { REDIS_URL: redis.url, API_PORT: String(apiPort), OPS_PORT: '0' });
    const run = await running(live, 'counted');
    expect([run.api, run.mcp].map((url) => Number(new URL(url).port))).toEqual([apiPort, apiPort + 100]);
    expect(run.pids['redis']).toBeNull();
    expect(JSON.parse(readFileSync(join(dataDir('counted'), 'services.json'), 'utf8'))).toMatchObject({ redis: redis.url, cache: '' });
    expect(await endChild(live.child)).toBe(0);
    await redis.stop();
  });

  test('a misspelt address is refused before anything is started: the demo would start a store of its own instead', async () => {
    const { child, output } = supervise(['demo', '--data-dir', 'misspelt'], { NATS_URLS: 'nats://127.0.0.1:4222' });
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1);
    expect(output()).toContain('NATS_URLS is not a setting; did you mean NATS_URL?');
    expect(existsSync(dataDir('misspelt'))).toBe(false);
  });

  test('a part that hangs is started again, and readiness answers meanwhile', async () => {
    const { before, after, said, output } = await hung;
    expect(JSON.parse(said)).toMatchObject({ checks: { nats: 'ok', pipeline: 'does not answer', api: 'does not answer' } });
    for (const name of held) expect(output).toContain(`${name} has answered nothing for`);
    expect(after.pids['nats']).toBe(before.pids['nats']);
  });
});

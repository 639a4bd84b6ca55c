import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KV } from '@nats-io/kv';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { ownIdentity } from '#ops/process/process-identity.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { isLeaseHeld, leaseTimes, takeOverMsMost, whileLeading } from '#ops/process/lease.ts';
import { readConfig } from '#schemas/config.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { until } from '#test/support/until.ts';

let nats: NatsServer;
let bus: Bus;
let bucket: KV;

beforeAll(async () => {
  nats = await startNats();
  bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
  await applyStreams(bus);
  bucket = await openBucket(bus, 'leases');
});
afterAll(async () => {
  await bus.close();
  await nats.stop();
});

/** Starts a process that takes the lease. */
async function leadInChild(name: string): Promise<ChildProcess> {
  const text = `
    import { openBus } from '#ops/nats/nats.ts';
    import { openBucket } from '#ops/nats/streams.ts';
    import { whileLeading } from '#ops/process/lease.ts';
    import { testLog } from '#test/support/log.ts';
    import { readConfig } from '#schemas/config.ts';
    const bus = await openBus(readConfig({ NATS_URL: '${nats.url}' }), 'child', testLog);
    await whileLeading(await openBucket(bus, 'leases'), '${name}', { log: testLog, signal: new AbortController().signal }, () => new Promise(() => undefined));`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', text], { stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await until('the child to lead', async () => (await bucket.get(name))?.operation === 'PUT');
  return child;
}

/** Returns a process's start time in ticks: the 22nd field of proc(5)'s stat. The command before it may contain blanks. */
const ticksOf = (pid: number): string => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')[19]!;

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

describe('lease', () => {
  test('by its times another takes over within 5 s, a pause for the hosts that were asked included, and never before its holder has stopped', () => {
    const { HOST_INTERVAL_MS } = readConfig({});
    expect(takeOverMsMost + Math.max(0, HOST_INTERVAL_MS - leaseTimes.marginMs)).toBeLessThan(5_000);
    expect(leaseTimes.marginMs).toBeGreaterThan(0);
    // There is time to query a lost renewal and to send it again.
    const { leaseMs, marginMs, renewEveryMs, requestMs } = leaseTimes;
    expect(renewEveryMs + 2 * requestMs).toBeLessThan(leaseMs - marginMs);
  });

  test('of two processes one leads, and the other takes over as soon as it stops', async () => {
    const leaders: string[] = [];
    const [first, second] = [new AbortController(), new AbortController()];
    const run = (name: string, signal: AbortSignal): Promise<void> =>
      whileLeading(bucket, 'handover', { log: testLog, signal }, async (leading) => {
        leaders.push(name);
        await untilAborted(leading);
      });
    const a = run('first', first.signal);
    await until('the first to lead', () => leaders.length === 1);
    const b = run('second', second.signal);
    await sleep(600);
    expect(leaders).toEqual(['first']);
    first.abort();
    await a;
    await until('the second to lead', () => leaders.length === 2);
    second.abort();
    await b;
    expect(leaders).toEqual(['first', 'second']);
  });

  test('the lease of a process of this machine that was killed is taken at once', async () => {
    const child = await leadInChild('killed');
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    const stop = new AbortController();
    const startedAtMs = performance.now();
    await whileLeading(bucket, 'killed', { log: testLog, signal: stop.signal }, async () => stop.abort());
    expect(performance.now() - startedAtMs).toBeLessThan(5_000);
  });

  test('the lease of a process that is gone for certain is taken at once, each other one only when it has run out', async () => {
    const child = spawn('sleep', ['60']);
    const own = ownIdentity()!;
    const holder = { id: 'before', process: { ...own, pid: child.pid!, started: ticksOf(child.pid!) } };
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    // All but the last may be alive: elsewhere, in another container, under another kernel, or from an earlier release.
    const doubtful = {
      elsewhere: { ...holder, process: { ...holder.process, boot: 'another' } },
      contained: { ...holder, process: { ...holder.process, pid_namespace: 'pid:[1]' } },
      unknown: { ...holder, process: null },
      older: { host: hostname(), pid: child.pid },
      alive: { ...holder, process: own },
    };
    const order: string[] = [];
    const take = async (name: string, value: unknown): Promise<void> => {
      await bucket.put(name, JSON.stringify(value));
      const stop = new AbortController();
      await whileLeading(bucket, name, { log: testLog, signal: stop.signal }, async () => stop.abort());
      order.push(name);
    };
    await Promise.all([...Object.entries(doubtful).map(([name, value]) => take(name, value)), take('killed', holder)]);
    expect(order[0]).toBe('killed');
    expect(order).toHaveLength(6);
  });

  test('two containers with one host name and one process id do not take each other for themselves', async () => {
    const stop = new AbortController();
    const led: string[] = [];
    // The same process twice: its names do not tell the two apart.
    const run = (name: string, takeOver: boolean): Promise<void> =>
      whileLeading(bucket, 'twins', { log: testLog, signal: stop.signal, takeOver }, async (leading) => {
        led.push(name);
        await untilAborted(leading);
        led.push(`${name} ended`);
        stop.abort();
      });
    const first = run('first', false);
    await until('the first to lead', () => led.length > 0);
    await Promise.all([first, run('second', true)]);
    expect(led.slice(0, 2)).toEqual(['first', 'first ended']);
  });

  test('whether one is held is told without taking it', async () => {
    expect(await isLeaseHeld(bucket, 'nobody')).toBe(false);
    const child = await leadInChild('held');
    expect(await isLeaseHeld(bucket, 'held')).toBe(true);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    expect(await isLeaseHeld(bucket, 'held')).toBe(false);
    await bucket.put('silent-elsewhere', JSON.stringify({ host: 'elsewhere', pid: 1 }));
    expect(await isLeaseHeld(bucket, 'silent-elsewhere')).toBe(false);
  });

  test('the lease of a silent process elsewhere is taken once it has run out', async () => {
    await bucket.put('silent', JSON.stringify({ host: 'elsewhere', pid: 1 }));
    const stop = new AbortController();
    await whileLeading(bucket, 'silent', { log: testLog, signal: stop.signal }, async () => stop.abort());
    expect(stop.signal.aborted).toBe(true);
  });

  test('work is told when another process has taken the lease', async () => {
    const stop = new AbortController();
    let losses = 0;
    const running = whileLeading(bucket, 'stolen', { log: testLog, signal: stop.signal }, async (leading) => {
      await bucket.put('stolen', JSON.stringify({ host: 'thief', pid: 1 }));
      await untilAborted(leading);
      losses += 1;
      stop.abort();
    });
    await running;
    expect(losses).toBe(1);
    expect((await bucket.get('stolen'))?.json()).toEqual({ host: 'thief', pid: 1 });
  });
});

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KV } from '@nats-io/kv';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openBus, type Bus } from '#ops/runtime/nats.ts';
import { openBucket } from '#ops/runtime/streams.ts';
import { isLeaseHeld, whileLeading } from '#ops/runtime/lease.ts';
import { readConfig } from '#schemas/config.ts';
import { testLog } from '#test/support/log.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { until } from '#test/support/until.ts';

let nats: NatsServer;
let bus: Bus;
let bucket: KV;

beforeAll(async () => {
  nats = await startNats();
  bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
  bucket = await openBucket(bus, 'leases', 1);
});
afterAll(async () => {
  await bus.close();
  await nats.stop();
});

/** A process of its own that holds the lease. */
async function leadInChild(name: string): Promise<ChildProcess> {
  const text = `
    import { openBus } from '#ops/runtime/nats.ts';
    import { openBucket } from '#ops/runtime/streams.ts';
    import { whileLeading } from '#ops/runtime/lease.ts';
    import { testLog } from '#test/support/log.ts';
    const bus = await openBus({ NATS_URL: '${nats.url}', NATS_USER: '', NATS_PASSWORD: '' }, 'child', testLog);
    await whileLeading(await openBucket(bus, 'leases', 1), '${name}', { log: testLog, signal: new AbortController().signal }, () => new Promise(() => undefined));`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', text], { stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await until('the child to lead', async () => (await bucket.get(name))?.operation === 'PUT');
  return child;
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

describe('lease', () => {
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

  test('a holder that only looks dead from here is waited for: one of another machine, or of a pid that was given again', async () => {
    const child = await leadInChild('lookalike');
    const holder = (await bucket.get('lookalike'))!.json<Record<string, unknown>>();
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    // As two containers of one image on two hosts are: the same host name and pid.
    await bucket.put('elsewhere', JSON.stringify({ ...holder, machine: 'another boot' }));
    await bucket.put('of-the-last-release', JSON.stringify({ host: holder.host, pid: holder.pid }));
    await bucket.put('given-again', JSON.stringify({ ...holder, pid: process.pid }));
    const tookMs = async (name: string): Promise<number> => {
      const stop = new AbortController();
      const startedAtMs = performance.now();
      await whileLeading(bucket, name, { log: testLog, signal: stop.signal }, async () => stop.abort());
      return performance.now() - startedAtMs;
    };
    const [elsewhere, lastRelease, givenAgain] = await Promise.all(['elsewhere', 'of-the-last-release', 'given-again'].map(tookMs));
    expect(elsewhere).toBeGreaterThan(5_000);
    expect(lastRelease).toBeGreaterThan(5_000);
    expect(givenAgain).toBeLessThan(5_000);
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

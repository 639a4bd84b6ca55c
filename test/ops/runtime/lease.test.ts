import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KV } from '@nats-io/kv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBus, type Bus } from '#ops/runtime/nats.ts';
import { openBucket } from '#ops/runtime/streams.ts';
import { whileLeading } from '#ops/runtime/lease.ts';
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

  test('the lease of a process of this host that was killed is taken at once', async () => {
    const child = spawn('sleep', ['60']);
    await until('the process to run', () => child.pid !== undefined);
    await bucket.put('killed', JSON.stringify({ host: hostname(), pid: child.pid }));
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    const stop = new AbortController();
    const startedAtMs = performance.now();
    await whileLeading(bucket, 'killed', { log: testLog, signal: stop.signal }, async () => stop.abort());
    expect(performance.now() - startedAtMs).toBeLessThan(5_000);
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

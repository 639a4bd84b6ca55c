import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openBucket } from '#ops/nats/streams.ts';
import { withJitter } from '#ops/process/pause.ts';
import { isLeaseHeld, leaseTimes, whileLeading } from '#ops/process/lease.ts';
import { readConfig } from '#schemas/config.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const { nats, bus } = await sharedBus();
await applyStreams(bus);
const bucket = await openBucket(bus, 'leases');

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

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

describe('lease', () => {
  test('its times let another process take over within 5 s and never before the holder has stopped', () => {
    const { HOST_INTERVAL_MS } = readConfig({});
    const { leaseMs, marginMs, renewEveryMs, requestMs, askedEveryMs } = leaseTimes;
    // The lease runs out, and a standby looks once, after the longest that jitter makes of its interval.
    const longestAskMs = withJitter(askedEveryMs, () => 1);
    expect(leaseMs + longestAskMs + Math.max(0, HOST_INTERVAL_MS - marginMs)).toBeLessThan(5_000);
    expect(marginMs).toBeGreaterThan(0);
    // There is time to query a lost renewal and to send it again.
    expect(renewEveryMs + 2 * requestMs).toBeLessThan(leaseMs - marginMs);
  });

  test('one of two processes leads, and the other takes over as soon as it stops', async () => {
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

  test('a process that takes over from a live holder works only after that one has ended', async () => {
    const stop = new AbortController();
    const led: string[] = [];
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

  test('a lease is seen as held without being taken', async () => {
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

  test('work is aborted when another process has taken the lease', async () => {
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

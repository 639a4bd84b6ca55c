import { afterEach, describe, expect, test } from 'vitest';
import type { KV } from '@nats-io/kv';
import type { Status } from '@nats-io/transport-node';
import { followBucket } from '#ops/nats/follow-bucket.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { freshBuckets } from '#test/support/control-plane.ts';
import { logLines } from '#test/support/log-lines.ts';
import { testLog } from '#test/support/log.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const { bus } = await sharedBus();

let stop = (): void => undefined;
afterEach(() => stop());

interface Followed {
  readonly entries: Map<string, unknown>;
  /** Keys in the order they were reported; `-` before a removed one. */
  readonly told: string[];
}

async function follow(bucket: KV, connection: Pick<Bus['connection'], 'status'> = bus.connection): Promise<Followed> {
  const entries = new Map<string, unknown>();
  const told: string[] = [];
  const put = (key: string, value: unknown): void => {
    if (value === 'bad') throw new Error('bad');
    told.push(key);
    entries.set(key, value);
  };
  const remove = (key: string): void => {
    told.push(`-${key}`);
    entries.delete(key);
  };
  ({ stop } = await followBucket(bucket, { put, remove }, { connection, log: testLog, checkEveryMs: 20 }));
  return { entries, told };
}

const fresh = async (): Promise<KV> => (await freshBuckets(bus, 'symbols'))[0]!;
const put = (bucket: KV, key: string, value: unknown): Promise<number> => bucket.put(key, JSON.stringify(value));

describe('a bucket that is followed', () => {
  test('is known when following begins, and each change and end of an entry after it', async () => {
    const bucket = await fresh();
    await put(bucket, 'a', 1);
    await put(bucket, 'b', 2);
    const { entries } = await follow(bucket);
    expect([...entries]).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    await put(bucket, 'a', 3);
    await bucket.delete('b');
    await until('the changes', () => entries.get('a') === 3 && !entries.has('b'));
  });

  test('keeps what was known of an entry that cannot be read, and goes on', async () => {
    const bucket = await fresh();
    await put(bucket, 'a', 1);
    const { entries } = await follow(bucket);
    await bucket.put('a', 'no JSON');
    await put(bucket, 'a', 'bad');
    await put(bucket, 'b', 2);
    await until('the next entry', () => entries.get('b') === 2);
    expect(entries.get('a')).toBe(1);
  });

  test('says which entry cannot be read, never what stands in it, and looks at none that nobody wants', async () => {
    const bucket = await fresh();
    const { log, lines, named } = logLines();
    for (const key of ['a', 'secret', 'b']) await bucket.put(key, 'hush, this is not JSON');
    const told: string[] = [];
    const reader = { isWanted: (key: string) => key !== 'secret', put: (key: string) => void told.push(key), remove: () => undefined };
    ({ stop } = await followBucket(bucket, reader, { connection: bus.connection, log }));
    expect(named('entry.unreadable').map(({ key }) => key)).toEqual(['a', 'b']);
    expect(told).toEqual([]);
    expect(JSON.stringify(lines)).not.toContain('hush');
  });

  test('made anew it is read anew: what it lacks has gone, what it has is known', async () => {
    const before = await fresh();
    for (const key of ['a', 'b', 'c']) await put(before, key, 1);
    const { entries } = await follow(before);
    const after = await fresh();
    await put(after, 'b', 2);
    await until('the new bucket', () => entries.get('b') === 2 && entries.size === 1);
    await put(after, 'd', 4);
    await until('its next entry', () => entries.get('d') === 4);
  });

  test('after a lost connection it is read again, since the server may have been put back', async () => {
    const bucket = await fresh();
    await put(bucket, 'a', 1);
    let reconnected = (): void => undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    reconnected = resolve;
    async function* status(): AsyncGenerator<Status> {
      await promise;
      yield { type: 'reconnect', server: '' };
    }
    const { told, entries } = await follow(bucket, { status });
    expect(told).toEqual(['a']);
    reconnected();
    await until('the second reading', () => told.length === 2);
    expect(told).toEqual(['a', 'a']);
    await put(bucket, 'b', 2);
    await until('what comes after it', () => entries.get('b') === 2);
  });
});

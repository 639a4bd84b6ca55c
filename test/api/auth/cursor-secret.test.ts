import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KV } from '@nats-io/kv';
import { cursorSecret } from '#api/auth/cursor-secret.ts';
import { openBus, type Bus } from '#ops/runtime/nats.ts';
import { openBucket } from '#ops/runtime/streams.ts';
import { readConfig } from '#schemas/config.ts';
import { buckets } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';

let nats: NatsServer;
let bus: Bus;
let bucket: KV;

beforeAll(async () => {
  nats = await startNats();
  bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
  await applyStreams(bus);
  bucket = await openBucket(bus, buckets.accounts);
});
afterAll(async () => {
  await bus.close();
  await nats.stop();
});

describe('the key of cursors', () => {
  test('is what the configuration says, and then none is made', async () => {
    expect(await cursorSecret(bucket, 'configured')).toBe('configured');
    expect(await bucket.get('secret.cursor')).toBeNull();
  });

  test('is made once, however many processes start at the same moment, and again after it was deleted', async () => {
    const made = new Set(await Promise.all(Array.from({ length: 20 }, () => cursorSecret(bucket, ''))));
    expect(made.size).toBe(1);
    const [secret] = made;
    expect(Buffer.from(secret!, 'base64url')).toHaveLength(32);
    expect(await cursorSecret(bucket, '')).toBe(secret);
    await bucket.delete('secret.cursor');
    expect(await cursorSecret(bucket, '')).not.toBe(secret);
  });
});

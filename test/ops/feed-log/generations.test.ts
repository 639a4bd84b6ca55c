import type { KV } from '@nats-io/kv';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { generationsKey, readGenerations, writeGenerations } from '#ops/feed-log/generations.ts';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { readConfig } from '#schemas/config.ts';
import type { GenerationList } from '#schemas/generation.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';

let nats: NatsServer;
let bus: Bus;
let bucket: KV;
beforeAll(async () => {
  nats = await startNats();
  bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
});
afterAll(async () => {
  await bus.close();
  await nats.stop();
});
beforeEach(async () => {
  await bus.jsm.streams.delete('KV_feed_log').catch(() => undefined);
  await applyStreams(bus);
  bucket = await openBucket(bus, 'feed_log');
});

const first: GenerationList = [{ id: 10, afterSeq: 0 }];
const second: GenerationList = [...first, { id: 20, afterSeq: 5 }];

test('the history is written by compare-and-swap, the first time too', async () => {
  expect(await readGenerations(bucket)).toEqual({ history: [], revision: 0 });
  const revision = await writeGenerations(bucket, first, 0);
  expect(await readGenerations(bucket)).toEqual({ history: first, revision });
  await expect(writeGenerations(bucket, second, 0)).rejects.toThrow();
  await expect(writeGenerations(bucket, second, revision + 1)).rejects.toThrow();
  await writeGenerations(bucket, second, revision);
  expect((await readGenerations(bucket)).history).toEqual(second);
});

test('what is not a history is not taken for none', async () => {
  await bucket.put(generationsKey, '{"id":1}');
  await expect(readGenerations(bucket)).rejects.toThrow();
});

import type { KV } from '@nats-io/kv';
import { beforeEach, expect, test } from 'vitest';
import { generationsKey, readGenerations, writeGenerations } from '#ops/feed-log/generations.ts';
import { openBucket } from '#ops/nats/streams.ts';
import type { GenerationList } from '#schemas/generation.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { sharedBus } from '#test/support/shared-servers.ts';

let bucket: KV;
const { bus } = await sharedBus();
beforeEach(async () => {
  await bus.jsm.streams.delete('KV_feed_log').catch(() => undefined);
  await applyStreams(bus);
  bucket = await openBucket(bus, 'feed_log');
});

const first: GenerationList = [{ id: 10, afterSeq: 0 }];
const second: GenerationList = [...first, { id: 20, afterSeq: 5 }];

test('the list is written by compare-and-swap, the first time too', async () => {
  expect(await readGenerations(bucket)).toEqual({ generations: [], revision: 0 });
  const revision = await writeGenerations(bucket, first, 0);
  expect(await readGenerations(bucket)).toEqual({ generations: first, revision });
  await expect(writeGenerations(bucket, second, 0)).rejects.toThrow();
  await expect(writeGenerations(bucket, second, revision + 1)).rejects.toThrow();
  await writeGenerations(bucket, second, revision);
  expect((await readGenerations(bucket)).generations).toEqual(second);
});

test('a value that is not a list is refused', async () => {
  await bucket.put(generationsKey, '{"id":1}');
  await expect(readGenerations(bucket)).rejects.toThrow();
});

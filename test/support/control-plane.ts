/** Sets up streams, buckets and tables for tests, as `npm run admin -- apply` does. */
import type { KV } from '@nats-io/kv';
import { applySides, streamSide } from '#ops/scripts/apply/apply-control-plane.ts';
import type { BucketName, StreamSettings } from '#ops/nats/control-plane/wanted.ts';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { readConfig } from '#schemas/config.ts';
import { testLog } from './log.ts';

export async function applyStreams(bus: Bus, settings: StreamSettings = readConfig({})): Promise<void> {
  await applySides([await streamSide(bus, settings)], { isForced: true });
}

/** Does the same on the server at this address. */
export async function applyStreamsAt(url: string): Promise<void> {
  const bus = await openBus(readConfig({ NATS_URL: url }), 'test', testLog);
  await applyStreams(bus).finally(bus.close);
}

/** Returns the buckets of these names after emptying them. */
export async function freshBuckets(bus: Bus, ...names: readonly BucketName[]): Promise<KV[]> {
  await applyStreams(bus);
  for (const name of names) await (await openBucket(bus, name)).destroy();
  await applyStreams(bus);
  return Promise.all(names.map((name) => openBucket(bus, name)));
}

/** Makes every stream and bucket, so that parts whose user may not make any find them. Safe at every start. */
import type { Config } from '#schemas/config.ts';
import { buckets } from '#schemas/subjects.ts';
import type { Bus } from './nats.ts';
import { ensureStreams, openBucket } from './streams.ts';

export async function prepareNats(bus: Bus, config: Config): Promise<void> {
  await ensureStreams(bus, config);
  for (const bucket of Object.values(buckets)) await openBucket(bus, bucket, config.NATS_REPLICAS);
}

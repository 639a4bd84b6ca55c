/** Opens the bucket of accounts on the test's own NATS server. */
import type { KV } from '@nats-io/kv';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { readConfig } from '#schemas/config.ts';
import { buckets } from '#schemas/subjects.ts';
import { testLog } from './log.ts';
import { applyStreams } from './control-plane.ts';
import { startNats, type NatsServer } from './nats.ts';

export interface AccountGround {
  readonly nats: NatsServer;
  readonly bus: Bus;
  readonly bucket: KV;
  readonly stop: () => Promise<void>;
}

export async function startAccountGround(): Promise<AccountGround> {
  const nats = await startNats();
  const bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
  await applyStreams(bus);
  const bucket = await openBucket(bus, buckets.accounts);
  const stop = async (): Promise<void> => {
    await bus.close();
    await nats.stop();
  };
  return { nats, bus, bucket, stop };
}

/** Returns a key that is the same for the same words. */
export const keyOf = (words: string): string =>
  `nf_live_${words
    .replace(/[^0-9A-Za-z]/g, '')
    .padEnd(40, '0')
    .slice(0, 40)}`;

export const accountIdOf = (word: string): string =>
  word
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .padEnd(12, '0')
    .slice(0, 12);

/** Returns a key of a running demo without a quota limit, as an operator would grant it. */
import { createAccount, createKey } from '#ops/accounts/accounts.ts';
import { openBus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { serviceConfig } from '#ops/scripts/service-config.ts';
import type { Demo } from './demo.ts';
import { testLog } from './log.ts';

export async function unlimitedKey(demo: Demo): Promise<string> {
  const bus = await openBus(serviceConfig(demo.dir), 'chaos', testLog);
  try {
    const bucket = await openBucket(bus, 'accounts');
    const account = await createAccount(
      bucket,
      { name: 'chaos', plan: 'pro', requestsPerMinute: 1_000_000, requestsPerDay: 100_000_000 },
      new Date(),
    );
    return (await createKey(bucket, account.id, new Date())).key;
  } finally {
    await bus.close();
  }
}

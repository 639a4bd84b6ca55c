/** Verifies streams and tables before workers are forked; otherwise each worker would fail and be restarted without end. */
import { checkSchema } from '#clickhouse/schema/check.ts';
import { openStore, storeAddress } from '#clickhouse/store.ts';
import { verifyStreams } from '#ops/nats/control-plane/verify.ts';
import type { Logger } from '#ops/process/log.ts';
import { openBus } from '#ops/nats/nats.ts';
import { retryUntilStopped } from '#ops/process/retry.ts';
import type { Config } from '#schemas/config.ts';

const requestTimeoutMs = 10_000;

/** Waits for NATS; throws a one-line ControlPlaneError where streams or tables are not as needed. */
export async function verifyBeforeStart(config: Config, log: Logger): Promise<void> {
  const bus = await openBus(config, 'tickerwire-api-start', log);
  const store = openStore({ ...storeAddress(config), requestTimeoutMs, maxConnections: 1 });
  try {
    await retryUntilStopped('compare the streams', () => verifyStreams(bus, config), { log, signal: new AbortController().signal });
    (await checkSchema(store, () => undefined)).stop();
  } finally {
    await Promise.all([bus.close(), store.close()]);
  }
}

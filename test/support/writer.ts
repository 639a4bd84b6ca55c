/** Starts a writer for tests, whose counters and state can be read. */
import { createConsumerMetrics } from '#ops/feed-log/consumer-metrics.ts';
import { isLeaseHeld, whileLeading } from '#ops/process/lease.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { createProgress } from '#ops/process/progress.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { lastSequence } from '#clickhouse/feed-records.ts';
import { runWriter, type WriterDeps } from '#pipeline/write/writer.ts';
import type { Store } from '#clickhouse/store.ts';
import { buckets } from '#schemas/subjects.ts';
import { Registry } from 'prom-client';
import { testLog } from './log.ts';
import { until } from './until.ts';

export const writerDeps = (bus: Bus, store: Store, changes: Partial<WriterDeps> = {}): WriterDeps => ({
  bus,
  store,
  config: { WRITE_BATCH_ROWS: 50, WRITE_BATCH_MS: 5 },
  generations: () => Promise.resolve([]),
  isRebuilding: async () => isLeaseHeld(await openBucket(bus, buckets.leases), 'rebuild'),
  metrics: { batchStored: () => undefined, consumer: createConsumerMetrics(new Registry()) },
  progress: createProgress({ stalledAfterMs: 1 }),
  log: testLog,
  ...changes,
});

export interface RunningWriter {
  /** The state that readiness reports. */
  readonly state: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts a writer with its lease, like the service: a rebuild swaps tables only while no writer runs. */
export function startWriter(bus: Bus, store: Store, changes: Partial<WriterDeps> = {}): RunningWriter {
  const stop = new AbortController();
  const deps = writerDeps(bus, store, changes);
  const running = openBucket(bus, buckets.leases).then((leases) =>
    whileLeading(leases, 'write', { log: testLog, signal: stop.signal }, (leading) => runWriter(deps, leading)),
  );
  return {
    state: deps.progress.state,
    stop: async () => {
      stop.abort();
      await running;
    },
  };
}

/** Runs a writer until the tables hold the records up to `seq`. */
export async function writeTo(seq: number, bus: Bus, store: Store, changes: Partial<WriterDeps> = {}): Promise<void> {
  const writer = startWriter(bus, store, changes);
  await until(`record ${seq} to be stored`, async () => (await lastSequence(store)) >= seq);
  await writer.stop();
}

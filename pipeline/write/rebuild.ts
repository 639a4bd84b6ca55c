/**
 * `npm run rebuild`: makes every table anew from the feed log, in a database beside the live one, then
 * swaps the two. Readers see the old tables until the swap. The running writer is not disturbed until the
 * end, when its lease is taken over for as long as the last records and the swap need.
 */
import { createLog } from '#ops/runtime/log.ts';
import { feedBounds, followFeed } from '#ops/runtime/feed-follower.ts';
import { openBus, type Bus } from '#ops/runtime/nats.ts';
import { openBucket } from '#ops/runtime/streams.ts';
import { insertRecords } from '#clickhouse/feed.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { openStore, storeAddress, type Store } from '#clickhouse/store.ts';
import { dropDatabase, swapDatabase } from '#clickhouse/swap.ts';
import type { Config } from '#schemas/config.ts';
import { FeedRecord } from '#schemas/feed-log.ts';
import { buckets } from '#schemas/subjects.ts';
import { whileLeading } from '../lease.ts';

export interface RebuildProgress {
  readonly done: number;
  readonly total: number;
}

/** Copies the log from `fromSeq` to its present end into `fresh`; returns the sequence it reached. */
async function copyLog(
  bus: Bus,
  fresh: Store,
  fromSeq: number,
  options: { readonly batchRows: number; readonly signal: AbortSignal; readonly onProgress: (progress: RebuildProgress) => void },
): Promise<number> {
  const { batchRows, signal, onProgress } = options;
  const bounds = await feedBounds(bus);
  const firstSeq = Math.max(fromSeq, bounds.firstSeq);
  const total = bounds.lastSeq - firstSeq + 1;
  let pending: { seq: number; record: FeedRecord }[] = [];
  let done = 0;
  const flush = async (): Promise<void> => {
    if (pending.length === 0) return;
    await insertRecords(fresh, pending);
    done += pending.length;
    pending = [];
    onProgress({ done, total });
  };
  for await (const batch of followFeed(bus, { fromSeq: firstSeq, untilSeq: bounds.lastSeq, signal })) {
    for (const { seq, data } of batch) pending.push({ seq, record: FeedRecord.parse(JSON.parse(Buffer.from(data).toString())) });
    if (pending.length >= batchRows) await flush();
  }
  await flush();
  signal.throwIfAborted();
  return Math.max(bounds.lastSeq, fromSeq - 1);
}

const storeOptions = (config: Config, database: string): Parameters<typeof openStore>[0] => ({
  ...storeAddress(config),
  database,
  requestTimeoutMs: 120_000,
  maxConnections: 4,
});

/** Returns the last sequence that the new tables hold at the swap. Throws once `stopping` aborts before it; the new database is dropped then. */
export async function rebuild(
  config: Config,
  onProgress: (progress: RebuildProgress) => void,
  stopping: AbortSignal = new AbortController().signal,
): Promise<number> {
  const log = createLog('rebuild', { LOG_LEVEL: 'error' });
  const bus = await openBus(config, 'tickerwire-rebuild', log);
  const [store, fresh] = [config.CLICKHOUSE_DATABASE, `${config.CLICKHOUSE_DATABASE}_rebuild`].map((database) =>
    openStore(storeOptions(config, database)),
  ) as [Store, Store];
  let isSwapped = false;
  try {
    const done = new AbortController();
    const signal = AbortSignal.any([done.signal, stopping]);
    const copying = { batchRows: config.WRITE_BATCH_ROWS, onProgress };
    await dropDatabase(fresh);
    await migrate(fresh);
    let lastSeq = await copyLog(bus, fresh, 1, { ...copying, signal });
    const leases = await openBucket(bus, buckets.leases);
    let failure: unknown = null;
    await whileLeading(leases, 'write', { log, signal, takeOver: true }, async (leading) => {
      try {
        lastSeq = await copyLog(bus, fresh, lastSeq + 1, { ...copying, signal: leading });
        await swapDatabase(store, fresh);
        isSwapped = true;
      } catch (error) {
        failure = error;
      }
      done.abort();
    });
    if (failure !== null) throw failure;
    if (!isSwapped) stopping.throwIfAborted();
    return lastSeq;
  } finally {
    if (stopping.aborted && !isSwapped) await dropDatabase(fresh).catch(() => undefined);
    await Promise.allSettled([store.close(), fresh.close(), bus.close()]);
  }
}

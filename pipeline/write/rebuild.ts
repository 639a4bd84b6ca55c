/**
 * Builds every table again in a second database and swaps it with the live one (`npm run rebuild`). Records come from the feed log; those
 * that it has lost come from the live tables. Refine and the writer run until the end, when the rebuild takes their leases, copies the last
 * records, begins a new generation and swaps. A swap that has begun is completed, even at a stop. After a kill the tables still serve, and
 * the next start of the writer or the next rebuild completes or removes the rest.
 */
import { feedBounds, followFeed } from '#ops/feed-log/feed-follower.ts';
import { isLeaseHeld, withLease } from '#ops/process/lease.ts';
import { viewLog } from '#ops/feed-log/log-view.ts';
import { createLog } from '#ops/process/log.ts';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { compareWithLog } from '#clickhouse/compare-with-log.ts';
import { storedGenerations, storeGenerations } from '#clickhouse/generations.ts';
import { lastSequence, recordsBetween, type NumberedRecord } from '#clickhouse/feed-records.ts';
import { insertRecords, visibleSinceBetween } from '#clickhouse/insert-records.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { verifySchema } from '#clickhouse/schema/verify.ts';
import { openStore, storeAddress, type Store } from '#clickhouse/store.ts';
import { checkMigrations, dropRebuilt, insertsEnded, planSwap, rebuildStage, rebuiltDatabase, swapTables } from '#clickhouse/swap.ts';
import type { Config } from '#schemas/config.ts';
import { recordOf } from '#schemas/feed-log.ts';
import { buckets } from '#schemas/subjects.ts';
import { beginGeneration } from '../begin-generation.ts';

export interface RebuildProgress {
  readonly done: number;
  readonly total: number;
}

export class RebuildRefusedError extends Error {}

interface RebuildResult {
  readonly lastSeq: number;
  /** Number of records that neither log nor tables have, whose places are gaps. */
  readonly gaps: number;
}

/** Maximum milliseconds of the last insert of a stopped writer. */
const insertsEndedMs = 60_000;
/** Maximum milliseconds of the removal after a stop. The next start of the writer, or the next rebuild, removes the rest. */
const removedWithinMs = 5_000;

interface RebuildDeps {
  readonly bus: Bus;
  readonly live: Store;
  readonly batchRows: number;
  /** Whether the live tables belong to this log. Only then can they provide records that the log has lost. */
  readonly isSame: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RebuildProgress) => void;
}

interface Copied {
  /** Sequence up to which records are copied. */
  readonly seq: number;
  readonly done: number;
  readonly gaps: number;
}

const nothingCopied: Copied = { seq: 0, done: 0, gaps: 0 };

const depsOf = async (given: Omit<RebuildDeps, 'isSame'>): Promise<RebuildDeps> => ({
  ...given,
  isSame: (await compareWithLog(given.live, await viewLog(given.bus))).isSame,
});

/** Copies the records after `before.seq`, up to `endSeq`, to the store `into`. */
async function copyRecords(
  { bus, live, batchRows, isSame, signal, onProgress }: RebuildDeps,
  into: Store,
  before: Copied,
  endSeq: number,
): Promise<Copied> {
  const { firstSeq, lastSeq } = await feedBounds(bus);
  let { done, gaps } = before;
  const total = done + endSeq - before.seq;
  let pending: NumberedRecord[] = [];
  const flush = async (): Promise<void> => {
    const [first, last] = [pending[0], pending.at(-1)];
    if (first === undefined || last === undefined) return;
    // Rows keep the times at which they became visible, so that a rebuild does not count as a delay.
    await insertRecords(into, pending, isSame ? await visibleSinceBetween(live, first.seq, last.seq) : new Map());
    done += pending.length;
    pending = [];
    onProgress({ done, total });
  };
  const add = async (record: NumberedRecord): Promise<void> => {
    signal.throwIfAborted();
    pending.push(record);
    if (pending.length >= batchRows) await flush();
  };
  const addStored = async (fromSeq: number, toSeq: number): Promise<number> => {
    let count = 0;
    for await (const numbered of recordsBetween(live, fromSeq, toSeq)) {
      await add(numbered);
      count += 1;
    }
    return count;
  };
  await addStored(before.seq + 1, Math.min(firstSeq - 1, endSeq));
  const fromSeq = Math.max(before.seq + 1, firstSeq);
  for await (const batch of followFeed(bus, { fromSeq, untilSeq: Math.min(lastSeq, endSeq), signal }))
    for (const message of batch) {
      const isStored = message.origin === 'gap' && isSame && (await addStored(message.seq, message.seq)) > 0;
      if (isStored) continue;
      if (message.origin === 'gap') gaps += 1;
      await add({ seq: message.seq, record: recordOf(message) });
    }
  // Records at the end that the log has lost come from the live tables.
  await addStored(Math.max(lastSeq, before.seq) + 1, endSeq);
  await flush();
  signal.throwIfAborted();
  onProgress({ done, total: done });
  return { seq: endSeq, done, gaps };
}

/** Returns the last sequence of the rebuilt tables. */
const endSequence = async ({ bus, live, isSame }: RebuildDeps): Promise<number> =>
  Math.max((await feedBounds(bus)).lastSeq, isSame ? await lastSequence(live) : 0);

/** Copies the last records to the live tables too, so that both serve the same rows during the swap. */
async function catchUpLive(deps: RebuildDeps, endSeq: number): Promise<void> {
  const storedTo = await lastSequence(deps.live);
  if (!deps.isSame || storedTo >= endSeq) return;
  await copyRecords({ ...deps, onProgress: () => undefined }, deps.live, { ...nothingCopied, seq: storedTo }, endSeq);
}

const storeOptions = (config: Config, database: string): Parameters<typeof openStore>[0] => ({
  ...storeAddress(config),
  database,
  requestTimeoutMs: 120_000,
  maxConnections: 4,
});

/**
 * Rebuilds the tables. Throws a RebuildRefusedError while another rebuild runs, a ControlPlaneError for tables of another release, and an error
 * when `stopping` aborts before the swap.
 */
export async function rebuild(
  config: Config,
  onProgress: (progress: RebuildProgress) => void,
  stopping: AbortSignal = new AbortController().signal,
): Promise<RebuildResult> {
  const log = createLog('rebuild', { LOG_LEVEL: 'error' });
  const bus = await openBus(config, 'tickerwire-rebuild', log);
  const live = openStore(storeOptions(config, config.CLICKHOUSE_DATABASE));
  const fresh = openStore(storeOptions(config, rebuiltDatabase(live)));
  let removeUnfinished = (): Promise<void> => Promise.resolve();
  try {
    const [leases, feedLog] = [await openBucket(bus, buckets.leases), await openBucket(bus, buckets.feedLog)];
    if (await isLeaseHeld(leases, 'rebuild')) throw new RebuildRefusedError('another rebuild is running; wait until it has finished');
    return await withLease(leases, 'rebuild', { log, stopping }, async (mine) => {
      // The lease is taken again, because another rebuild may run by then, whose tables have the same names.
      removeUnfinished = () =>
        withLease(leases, 'rebuild', { log, stopping: AbortSignal.timeout(removedWithinMs) }, async () => {
          if ((await rebuildStage(live)) === 'copying') await dropRebuilt(live);
        });
      if ((await rebuildStage(live)) === 'swapping')
        await withLease(leases, 'write', { log, takeOver: true }, (leading) => swapTables(live, () => leading.throwIfAborted()));
      await verifySchema(live);
      await dropRebuilt(live);
      await migrate(fresh);
      await checkMigrations(live, fresh);
      // Generations of former logs are kept, because cursors and checkpoints resolve through them.
      await storeGenerations(fresh, await storedGenerations(live));
      const given = { bus, live, batchRows: config.WRITE_BATCH_ROWS, onProgress };
      const deps = await depsOf({ ...given, signal: mine });
      const copied = await copyRecords(deps, fresh, nothingCopied, await endSequence(deps));
      // With both leases, no process writes log or tables during the swap.
      return withLease(leases, 'refine', { log, takeOver: true, stopping: mine }, (refining) =>
        withLease(leases, 'write', { log, takeOver: true, stopping: refining }, async (leading) => {
          await insertsEnded(live, insertsEndedMs);
          const current = await depsOf({ ...given, signal: AbortSignal.any([mine, leading]) });
          const endSeq = Math.max(await endSequence(current), copied.seq);
          const all = await copyRecords(current, fresh, copied, endSeq);
          await catchUpLive(current, endSeq);
          leading.throwIfAborted();
          mine.throwIfAborted();
          // A new generation makes readers of the old tables start again.
          await beginGeneration({ store: fresh, feedLog }, endSeq, Date.now());
          await planSwap(live);
          await swapTables(live, () => leading.throwIfAborted());
          return { lastSeq: endSeq, gaps: all.gaps };
        }),
      );
    });
  } finally {
    if (stopping.aborted) await removeUnfinished().catch(() => undefined);
    await Promise.allSettled([live.close(), fresh.close(), bus.close()]);
  }
}

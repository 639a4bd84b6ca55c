/**
 * `npm run rebuild`: makes every table anew, in a database beside the live one, then swaps the two. The records come from
 * the feed log; what that has lost (its begin to retention, others to a fault) comes from the live tables, which are the
 * truth there. Readers see the old tables until the swap. The running writer is not disturbed until the end, when its
 * lease is taken over for as long as the last records and the swap need. Killed at any moment it leaves tables that serve;
 * the next start of the writer, or the next rebuild, finishes or removes what it left.
 */
import type { KV } from '@nats-io/kv';
import { readEpochs } from '#ops/runtime/epochs.ts';
import { feedBounds, followFeed } from '#ops/runtime/feed-follower.ts';
import { isLeaseHeld, withLease } from '#ops/runtime/lease.ts';
import { viewLog } from '#ops/runtime/log-view.ts';
import { createLog } from '#ops/runtime/log.ts';
import { openBus, type Bus } from '#ops/runtime/nats.ts';
import { openBucket } from '#ops/runtime/streams.ts';
import { compareWithLog, type Agreement } from '#clickhouse/agreement.ts';
import { storedEpochs, storeEpochs } from '#clickhouse/feed-epochs.ts';
import { insertRecords, recordsBetween, visibleSinceBetween, type NumberedRecord } from '#clickhouse/feed.ts';
import { createHoleReader } from '#clickhouse/holes.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { verifySchema } from '#clickhouse/schema/verify.ts';
import { openStore, storeAddress, type Store } from '#clickhouse/store.ts';
import { checkMigrations, dropRebuilt, insertsEnded, planSwap, rebuildStage, rebuiltDatabase, swapTables } from '#clickhouse/swap.ts';
import type { Config } from '#schemas/config.ts';
import { epochAt, epochUnnamed, type EpochHistory, type LogPosition } from '#schemas/epoch.ts';
import { recordOf } from '#schemas/feed-log.ts';
import { buckets } from '#schemas/subjects.ts';
import { createEpochNotes } from './epoch-notes.ts';

export interface RebuildProgress {
  readonly done: number;
  readonly total: number;
}

export class RebuildRefusedError extends Error {}

export interface RebuildResult {
  /** The last sequence that the new tables hold at the swap. */
  readonly lastSeq: number;
  /** Records that neither log nor tables held: their places are gaps. */
  readonly gaps: number;
}

/** One insert of a writer that was just stopped may take as long. */
const insertsEndedMs = 60_000;
/** After a stop; what is still there then the writer removes at its next start, or the next rebuild. */
const removedWithinMs = 5_000;

interface Ground {
  readonly bus: Bus;
  readonly live: Store;
  readonly batchRows: number;
  /** What is known of the live tables against the log, and of epochs beside both. */
  readonly agreement: Agreement;
  readonly history: EpochHistory;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RebuildProgress) => void;
}

interface Copied {
  readonly position: LogPosition;
  readonly done: number;
  readonly gaps: number;
}

const nothingCopied: Copied = { position: { epoch: epochUnnamed, seq: 0 }, done: 0, gaps: 0 };

/** Compares live tables and log as they are now. */
async function groundOf(given: Omit<Ground, 'agreement' | 'history'>, feedLog: KV): Promise<Ground> {
  const { history } = await readEpochs(feedLog);
  return { ...given, history, agreement: await compareWithLog(given.live, await viewLog(given.bus), history) };
}

/** Copies what follows `before` up to `endSeq` into `into`. */
async function copyOn(ground: Ground, into: Store, before: Copied, endSeq: number): Promise<Copied> {
  const { bus, live, batchRows, agreement, history, signal, onProgress } = ground;
  const [lastSeq, liveEpochs] = [(await feedBounds(bus)).lastSeq, await storedEpochs(live)];
  let { position, done, gaps } = before;
  const total = done + endSeq - position.seq;
  const epochs = createEpochNotes({ store: into, history: () => Promise.resolve(history) });
  await epochs.begin(null);
  let pending: (NumberedRecord & { readonly epoch: number })[] = [];
  const flush = async (): Promise<void> => {
    const last = pending.at(-1);
    if (last === undefined) return;
    await epochs.note(pending);
    // Rows are as late as they were: a rebuild is no delay of theirs.
    await insertRecords(
      into,
      pending,
      await visibleSinceBetween(live, pending[0]!.seq, Math.min(last.seq, validTo(agreement), Number.MAX_SAFE_INTEGER)),
    );
    done += pending.length;
    position = { epoch: last.epoch, seq: last.seq };
    pending = [];
    onProgress({ done, total });
  };
  const add = async (record: (typeof pending)[number]): Promise<void> => {
    pending.push(record);
    if (pending.length >= batchRows) await flush();
  };
  const after = position.seq === 0 ? {} : { after: position };
  const holes = createHoleReader(live, { isWriter: true, agreesTo: () => validTo(agreement) });
  const following = { fromSeq: position.seq + 1, untilSeq: Math.min(lastSeq, endSeq), ...after, holes, history: () => history, signal };
  for await (const batch of followFeed(bus, following))
    for (const message of batch) {
      if (message.origin === 'gap') gaps += 1;
      await add({ seq: message.seq, epoch: message.epoch, record: recordOf(message) });
    }
  await flush();
  // A log that lost its end is refilled from the tables, and so are these.
  for await (const numbered of recordsBetween(live, Math.max(lastSeq, position.seq) + 1, Math.min(endSeq, validTo(agreement))))
    await add({ ...numbered, epoch: epochAt(liveEpochs, numbered.seq) });
  await flush();
  signal.throwIfAborted();
  onProgress({ done, total: done });
  return { position: { ...position, seq: endSeq }, done, gaps };
}

/** The sequence up to which the live tables agree with the log; Infinity where they nowhere contradict it. */
const validTo = ({ agreesTo, storedTo }: Agreement): number => (agreesTo < storedTo ? agreesTo : Number.POSITIVE_INFINITY);

/** Where the rebuilt tables are to end. */
const endOf = async ({ bus, agreement }: Ground): Promise<number> => Math.max((await feedBounds(bus)).lastSeq, agreement.agreesTo);

/** Brings the live tables to the sequence of the new ones, so that a mixture of both serves the same rows. Those of another log cannot be. */
async function catchUp(ground: Ground, endSeq: number): Promise<void> {
  const { live, agreement } = ground;
  const { storedTo, agreesTo, epoch } = agreement;
  if (agreesTo < storedTo || storedTo >= endSeq) return;
  const quiet = { ...ground, onProgress: () => undefined };
  await copyOn(quiet, live, { ...nothingCopied, position: { epoch, seq: storedTo } }, endSeq);
}

const storeOptions = (config: Config, database: string): Parameters<typeof openStore>[0] => ({
  ...storeAddress(config),
  database,
  requestTimeoutMs: 120_000,
  maxConnections: 4,
});

/** Throws a ControlPlaneError where the live tables are not those of this release, and once `stopping` aborts before the swap; the rebuilt tables are dropped then. A swap that has begun is carried out. */
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
    if (await isLeaseHeld(leases, 'rebuild')) throw new RebuildRefusedError('another rebuild is at work; wait for its end');
    return await withLease(leases, 'rebuild', { log, stopping }, async (mine) => {
      // Under the lease again: by then another rebuild may be at work, whose tables have the same names.
      removeUnfinished = () =>
        withLease(leases, 'rebuild', { log, stopping: AbortSignal.timeout(removedWithinMs) }, async () => {
          if ((await rebuildStage(live)) === 'copying') await dropRebuilt(live);
        });
      // Half swapped tables are whole only together.
      if ((await rebuildStage(live)) === 'swapping')
        await withLease(leases, 'write', { log, takeOver: true }, (leading) => swapTables(live, () => leading.throwIfAborted()));
      await verifySchema(live);
      await dropRebuilt(live);
      await migrate(fresh);
      await checkMigrations(live, fresh);
      // Epochs of former logs are kept: their cursors and checkpoints are resolved through them.
      await storeEpochs(fresh, await storedEpochs(live));
      const given = { bus, live, batchRows: config.WRITE_BATCH_ROWS, onProgress };
      const ground = await groundOf({ ...given, signal: mine }, feedLog);
      const copied = await copyOn(ground, fresh, nothingCopied, await endOf(ground));
      return withLease(leases, 'write', { log, takeOver: true }, async (leading) => {
        await insertsEnded(live, insertsEndedMs);
        const still = await groundOf({ ...given, signal: AbortSignal.any([mine, leading]) }, feedLog);
        const endSeq = Math.max(await endOf(still), copied.position.seq);
        const all = await copyOn(still, fresh, copied, endSeq);
        await catchUp(still, endSeq);
        leading.throwIfAborted();
        mine.throwIfAborted();
        await planSwap(live);
        await swapTables(live, () => leading.throwIfAborted());
        return { lastSeq: endSeq, gaps: all.gaps };
      });
    });
  } finally {
    if (stopping.aborted) await removeUnfinished().catch(() => undefined);
    await Promise.allSettled([live.close(), fresh.close(), bus.close()]);
  }
}

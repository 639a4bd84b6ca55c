/**
 * Consumes FEED and inserts it into the tables in log order, one batch at a time. The tables are the checkpoint: a crash
 * at any moment neither loses nor doubles a row, and after a failure the position is read from them again. Where tables
 * contradict the log, the writer stops and says what to do.
 */
import type { Logger } from 'pino';
import { effectCheckpoint } from '#ops/runtime/checkpoint.ts';
import { consumeFeed, ConsumerStoppedError } from '#ops/runtime/consume-feed.ts';
import type { ConsumerMetrics } from '#ops/runtime/consumer-metrics.ts';
import { viewLog } from '#ops/runtime/log-view.ts';
import type { Bus } from '#ops/runtime/nats.ts';
import type { Progress } from '#ops/runtime/progress.ts';
import type { Tracing } from '#ops/runtime/tracing.ts';
import { compareWithLog } from '#clickhouse/agreement.ts';
import { insertRecords } from '#clickhouse/feed.ts';
import { createHoleReader } from '#clickhouse/holes.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Config } from '#schemas/config.ts';
import type { EpochHistory, LogPosition } from '#schemas/epoch.ts';
import { createEpochNotes } from './epoch-notes.ts';
import { finishRebuild } from './finish-rebuild.ts';
import { traceInsert } from './trace-insert.ts';

export interface WriterMetrics {
  readonly batchStored: (records: number, lastSeq: number, seconds: number) => void;
}

export interface WriterDeps {
  readonly bus: Bus;
  readonly store: Store;
  readonly config: Pick<Config, 'WRITE_BATCH_ROWS' | 'WRITE_BATCH_MS'>;
  /** Of the epochs as they are kept beside the log. */
  readonly history: () => Promise<EpochHistory>;
  /** Whether a rebuild of these tables is at work just now, in whatever process. */
  readonly isRebuilding: () => Promise<boolean>;
  readonly metrics: WriterMetrics & { readonly consumer: ConsumerMetrics };
  readonly progress: Progress;
  /** Null or absent: nothing is traced. */
  readonly tracing?: Tracing | null;
  readonly log: Logger;
}

/** Call with the lease `write` held; `signal` aborts where it is lost. */
export async function runWriter(deps: WriterDeps, signal: AbortSignal): Promise<void> {
  const { bus, store, config, metrics, progress, log } = deps;
  const epochs = createEpochNotes(deps);
  await consumeFeed(
    {
      bus,
      name: 'write',
      checkpoint: effectCheckpoint(async () => {
        await finishRebuild(store, { isRebuilding: deps.isRebuilding, log, signal });
        const position = await positionOfTables(deps);
        await epochs.begin(position);
        return position;
      }),
      from: () => 1,
      onBatch: async (entries) => {
        const startedAtMs = performance.now();
        const startMs = Date.now();
        await epochs.note(entries);
        await insertRecords(store, entries);
        if (deps.tracing) traceInsert(deps.tracing, entries, startMs);
        const tookMs = performance.now() - startedAtMs;
        metrics.batchStored(entries.length, entries.at(-1)!.seq, tookMs / 1_000);
        log.debug({ records: entries.length, last_seq: entries.at(-1)!.seq, duration_ms: Math.round(tookMs) }, 'batch.stored');
      },
      holes: createHoleReader(store, { isWriter: true }),
      batch: { recordsMax: config.WRITE_BATCH_ROWS, everyMs: config.WRITE_BATCH_MS },
      progress,
      metrics: metrics.consumer,
      log,
    },
    signal,
  );
}

/** The position of the tables once they are found to agree with the log; null: they are empty. */
async function positionOfTables({ bus, store, history }: WriterDeps): Promise<LogPosition | null> {
  const view = await viewLog(bus);
  const { storedTo, epoch, agreesTo } = await compareWithLog(store, view, await history());
  if (agreesTo < Math.min(storedTo, view.lastSeq))
    throw new ConsumerStoppedError(
      `the tables hold records ${agreesTo + 1} to ${storedTo} of another log than FEED, which was cut behind record ${agreesTo} and grew again: nothing is written on; npm run rebuild makes the tables from the log as it is`,
    );
  if (view.lastSeq < storedTo)
    throw new Error(`the feed log ends at ${view.lastSeq} and the tables at ${storedTo}: refine puts the records back into it before it goes on`);
  return storedTo === 0 ? null : { epoch, seq: storedTo };
}

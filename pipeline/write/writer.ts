/**
 * Consumes FEED and inserts it into the tables in log order, one batch at a time. The tables are the checkpoint: a crash at any moment
 * neither loses nor duplicates a row, and after a failure the position is read from them again.
 */
import type { Logger } from 'pino';
import { effectCheckpoint } from '#ops/feed-log/checkpoint.ts';
import { consumeFeed } from '#ops/feed-log/consume-feed.ts';
import type { ConsumerMetrics } from '#ops/feed-log/consumer-metrics.ts';
import type { Bus } from '#ops/nats/nats.ts';
import type { Progress } from '#ops/process/progress.ts';
import type { Tracing } from '#ops/process/tracing.ts';
import { insertRecords, lastSequence } from '#clickhouse/feed.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Config } from '#schemas/config.ts';
import { generationAt, type GenerationList, type LogPosition } from '#schemas/generation.ts';
import { finishRebuild } from './finish-rebuild.ts';
import { traceInsert } from './trace-insert.ts';

export interface WriterMetrics {
  readonly batchStored: (records: number, lastSeq: number, seconds: number) => void;
}

export interface WriterDeps {
  readonly bus: Bus;
  readonly store: Store;
  readonly config: Pick<Config, 'WRITE_BATCH_ROWS' | 'WRITE_BATCH_MS'>;
  /** Reads the list of generations. */
  readonly history: () => Promise<GenerationList>;
  /** Returns whether any process is rebuilding these tables now. */
  readonly isRebuilding: () => Promise<boolean>;
  readonly metrics: WriterMetrics & { readonly consumer: ConsumerMetrics };
  readonly progress: Progress;
  /** Null or absent: tracing is off. */
  readonly tracing?: Tracing | null;
  readonly log: Logger;
}

/** Call it with the lease `write`; `signal` aborts when that is lost. */
export async function runWriter(deps: WriterDeps, signal: AbortSignal): Promise<void> {
  const { bus, store, config, metrics, progress, log } = deps;
  await consumeFeed(
    {
      bus,
      name: 'write',
      checkpoint: effectCheckpoint(async () => {
        await finishRebuild(store, { isRebuilding: deps.isRebuilding, log, signal });
        return positionOfTables(deps);
      }),
      from: () => 1,
      onBatch: async (entries) => {
        const startedAtMs = performance.now();
        const startMs = Date.now();
        await insertRecords(store, entries);
        if (deps.tracing) traceInsert(deps.tracing, entries, startMs);
        const tookMs = performance.now() - startedAtMs;
        metrics.batchStored(entries.length, entries.at(-1)!.seq, tookMs / 1_000);
        log.debug({ records: entries.length, last_seq: entries.at(-1)!.seq, duration_ms: Math.round(tookMs) }, 'batch.stored');
      },
      history: deps.history,
      batch: { recordsMax: config.WRITE_BATCH_ROWS, everyMs: config.WRITE_BATCH_MS },
      progress,
      metrics: metrics.consumer,
      log,
    },
    signal,
  );
}

/** Returns the position of the tables; null when they are empty. */
async function positionOfTables({ store, history }: WriterDeps): Promise<LogPosition | null> {
  const seq = await lastSequence(store);
  return seq === 0 ? null : { generation: generationAt(await history(), seq), seq };
}

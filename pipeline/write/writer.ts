/**
 * Writes the feed log to ClickHouse in order, one batch at a time. The tables are the checkpoint: after a crash or failure the position is
 * read from them, so that no row is lost or duplicated. One process is active, by lease; the sort order of the tables keeps a second one from
 * doing harm.
 */
import type { WriterMetrics } from '../metrics.ts';
import type { Logger } from 'pino';
import { derivedCheckpoint } from '#ops/feed-log/checkpoint.ts';
import { consumeFeed } from '#ops/feed-log/consume-feed.ts';
import type { ConsumerMetrics } from '#ops/feed-log/consumer-metrics.ts';
import type { FeedMessage } from '#ops/feed-log/feed-follower.ts';
import type { Bus } from '#ops/nats/nats.ts';
import type { Progress } from '#ops/process/progress.ts';
import { traceHeader, type Tracing } from '#ops/process/tracing.ts';
import { lastSequence } from '#clickhouse/feed-records.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import type { Store } from '#clickhouse/store.ts';
import { dropRebuilt, rebuildStage, swapTables } from '#clickhouse/swap.ts';
import type { Config } from '#schemas/config.ts';
import { generationAt, type GenerationList, type LogPosition } from '#schemas/generation.ts';
import { readGenerations } from '#ops/feed-log/generations.ts';
import { isLeaseHeld } from '#ops/process/lease.ts';
import { buckets, streams } from '#schemas/subjects.ts';
import { lead, openFor, tablesVerified, type PipelinePart, type PartContext } from '../part.ts';

export interface WriterDeps {
  readonly bus: Bus;
  readonly store: Store;
  readonly config: Pick<Config, 'WRITE_BATCH_ROWS' | 'WRITE_BATCH_MS'>;
  readonly generations: () => Promise<GenerationList>;
  readonly isRebuilding: () => Promise<boolean>;
  readonly metrics: WriterMetrics & { readonly consumer: ConsumerMetrics };
  readonly progress: Progress;
  /** Null or absent when tracing is off. */
  readonly tracing?: Tracing | null;
  readonly log: Logger;
}

/** Writes until `signal` aborts. The caller must hold the lease `write`, and `signal` must abort when the lease is lost. */
export async function runWriter(deps: WriterDeps, signal: AbortSignal): Promise<void> {
  const { bus, store, config, metrics, progress, log } = deps;
  await consumeFeed(
    {
      bus,
      name: 'write',
      checkpoint: derivedCheckpoint(async () => {
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
      generations: deps.generations,
      batch: { recordsMax: config.WRITE_BATCH_ROWS, everyMs: config.WRITE_BATCH_MS },
      progress,
      metrics: metrics.consumer,
      log,
    },
    signal,
  );
}

async function positionOfTables({ store, generations }: WriterDeps): Promise<LogPosition | null> {
  const seq = await lastSequence(store);
  return seq === 0 ? null : { generation: generationAt(await generations(), seq), seq };
}

/**
 * Completes or removes what a killed rebuild left. Needs the lease of the writer and comes before any write, because a later swap would
 * replace newer rows. `signal` must abort when the lease is lost: a table that two processes swap is back where it was.
 */
async function finishRebuild(
  store: Store,
  { isRebuilding, log, signal }: { readonly isRebuilding: () => Promise<boolean>; readonly log: Logger; readonly signal: AbortSignal },
): Promise<void> {
  const stage = await rebuildStage(store);
  if (stage === 'none') return;
  if (stage === 'swapping') {
    await swapTables(store, () => signal.throwIfAborted());
    log.warn({ database: store.database }, 'rebuild.finished');
  } else if (!(await isRebuilding())) {
    await dropRebuilt(store);
    log.warn({ database: store.database }, 'rebuild.cleaned_up');
  }
}

/** Maximum number of links per span (OpenTelemetry, Span Limits). */
const linksMax = 128;

/** Emits the spans of an insert: one for the batch with links to its records, and one in the trace of each record with a link to the batch. */
function traceInsert(tracing: Tracing, entries: readonly FeedMessage[], startMs: number): void {
  const traced = entries.flatMap(({ seq, headers }) => {
    const parent = headers?.get(traceHeader);
    return parent ? [{ seq, parent }] : [];
  });
  if (traced.length === 0) return;
  const endMs = Date.now();
  // Each record has a trace header only when its document was sampled.
  const links = traced.slice(0, linksMax).map(({ parent }) => parent);
  const batch = tracing.begin('table.insert_batch', { links, startMs, attributes: { records: entries.length } });
  batch?.end({ endMs });
  for (const { seq, parent } of traced)
    tracing.begin('table.insert', { parent, startMs, attributes: { seq }, ...(batch && { links: [batch.traceparent] }) })?.end({ endMs });
}

function start(context: PartContext): () => Promise<void> {
  const { bus, store, config, metrics, board, tracing, log } = context;
  const progress = board.add();
  return async () => {
    await tablesVerified(context, progress);
    const [feedLog, leases] = [await openFor(context, buckets.feedLog), await openFor(context, buckets.leases)];
    const writer: WriterDeps = {
      bus,
      store,
      config,
      generations: async () => (await readGenerations(feedLog)).generations,
      isRebuilding: () => isLeaseHeld(leases, 'rebuild'),
      metrics: metrics.writer,
      progress,
      tracing,
      log,
    };
    await lead(context, 'write', (leading) => runWriter(writer, leading).finally(progress.idle));
  };
}

export const writePart: PipelinePart = {
  lanes: [{ name: 'write', reads: `${streams.feed} from the table's last sequence on`, steps: ['batch', 'insert in order'], writes: 'ClickHouse' }],
  start,
};

/**
 * FEED in, tables out. Reads the log from the table's own last sequence on and inserts in order, never two
 * batches at once: the table is its own checkpoint, so a kill at any moment loses and doubles nothing.
 * After any failure it asks the table again where it stands.
 */
import type { Logger } from 'pino';
import { followFeed, type FeedMessage } from '#ops/runtime/feed-follower.ts';
import { FeedRewoundError } from '#ops/runtime/read-marks.ts';
import type { Bus } from '#ops/runtime/nats.ts';
import { insertRecords, lastSequence } from '#clickhouse/feed.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Config } from '#schemas/config.ts';
import { FeedRecord } from '#schemas/feed-log.ts';
import { backoff, pause } from '../ingest/schedule.ts';

export interface WriterMetrics {
  readonly batchStored: (records: number, lastSeq: number, seconds: number) => void;
  readonly recordUnreadable: () => void;
}

export interface WriterDeps {
  readonly bus: Bus;
  readonly store: Store;
  readonly config: Pick<Config, 'WRITE_BATCH_ROWS' | 'WRITE_BATCH_MS'>;
  readonly metrics: WriterMetrics;
  readonly log: Logger;
}

interface Numbered {
  readonly seq: number;
  readonly record: FeedRecord;
}

export async function runWriter(deps: WriterDeps, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const startedAtMs = performance.now();
    try {
      await writeFrom((await lastSequence(deps.store)) + 1, deps, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (performance.now() - startedAtMs > 60_000) failures = 0;
      // A log shorter than the table is refilled by refine; until then there is nothing to write.
      deps.log.warn({ err: error, failures }, error instanceof FeedRewoundError ? 'writer.awaits_refill' : 'writer.restarted');
      await pause(backoff(failures, 100, 5_000), signal);
    }
  }
}

async function writeFrom(fromSeq: number, deps: WriterDeps, signal: AbortSignal): Promise<void> {
  const { bus, config, log, metrics } = deps;
  const bufferRowsMax = config.WRITE_BATCH_ROWS * 2;
  const buffer: Numbered[] = [];
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  let wake: () => void = () => undefined;
  const changed = (): Promise<void> => new Promise((resolve) => (wake = resolve));
  either.addEventListener('abort', () => wake(), { once: true });

  const decode = (message: FeedMessage): Numbered => {
    const parsed = FeedRecord.safeParse(JSON.parse(Buffer.from(message.data).toString()));
    if (parsed.success) return { seq: message.seq, record: parsed.data };
    // Refine checks every record before it publishes; what still fails here must not stop the log.
    metrics.recordUnreadable();
    log.error({ seq: message.seq, err: parsed.error }, 'record.unreadable');
    return { seq: message.seq, record: { type: 'gap', v: 1 } };
  };

  const read = async (): Promise<void> => {
    for await (const messages of followFeed(bus, { fromSeq, signal: either })) {
      buffer.push(...messages.map(decode));
      wake();
      while (buffer.length >= bufferRowsMax && !either.aborted) await pause(5, either);
    }
  };

  const write = async (): Promise<void> => {
    let insertedAtMs = Number.NEGATIVE_INFINITY;
    while (!either.aborted) {
      if (buffer.length === 0) {
        await changed();
        continue;
      }
      const waitMs = insertedAtMs + config.WRITE_BATCH_MS - performance.now();
      if (waitMs > 0 && buffer.length < config.WRITE_BATCH_ROWS) await pause(waitMs, either);
      if (either.aborted) break;
      const batch = buffer.slice(0, config.WRITE_BATCH_ROWS);
      insertedAtMs = performance.now();
      await insertRecords(deps.store, batch);
      // Only what is stored leaves the buffer.
      buffer.splice(0, batch.length);
      metrics.batchStored(batch.length, batch.at(-1)!.seq, (performance.now() - insertedAtMs) / 1_000);
    }
  };

  const stopOther = (error: unknown): never => {
    ended.abort();
    throw error;
  };
  const results = await Promise.allSettled([read().catch(stopOther), write().catch(stopOther)]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

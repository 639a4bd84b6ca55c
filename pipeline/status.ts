/** Returns the status of the pipeline as one JSON object: how many documents arrived, what became of them, and the lag of each part. */
import { feedBounds } from '#ops/feed-log/feed-follower.ts';
import { withTimeout } from '#ops/process/with-timeout.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { dropCounts, lag, rowCounts } from '#clickhouse/feed-counts.ts';
import { lastSequence } from '#clickhouse/feed-records.ts';
import type { Store } from '#clickhouse/store.ts';
import { consumers, streams } from '#schemas/subjects.ts';
import type { SourceState } from './ingest/source-health.ts';

const lagWindowMs = 3_600_000;

interface StatusGround {
  readonly sources: readonly SourceState[];
  readonly troubles: Readonly<Record<string, string>>;
  /** Article pages requested since this process started, by outcome; null when it requested none. */
  readonly pages: Readonly<Record<string, number>> | null;
  /** Role of this process in each part and stage that one process leads at a time. */
  readonly roles: Readonly<Record<string, string>>;
}

/** Maximum milliseconds of each query; ops/up/ops.ts, which gathers the answers of several processes, waits longer. */
const answerWithinMs = 2_000;

/** Returns the status. A value whose store is unreachable or too slow is null. */
export async function pipelineStatus(bus: Bus, store: Store, { sources, troubles, pages, roles }: StatusGround): Promise<Record<string, unknown>> {
  const orNull = <T>(value: Promise<T>): Promise<T | null> => withTimeout(answerWithinMs, value).catch(() => null);
  const [raw, pending, feed, dead, stored, rows, drops, lags] = await Promise.all([
    orNull(bus.jsm.streams.info(streams.raw)),
    orNull(bus.jsm.consumers.info(streams.raw, consumers.refine)),
    orNull(feedBounds(bus)),
    orNull(bus.jsm.streams.info(streams.dead)),
    orNull(lastSequence(store)),
    orNull(rowCounts(store)),
    orNull(dropCounts(store)),
    orNull(lag(store, Date.now() - lagWindowMs)),
  ]);
  return {
    at: new Date().toISOString(),
    documents_read: raw?.state.last_seq ?? null,
    raw_waiting: pending === null ? null : pending.num_pending + pending.num_ack_pending,
    feed_last_sequence: feed?.lastSeq ?? null,
    tables_last_sequence: stored,
    dead_letters: dead?.state.messages ?? null,
    rows,
    drops,
    lag: lags,
    troubles,
    pages,
    roles,
    sources,
  };
}

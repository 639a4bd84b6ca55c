/** Gauges that are read from the stores on each scrape, so they survive a crash: rows, drops by reason, lag by source and stage, and the last backup. */
import type { Registry } from 'prom-client';
import { dropCounts, lag, rowCounts, type SourceLag } from '#clickhouse/feed-counts.ts';
import type { Store } from '#clickhouse/store.ts';
import { lastBackup } from '#ops/feed-log/last-backup.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import type { WhileHeard } from '#ops/process/health-watch.ts';
import { withTimeout } from '#ops/process/with-timeout.ts';
import { buckets } from '#schemas/subjects.ts';
import { metricFactory } from './metric-factory.ts';

const lagWindowMs = 3_600_000;
/** Minimum milliseconds between two queries of the store, however often the port is scraped. */
const ageMsMax = 5_000;
/** Maximum milliseconds of the queries, less than a scrape waits: slow queries are then reported, and the other metrics are not lost. */
const answerWithinMs = 5_000;

const stages = [
  'published_to_seen',
  'seen_to_fetched',
  'fetched_to_refined',
  'refined_to_visible',
  'seen_to_visible',
] as const satisfies readonly (keyof SourceLag)[];
const percentiles = { 50: 'p50_seconds', 95: 'p95_seconds', 99: 'p99_seconds' } as const;

export function addStoreMetrics(registry: Registry, store: Store, whileHeard: WhileHeard): void {
  const { collected } = metricFactory(registry);
  let readAtMs = Number.NEGATIVE_INFINITY;
  let refreshed: Promise<void> = Promise.resolve();
  // prom-client collects the gauges concurrently; all of them await one shared refresh.
  const read = (): Promise<void> => {
    if (performance.now() - readAtMs < ageMsMax) return refreshed;
    readAtMs = performance.now();
    refreshed = withTimeout(answerWithinMs, whileHeard(refresh)).then(
      () => answers.set(1),
      () => answers.set(0),
    );
    return refreshed;
  };
  const answers = collected('tickerwire_store_answers', '1 if ClickHouse answered the last query for these figures', [], read);
  const rows = collected('tickerwire_rows', 'Rows in the tables', ['source_type'], read);
  const drops = collected('tickerwire_drops', 'Documents dropped or refused, by reason', ['reason', 'source_type'], read);
  const lagSeconds = collected(
    'tickerwire_lag_seconds',
    'Time from one stage to the next for rows of the last hour',
    ['source', 'stage', 'percentile'],
    read,
  );

  async function refresh(): Promise<void> {
    const [rowsNow, dropsNow, lagNow] = await Promise.all([rowCounts(store), dropCounts(store), lag(store, Date.now() - lagWindowMs)]);
    for (const one of [rows, drops, lagSeconds]) one.reset();
    for (const count of rowsNow) rows.set({ source_type: count.source_type }, count.rows);
    for (const count of dropsNow) drops.set({ reason: count.reason, source_type: count.source_type }, count.drops);
    for (const one of lagNow)
      for (const stage of stages)
        for (const [percentile, name] of Object.entries(percentiles)) {
          const seconds = one[stage][name];
          if (seconds !== null) lagSeconds.set({ source: one.source, stage, percentile }, seconds);
        }
  }
}

export function addBackupMetric(registry: Registry, bus: Bus): void {
  metricFactory(registry).collected(
    'tickerwire_last_backup_seconds',
    'End of the last backup in Unix seconds; 0: there is no backup',
    [],
    async (gauge) => {
      const backup = await openBucket(bus, buckets.feedLog).then(lastBackup).catch(() => undefined); // prettier-ignore
      // While NATS is unreachable the gauge keeps its last value.
      if (backup !== undefined) gauge.set(backup === null ? 0 : Date.parse(backup.ended_at) / 1_000);
    },
  );
}

/** Exposes rows, drops by reason, and lag by source and stage as gauges. They are read from the store on each scrape, so they survive a crash. */
import type { Registry } from 'prom-client';
import { dropCounts, lag, rowCounts, type SourceLag } from '#clickhouse/feed-counts.ts';
import type { Store } from '#clickhouse/store.ts';
import type { WhileHeard } from '#ops/process/health-watch.ts';
import { withTimeout } from '#ops/process/with-timeout.ts';
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

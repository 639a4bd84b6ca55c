/** Metrics of the publishers stage, by source. */
import type { Registry } from 'prom-client';
import { metricFactory } from '../../metric-factory.ts';

const pagesMetric = 'tickerwire_publisher_pages_total';

/** Returns the number of pages requested since the process started, by outcome; null when it has requested none. */
export async function pageCounts(registry: Registry): Promise<Readonly<Record<string, number>> | null> {
  const { values = [] } = (await registry.getSingleMetric(pagesMetric)?.get()) ?? {};
  if (values.length === 0) return null;
  const counts: Record<string, number> = {};
  for (const { labels, value } of values) {
    const outcome = String(labels['outcome']);
    counts[outcome] = (counts[outcome] ?? 0) + value;
  }
  return counts;
}

export type PublisherMetrics = ReturnType<typeof createPublisherMetrics>;

export function createPublisherMetrics(registry: Registry) {
  const { counter, gauge } = metricFactory(registry);
  return {
    fetches: counter('tickerwire_publisher_fetches_total', 'Requests for feeds, by outcome', 'source', 'outcome'),
    entries: counter('tickerwire_publisher_entries_total', 'Entries published to RAW', 'source'),
    refusals: counter('tickerwire_publisher_refusals_total', 'Documents and entries refused, each counted once', 'source', 'reason'),
    skipped: counter('tickerwire_publisher_entries_skipped_total', 'Entries over the limit of one document', 'source'),
    gaps: counter('tickerwire_publisher_gaps_total', 'Polls of a feed that no longer overlapped with the previous poll', 'source'),
    pages: counter(pagesMetric, 'Article pages requested, by outcome', 'source', 'outcome'),
    lastSuccess: gauge('tickerwire_publisher_last_success_seconds', 'When the feed was last read or found unchanged, in Unix seconds', 'source'),
  };
}

/** The Prometheus metrics of the EDGAR stages, labelled by source. A registry accepts them once. */
import type { Registry } from 'prom-client';
import { metricFactory } from '../../metric-factory.ts';

export type SecMetrics = ReturnType<typeof createSecMetrics>;

export function createSecMetrics(registry: Registry) {
  const { counter, gauge } = metricFactory(registry);
  return {
    walks: counter('tickerwire_edgar_walks_total', 'Walks through the latest-filings feed', 'source', 'outcome'),
    unreadable: counter(
      'tickerwire_edgar_unreadable_entries_total',
      'Entries of the feed and lines of the daily index that could not be read',
      'source',
    ),
    filings: counter('tickerwire_edgar_filings_total', 'Filings published to RAW, refused or postponed', 'source', 'outcome'),
    gaps: counter('tickerwire_edgar_feed_gaps_total', 'Times the feed did not reach back to the previous poll', 'source'),
    days: counter('tickerwire_edgar_index_days_total', 'Days compared with the daily index', 'source', 'outcome'),
    missed: counter('tickerwire_edgar_index_filings_total', 'Filings found only in the daily index', 'source'),
    pending: gauge('tickerwire_edgar_pending', 'Filings listed but not fetched yet', 'source'),
  };
}

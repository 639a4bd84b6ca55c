/** Metrics of the EDGAR stages, by source. Created once per process. */
import { Gauge, type Registry } from 'prom-client';
import { createSourceCounter } from '../source-counter.ts';

export type SecMetrics = ReturnType<typeof createSecMetrics>;

export function createSecMetrics(registry: Registry) {
  const counter = createSourceCounter(registry);
  return {
    walks: counter('tickerwire_edgar_walks_total', 'Walks through the latest-filings feed', 'outcome'),
    pages: counter('tickerwire_edgar_pages_total', 'Requested pages of the latest-filings feed'),
    unreadable: counter('tickerwire_edgar_unreadable_entries_total', 'Feed entries that could not be read'),
    filings: counter('tickerwire_edgar_filings_total', 'Filings published to RAW, refused or postponed', 'outcome'),
    gaps: counter('tickerwire_edgar_feed_gaps_total', 'Times the feed did not reach back to the previous poll'),
    days: counter('tickerwire_edgar_index_days_total', 'Days compared with the daily index', 'outcome'),
    missed: counter('tickerwire_edgar_index_filings_total', 'Filings found only in the daily index'),
    pending: new Gauge({
      name: 'tickerwire_edgar_pending',
      help: 'Filings listed but not fetched yet',
      labelNames: ['source'],
      registers: [registry],
    }),
  };
}

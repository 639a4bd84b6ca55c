/** Metrics of the publishers stage, by source. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { RefusalReason } from '#schemas/vocabulary.ts';
import type { PageOutcome } from './page/page-outcome.ts';

const pagesMetric = 'tickerwire_publisher_pages_total';

/** Returns the pages requested since the process began, by outcome; null when this process fetches none. */
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

export interface PublisherMetrics {
  readonly fetched: (source: string, outcome: 'ok' | 'not_modified' | 'refused' | 'failed') => void;
  readonly published: (source: string, entries: number) => void;
  readonly refused: (source: string, reason: RefusalReason) => void;
  /** Entries past the limit of one document. */
  readonly skipped: (source: string, entries: number) => void;
  /** A feed, including its older pages, no longer reaches back to what was seen of it. */
  readonly gapFound: (source: string) => void;
  /** Counts a page request of an article, by outcome. */
  readonly paged: (source: string, outcome: PageOutcome) => void;
  readonly succeeded: (source: string, at: Date) => void;
}

export function createPublisherMetrics(registry: Registry): PublisherMetrics {
  const registers = [registry];
  const fetches = new Counter({
    name: 'tickerwire_publisher_fetches_total',
    help: 'Requests for feeds, by outcome',
    labelNames: ['source', 'outcome'],
    registers,
  });
  const entries = new Counter({ name: 'tickerwire_publisher_entries_total', help: 'Entries published to RAW', labelNames: ['source'], registers });
  const refusals = new Counter({
    name: 'tickerwire_publisher_refusals_total',
    help: 'Documents and entries refused, each counted once',
    labelNames: ['source', 'reason'],
    registers,
  });
  const skipped = new Counter({
    name: 'tickerwire_publisher_entries_skipped_total',
    help: 'Entries over the limit of one document',
    labelNames: ['source'],
    registers,
  });
  const gaps = new Counter({
    name: 'tickerwire_publisher_gaps_total',
    help: 'Polls of a feed that no longer overlapped with the previous poll',
    labelNames: ['source'],
    registers,
  });
  const pages = new Counter({
    name: pagesMetric,
    help: 'Article pages requested, by outcome',
    labelNames: ['source', 'outcome'],
    registers,
  });
  const lastSuccess = new Gauge({
    name: 'tickerwire_publisher_last_success_seconds',
    help: 'When the feed was last read or found unchanged, in Unix seconds',
    labelNames: ['source'],
    registers,
  });
  return {
    fetched: (source, outcome) => fetches.inc({ source, outcome }),
    published: (source, count) => entries.inc({ source }, count),
    refused: (source, reason) => refusals.inc({ source, reason }),
    skipped: (source, count) => skipped.inc({ source }, count),
    gapFound: (source) => gaps.inc({ source }),
    paged: (source, outcome) => pages.inc({ source, outcome }),
    succeeded: (source, at) => lastSuccess.set({ source }, at.getTime() / 1_000),
  };
}

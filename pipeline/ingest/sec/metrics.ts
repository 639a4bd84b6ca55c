/** What the Form 4 stage counts of itself. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Progress } from './progress.ts';
import type { WalkEnd } from './walk.ts';

export interface Form4Metrics {
  readonly walked: (outcome: WalkEnd, pages: number, unreadable: number) => void;
  readonly filed: (outcome: 'published' | 'refused' | 'retried') => void;
  readonly gapFound: () => void;
  readonly dayCompared: (outcome: 'covered' | 'unavailable' | 'given_up', missed: number) => void;
  readonly progressed: (progress: Progress) => void;
}

export function createForm4Metrics(registry: Registry): Form4Metrics {
  const registers = [registry];
  const walks = new Counter({
    name: 'tickerwire_form4_walks_total',
    help: 'Walks through the latest-filings feed',
    labelNames: ['outcome'],
    registers,
  });
  const pages = new Counter({ name: 'tickerwire_form4_pages_total', help: 'Pages of the latest-filings feed asked for', registers });
  const unreadable = new Counter({ name: 'tickerwire_form4_unreadable_entries_total', help: 'Feed entries that could not be read', registers });
  const filings = new Counter({
    name: 'tickerwire_form4_filings_total',
    help: 'Filings handed to RAW, refused, or put off',
    labelNames: ['outcome'],
    registers,
  });
  const gaps = new Counter({
    name: 'tickerwire_form4_feed_gaps_total',
    help: 'Times the feed did not reach back to what was seen before',
    registers,
  });
  const days = new Counter({
    name: 'tickerwire_form4_index_days_total',
    help: 'Days compared with their daily index',
    labelNames: ['outcome'],
    registers,
  });
  const missed = new Counter({ name: 'tickerwire_form4_index_filings_total', help: 'Filings that only the daily index named', registers });
  const pending = new Gauge({ name: 'tickerwire_form4_pending', help: 'Filings listed and not fetched yet', registers });
  return {
    walked: (outcome, pageCount, unreadableCount) => {
      walks.inc({ outcome });
      pages.inc(pageCount);
      unreadable.inc(unreadableCount);
    },
    filed: (outcome) => filings.inc({ outcome }),
    gapFound: () => gaps.inc(),
    dayCompared: (outcome, missedCount) => {
      days.inc({ outcome });
      missed.inc(missedCount);
    },
    progressed: (progress) => pending.set(progress.pending.size),
  };
}

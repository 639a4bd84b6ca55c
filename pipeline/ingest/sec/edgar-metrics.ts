/** Metrics of the EDGAR stages, by source. Created once per process; each stage uses those of its source. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { SecSourceType } from '#schemas/vocabulary.ts';
import type { Progress } from './filing-progress.ts';
import type { WalkEnd } from './listing/walk.ts';

export interface SecStageMetrics {
  readonly walked: (outcome: WalkEnd, pages: number, unreadable: number) => void;
  readonly filed: (outcome: 'published' | 'refused' | 'retried') => void;
  readonly gapFound: () => void;
  readonly dayCompared: (outcome: 'covered' | 'unavailable' | 'given_up', missed: number) => void;
  readonly progressed: (progress: Progress) => void;
}

export interface SecMetrics {
  readonly of: (source: SecSourceType) => SecStageMetrics;
}

export function createSecMetrics(registry: Registry): SecMetrics {
  const counter = <T extends string>(name: string, help: string, ...labelNames: readonly T[]) =>
    new Counter<'source' | T>({ name: `tickerwire_edgar_${name}`, help, labelNames: ['source', ...labelNames], registers: [registry] });
  const walks = counter('walks_total', 'Walks through the latest-filings feed', 'outcome');
  const pages = counter('pages_total', 'Requested pages of the latest-filings feed');
  const unreadable = counter('unreadable_entries_total', 'Feed entries that could not be read');
  const filings = counter('filings_total', 'Filings published to RAW, refused or postponed', 'outcome');
  const gaps = counter('feed_gaps_total', 'Times the feed did not reach back to the previous poll');
  const days = counter('index_days_total', 'Days compared with the daily index', 'outcome');
  const missed = counter('index_filings_total', 'Filings found only in the daily index');
  const pending = new Gauge({
    name: 'tickerwire_edgar_pending',
    help: 'Filings listed but not fetched yet',
    labelNames: ['source'],
    registers: [registry],
  });
  return {
    of: (source) => ({
      walked: (outcome, pageCount, unreadableCount) => {
        walks.inc({ source, outcome });
        pages.inc({ source }, pageCount);
        unreadable.inc({ source }, unreadableCount);
      },
      filed: (outcome) => filings.inc({ source, outcome }),
      gapFound: () => gaps.inc({ source }),
      dayCompared: (outcome, missedCount) => {
        days.inc({ source, outcome });
        missed.inc({ source }, missedCount);
      },
      progressed: (progress) => pending.set({ source }, progress.pending.size),
    }),
  };
}

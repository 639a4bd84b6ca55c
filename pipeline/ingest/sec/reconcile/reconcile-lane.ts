/** The lane that compares the log with EDGAR's daily index every evening, for the sources whose stages run. */
import { filingsHeld } from '#clickhouse/filings-held.ts';
import { buckets } from '#schemas/subjects.ts';
import { collectedForms, type SecSourceType } from '#schemas/vocabulary.ts';
import type { StageLane } from '../../../lane.ts';
import { reconcileStage } from './reconcile-stage.ts';

export const reconcileLane: StageLane = {
  name: 'reconcile',
  reads: "EDGAR's daily index at 22:15 Eastern; ClickHouse",
  steps: ['fetch index', 'compare', 'request missing filings'],
  writes: `KV ${buckets.reconciliations}`,
  asks: 'EDGAR',
  buckets: [buckets.reconciliations],
  make: ({ config, store, registry, bucket, edgarFetch, running }) => {
    const families = running.filter((name): name is SecSourceType => name in collectedForms);
    const stage = reconcileStage({
      baseUrl: config.EDGAR_URL,
      families,
      held: (family, accessions) => filingsHeld(store, family, accessions),
      results: bucket(buckets.reconciliations),
      registry,
    });
    return { stage, fetch: edgarFetch, scope: families.toSorted().join('-') };
  },
};

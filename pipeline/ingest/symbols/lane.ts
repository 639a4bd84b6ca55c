/** The symbol list as a lane of the flow. */
import { buckets } from '#schemas/subjects.ts';
import type { StageLane } from '../../lane.ts';
import { symbolsStage } from './stage.ts';
import { createApplyDirectory } from './store.ts';

export const symbolsLane: StageLane = {
  name: 'symbols',
  reads: "the SEC's list of tickers",
  steps: ['fetch', 'read list', 'compare'],
  writes: `KV ${buckets.symbols}`,
  asks: 'EDGAR',
  buckets: [buckets.symbols],
  make: ({ config, registry, bucket, insisting, edgarFetch, expect, watching }) => {
    expect(['symbols']);
    const applyDirectory = createApplyDirectory(bucket(buckets.symbols), insisting);
    return {
      stage: symbolsStage({ baseUrl: config.EDGAR_URL, applyDirectory, registry, pollMs: config.SYMBOLS_POLL_MS }),
      fetch: watching(edgarFetch, () => 'symbols'),
    };
  },
};

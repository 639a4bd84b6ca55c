/** The lane that reads GDELT's stream of new pages. */
import { rawOf, type StageLane } from '../../lane.ts';
import { quarterMs } from './batch.ts';
import { gdeltStage } from './gdelt-stage.ts';
import { gdeltSource } from './read-gkg.ts';

const hourMs = 3_600_000;

export const gdeltLane: StageLane = {
  name: 'gdelt',
  reads: 'GDELT_URL, a batch every 15 minutes',
  steps: ['fetch batch', 'check', 'read rows', 'publish once'],
  writes: rawOf('article', 'refusal'),
  asks: 'others',
  buckets: [],
  make: ({ config, registry, publisherFetch, expect, watching }) => {
    if (config.GDELT_URL === null) return null;
    expect([gdeltSource.id]);
    const batchesMax = Math.max(1, (config.GDELT_CATCH_UP_HOURS * hourMs) / quarterMs);
    return {
      stage: gdeltStage({ baseUrl: config.GDELT_URL, batchesMax, registry }),
      fetch: watching(publisherFetch, ({ url }) => (url.endsWith('/lastupdate.txt') ? gdeltSource.id : null)),
    };
  },
};

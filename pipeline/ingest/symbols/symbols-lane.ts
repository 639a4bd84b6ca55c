/** The lists of symbols as a lane of the flow. */
import { buckets } from '#schemas/subjects.ts';
import type { StageLane } from '../../lane.ts';
import type { PoliteFetch } from '../stage.ts';
import { symbolSources } from './sources.ts';
import { symbolsStage } from './symbols-stage.ts';
import { createApplyDirectory, createLossCheck } from './directory-bucket.ts';

export const symbolsLane: StageLane = {
  name: 'symbols',
  reads: "the SEC's, the exchanges' and vendors' lists",
  steps: ['fetch', 'read lists', 'find who holds what', 'write what changed'],
  writes: `KV ${buckets.symbols}`,
  asks: 'EDGAR',
  buckets: [buckets.symbols],
  make: ({ config, registry, bucket, insisting, edgarFetch, publisherFetch, expect, watching, refused }) => {
    const sources = symbolSources(config);
    const nameOf = new Map(sources.flatMap(({ urls, healthName }) => urls.map((url) => [url, healthName] as const)));
    expect([...nameOf.values()]);
    // The SEC's list at EDGAR's pace, the others at that of publishers.
    const fetch: PoliteFetch = (request) => (request.url.startsWith(`${config.EDGAR_URL}/files/`) ? edgarFetch : publisherFetch)(request);
    const stage = symbolsStage({
      sources,
      onRefused: ({ healthName }, detail) => refused(healthName, detail),
      applyDirectory: createApplyDirectory(bucket(buckets.symbols), insisting),
      isDirectoryLost: createLossCheck(bucket(buckets.symbols), insisting),
      registry,
      pollMs: config.SYMBOLS_POLL_MS,
    });
    return { stage, fetch: watching(fetch, ({ url }) => nameOf.get(url) ?? null) };
  },
};

/** The lane that reads the lists of symbols. */
import { buckets } from '#schemas/subjects.ts';
import { bucketLane } from '../../lane.ts';
import type { PoliteFetch } from '../stage.ts';
import { symbolSources } from './sources.ts';
import { symbolsStage } from './symbols-stage.ts';
import { createApplyDirectory, createLossCheck } from './directory-bucket.ts';

export const symbolsLane = bucketLane(buckets.symbols, {
  name: 'symbols',
  reads: "the SEC's, the exchanges' and vendors' lists",
  steps: ['fetch', 'read lists', 'find renames', 'write changes'],
  asks: 'EDGAR',
  make: ({ config, registry, retryOptions, edgarFetch, publisherFetch, expect, watching, refused }, bucket) => {
    const sources = symbolSources(config);
    const nameOf = new Map(sources.flatMap(({ urls, healthName }) => urls.map((url) => [url, healthName] as const)));
    expect([...nameOf.values()]);
    // The SEC's list is fetched at EDGAR's pace, the others at the publishers' pace.
    const fetch: PoliteFetch = (request) => (request.url.startsWith(`${config.EDGAR_URL}/files/`) ? edgarFetch : publisherFetch)(request);
    const stage = symbolsStage({
      sources,
      onRefused: ({ healthName }, detail) => refused(healthName, detail),
      applyDirectory: createApplyDirectory(bucket, retryOptions),
      isDirectoryLost: createLossCheck(bucket, retryOptions),
      registry,
      pollMs: config.SYMBOLS_POLL_MS,
    });
    return { stage, fetch: watching(fetch, ({ url }) => nameOf.get(url) ?? null) };
  },
});

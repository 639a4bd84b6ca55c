/** The publisher feeds as a lane of the flow. */
import type { Config } from '#schemas/config.ts';
import { rawOf, type StageLane } from '../../lane.ts';
import type { Bounds } from './cadence/price.ts';
import { loadCatalogue } from './catalogue.ts';
import { publishersStage } from './publishers-stage.ts';

/** A cadence outside of the bounds is one that is wanted as it stands. */
export function adaptiveBounds(config: Pick<Config, 'PUBLISHER_POLL_MS' | 'PUBLISHER_POLL_MIN_MS' | 'PUBLISHER_POLL_MAX_MS'>): {
  readonly adaptive?: Bounds;
} {
  const { PUBLISHER_POLL_MS: meanMs, PUBLISHER_POLL_MIN_MS: minMs, PUBLISHER_POLL_MAX_MS: maxMs } = config;
  return minMs < maxMs && meanMs >= minMs && meanMs <= maxMs ? { adaptive: { minMs, maxMs } } : {};
}

export const publishersLane: StageLane = {
  name: 'publishers',
  reads: 'feeds of SOURCES_FILE',
  steps: ['fetch when changed', 'parse feed', 'fetch pages of headlines', 'publish once'],
  writes: rawOf('article', 'refusal'),
  asks: 'others',
  buckets: [],
  make: ({ config, registry, publisherFetch, expect, watching }) => {
    const sources = loadCatalogue(config.SOURCES_FILE === '' ? null : config.SOURCES_FILE);
    if (sources.length === 0) return null;
    const idOf = new Map(sources.map(({ url, id }) => [url, id]));
    expect([...idOf.values()]);
    const pages = config.ARTICLE_PAGES === 'headlines' ? { waitMs: config.ARTICLE_PAGE_WAIT_MS, userAgent: config.USER_AGENT } : null;
    return {
      stage: publishersStage({ sources, intervalMs: config.PUBLISHER_POLL_MS, registry, ...adaptiveBounds(config), ...(pages && { pages }) }),
      fetch: watching(publisherFetch, ({ url }) => idOf.get(url) ?? null),
    };
  },
};

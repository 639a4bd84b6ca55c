/** The lane that polls publisher feeds. */
import { digestOf } from '#schemas/identity.ts';
import { rawOf, type StageLane } from '../../lane.ts';
import { adaptiveBounds } from './cadence/bounds.ts';
import { configuredSources } from './catalogue.ts';
import { publishersStage } from './publishers-stage.ts';

export const publishersLane: StageLane = {
  name: 'publishers',
  reads: 'feeds of SOURCES_FILE',
  steps: ['fetch when changed', 'parse feed', 'fetch pages of headlines', 'publish once'],
  writes: rawOf('article', 'refusal'),
  asks: 'others',
  buckets: [],
  make: ({ config, registry, publisherFetch, expect, watching, listed }) => {
    const sources = configuredSources(config);
    if (sources.length === 0) return null;
    const idOf = new Map(sources.map(({ url, id }) => [url, id]));
    expect([...idOf.values()]);
    const pages = config.ARTICLE_PAGES === 'headlines' ? { waitMs: config.ARTICLE_PAGE_WAIT_MS, userAgent: config.USER_AGENT } : null;
    return {
      stage: publishersStage({
        sources,
        intervalMs: config.PUBLISHER_POLL_MS,
        registry,
        listed,
        ...adaptiveBounds(config),
        ...(pages && { pages }),
      }),
      fetch: watching(publisherFetch, ({ url }) => idOf.get(url) ?? null),
      scope: digestOf(sources.map(({ id, url }) => `${id} ${url}`).join('\n')).slice(0, 8),
    };
  },
};

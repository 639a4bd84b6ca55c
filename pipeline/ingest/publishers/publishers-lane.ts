/** The lane that polls publisher feeds. Several processes share them by site, so that only one process sends requests to a publisher. */
import type { Registry } from 'prom-client';
import pLimit, { type LimitFunction } from 'p-limit';
import { digestOf } from '#schemas/identity.ts';
import { rawOf, type StageShare, type StageLane } from '../../lane.ts';
import { siteOf } from '../../site.ts';
import { adaptiveBounds } from './cadence/bounds.ts';
import { configuredSources, type Source } from './catalogue.ts';
import { createPublisherMetrics, type PublisherMetrics } from './publisher-metrics.ts';
import { publishersStage } from './publishers-stage.ts';

/** More would balance a few processes better, but each costs a lease. */
const shares = 4;
/** Sources that a process polls concurrently. */
const concurrency = 16;

/** State that all shares of a process use: a registry accepts a metric only once. */
interface Common {
  readonly metrics: PublisherMetrics;
  readonly slots: LimitFunction;
}
const commonOf = new WeakMap<Registry, Common>();

function commonIn(registry: Registry): Common {
  const common = commonOf.get(registry) ?? { metrics: createPublisherMetrics(registry), slots: pLimit(concurrency) };
  commonOf.set(registry, common);
  return common;
}

/** Returns a share's sources. Sites are dealt out, those with the most sources first: the same in every process with the same list. */
export function sourcesOfShare(sources: readonly Source[], { index, of }: StageShare): readonly Source[] {
  const sites = Map.groupBy(sources, ({ url }) => siteOf(url).domain);
  const ordered = [...sites].toSorted(([oneSite, one], [otherSite, other]) => other.length - one.length || (oneSite < otherSite ? -1 : 1));
  const loads = Array.from({ length: of }, () => 0);
  const own = new Set<Source>();
  for (const [, together] of ordered) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least]! += together.length;
    if (least === index) for (const source of together) own.add(source);
  }
  return sources.filter((source) => own.has(source));
}

export const publishersLane: StageLane = {
  name: 'publishers',
  reads: 'feeds of SOURCES_FILE',
  steps: ['fetch when changed', 'parse feed', 'fetch pages of headlines', 'publish once'],
  writes: rawOf('article', 'refusal'),
  asks: 'others',
  buckets: [],
  shares,
  make: ({ config, registry, share, publisherFetch, expect, watching, listed }) => {
    const all = configuredSources(config);
    const sources = sourcesOfShare(all, share);
    if (sources.length === 0) return null;
    const idOf = new Map(sources.map(({ url, id }) => [url, id]));
    expect([...idOf.values()]);
    const pages = config.ARTICLE_PAGES === 'headlines' ? { waitMs: config.ARTICLE_PAGE_WAIT_MS, userAgent: config.USER_AGENT } : null;
    const common = commonIn(registry);
    return {
      stage: publishersStage({
        sources,
        intervalMs: config.PUBLISHER_POLL_MS,
        ...common,
        listed,
        ...adaptiveBounds(config),
        ...(pages && { pages }),
      }),
      fetch: watching(publisherFetch, ({ url }) => idOf.get(url) ?? null),
      scope: digestOf(all.map(({ id, url }) => `${id} ${url}`).join('\n')).slice(0, 8),
    };
  },
};

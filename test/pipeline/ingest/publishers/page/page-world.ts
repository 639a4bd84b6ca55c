/** A feed of headlines, its pages, and a stage that polls it. */
import { metricOf, stageDeps } from '../../stage-deps.ts';
import { Registry } from 'prom-client';
import { createOutbound } from '#ops/outbound/outbound.ts';
import { createPoliteFetch, type PoliteFetchOptions } from '#pipeline/ingest/fetch.ts';
import type { Source } from '#pipeline/ingest/publishers/catalogue.ts';
import type { PageOutcome } from '#pipeline/ingest/publishers/page/fetch-page.ts';
import { publishersStage, type PublishersOptions } from '#pipeline/ingest/publishers/publishers-stage.ts';
import type { StageDeps } from '#pipeline/ingest/stage.ts';
import type { RawArticle, RawMessage } from '#schemas/raw.ts';
import type { Site } from '../site.ts';

export const titleOf = (number: number): string => `Example Corp raises dividend for time ${number}`;
export const sentence = 'Example Corp raises its dividend again, the maker said on Monday, and expects revenue to grow by a tenth this year.';
export const pageOf = (text = `<p>${sentence}</p><p>${sentence}</p><p>${sentence}</p>`): string =>
  `<!DOCTYPE html><html><head><title>Example Corp</title></head><body><nav><a href="/">Home</a></nav><article>${text}</article></body></html>`;

/** Returns a feed of headlines, newest first; the entries in `leads` have a description. */
export const feedOf = (base: string, numbers: readonly number[], leads: readonly number[] = []): string =>
  `<rss><channel>${numbers
    .map(
      (number) =>
        `<item><title>${titleOf(number)}</title><link>${base}/story/${number}</link>${leads.includes(number) ? `<description>${sentence}</description>` : ''}<pubDate>2026-01-01T00:00:${String(number % 60).padStart(2, '0')}Z</pubDate></item>`,
    )
    .join('')}</channel></rss>`;

export interface RunningStage {
  readonly published: RawMessage[];
  readonly articles: () => RawArticle[];
  readonly positions: Map<string, unknown>;
  readonly outcomes: (outcome: PageOutcome) => Promise<number>;
  readonly registry: Registry;
  readonly stop: () => Promise<void>;
}

export interface StageWorld {
  readonly sites: readonly Site[];
  readonly sources: readonly Source[];
  readonly options?: Partial<PublishersOptions>;
  readonly deps?: Partial<StageDeps>;
  readonly polite?: Partial<PoliteFetchOptions>;
  readonly positions?: Map<string, unknown>;
}

export const userAgent = 'tickerwire/1.0 (test@tickerwire.example)';

export const sourceAt = (site: Site, more: Partial<Source> = {}): Source => ({
  id: 'headlines',
  name: 'Headlines',
  url: `${site.base}/feed`,
  domain: 'example.com',
  outlet: 'Example',
  kind: 'feed',
  ...more,
});

export function startStage({ sites, sources, options = {}, deps = {}, polite = {}, positions = new Map() }: StageWorld): RunningStage {
  const outbound = createOutbound({ allowedOrigins: sites.map(({ base }) => base) });
  const stopping = new AbortController();
  const registry = new Registry();
  const published: RawMessage[] = [];
  const stage = publishersStage({
    sources,
    intervalMs: 50,
    retryMs: { first: 20, last: 100 },
    registry,
    pages: { waitMs: 60_000, userAgent },
    ...options,
  });
  const { signal } = stopping;
  const fetch = createPoliteFetch({ outbound, userAgent, hostIntervalMs: 0, signal, ...polite });
  const running = stage.run(stageDeps({ outbound, signal, published, positions }, { fetch, ...deps }));
  return {
    published,
    articles: () => published.filter((message) => message.kind === 'article'),
    positions,
    outcomes: (outcome) => metricOf(registry, 'tickerwire_publisher_pages_total', { outcome }),
    registry,
    stop: async () => {
      stopping.abort();
      await running;
      await outbound.close();
    },
  };
}

/** A publishers stage against a local server whose responses the test chooses: what was requested, published and stored. */
import { metricOf, stageDeps } from '../stage-deps.ts';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { createOutbound, type Outbound } from '#ops/outbound/outbound.ts';
import type { Source } from '#pipeline/ingest/publishers/catalogue.ts';
import { publishersStage, type PublishersOptions } from '#pipeline/ingest/publishers/publishers-stage.ts';
import type { StageDeps } from '#pipeline/ingest/stage.ts';
import type { RawMessage } from '#schemas/raw.ts';
import { openSite, type Site } from './site.ts';

export interface StageFixture extends Site {
  readonly outbound: Outbound;
  published: RawMessage[];
  positions: Map<string, unknown>;
  registry: Registry;
  stop: AbortController;
  running: Promise<void>[];
  readonly sourceOf: (id: string, more?: Partial<Source>) => Source;
  readonly depsOf: (more?: Partial<StageDeps>) => StageDeps;
  readonly start: (sources: Source[], options?: Partial<PublishersOptions>, deps?: Partial<StageDeps>) => void;
  readonly titles: () => string[];
  readonly metric: (name: string, labels: Record<string, string>) => Promise<number>;
}

/** Returns an RSS feed; the numbers are newest first, as in real feeds. */
export const feed = (numbers: number[], head = ''): string =>
  `<rss><channel>${head}${numbers.map((number) => `<item><title>Story ${number}</title><link>https://www.example.com/${number}</link><pubDate>2026-01-01T00:00:${String(number % 60).padStart(2, '0')}Z</pubDate></item>`).join('')}</channel></rss>`;

/** Registers hooks: one server per file, everything else new for each test. */
export async function usePublishersStage(): Promise<StageFixture> {
  const site = await openSite();
  const fresh = () => ({ published: [], positions: new Map<string, unknown>(), registry: new Registry(), stop: new AbortController(), running: [] });
  const stage: StageFixture = {
    ...site,
    outbound: createOutbound({ allowedOrigins: [site.base], headersTimeoutMs: 2_000 }),
    ...fresh(),
    sourceOf: (id, more = {}) => ({ id, name: id, url: `${site.base}/${id}`, domain: 'example.com', outlet: 'Example', kind: 'feed', ...more }),
    depsOf: (more = {}) => stageDeps({ ...stage, signal: stage.stop.signal }, more),
    start: (sources, options = {}, deps = {}) => {
      const settings = { sources, intervalMs: 20, retryMs: { first: 20, last: 100 }, registry: stage.registry, ...options };
      stage.running.push(publishersStage(settings).run(stage.depsOf(deps)));
    },
    serve: (path, body, headers = {}, status = 200) => site.serve(path, body, headers, status),
    titles: () => stage.published.map((message) => (message.kind === 'article' ? message.title : message.kind)),
    metric: (name, labels) => metricOf(stage.registry, name, labels),
  };
  afterAll(() => stage.outbound.close());
  beforeEach(() => void Object.assign(stage, fresh()));
  afterEach(async () => {
    stage.stop.abort();
    await Promise.all(stage.running);
  });
  return stage;
}

/** A publisher with a feed of headlines, its pages and its robots.txt, served over HTTP, and a stage that polls it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { createOutbound } from '#ops/outbound/outbound.ts';
import { createPoliteFetch, type PoliteFetchOptions } from '#pipeline/ingest/fetch.ts';
import { parseInProcess } from '#pipeline/ingest/parse/in-process.ts';
import type { Source } from '#pipeline/ingest/publishers/catalogue.ts';
import type { PageOutcome } from '#pipeline/ingest/publishers/page/page-outcome.ts';
import { publishersStage, type PublishersOptions } from '#pipeline/ingest/publishers/publishers-stage.ts';
import type { StageDeps } from '#pipeline/ingest/stage.ts';
import type { RawArticle, RawMessage } from '#schemas/raw.ts';
import { testLog } from '#test/support/log.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Site {
  readonly base: string;
  readonly handlers: Map<string, Handler>;
  /** Paths in the order of the requests. */
  readonly asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  readonly serve: (path: string, body: string | Buffer, headers?: Record<string, string>, status?: number) => void;
  readonly requestsTo: (path: string) => number;
  readonly close: () => void;
}

export async function openSite(): Promise<Site> {
  const handlers = new Map<string, Handler>();
  const asked: { path: string; headers: IncomingMessage['headers'] }[] = [];
  const server: Server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers });
    (handlers.get(request.url ?? '') ?? ((_request, missing) => missing.writeHead(404).end()))(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handlers,
    asked,
    serve: (path, body, headers = { 'content-type': 'text/html' }, status = 200) =>
      void handlers.set(path, (_request, response) => response.writeHead(status, headers).end(body)),
    requestsTo: (path) => asked.filter((request) => request.path === path).length,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

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
    backoffFirstMs: 20,
    backoffLastMs: 100,
    registry,
    pages: { waitMs: 60_000, userAgent },
    ...options,
  });
  const running = stage.run({
    fetch: createPoliteFetch({ outbound, userAgent, hostIntervalMs: 0, signal: stopping.signal, ...polite }),
    parse: parseInProcess,
    publish: async (message) => void published.push(message),
    positions: {
      get: async (key) => structuredClone(positions.get(key)) ?? null,
      set: async (key, value) => void positions.set(key, structuredClone(value)),
    },
    now: () => new Date(),
    log: testLog,
    signal: stopping.signal,
    ...deps,
  });
  return {
    published,
    articles: () => published.filter((message) => message.kind === 'article'),
    positions,
    outcomes: async (outcome) =>
      (await registry.getSingleMetric('tickerwire_publisher_pages_total')?.get())?.values.find(({ labels }) => labels['outcome'] === outcome)
        ?.value ?? 0,
    registry,
    stop: async () => {
      stopping.abort();
      await running;
      await outbound.close();
    },
  };
}

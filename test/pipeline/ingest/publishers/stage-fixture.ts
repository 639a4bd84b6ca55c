/** A publishers stage against a local server whose responses the test chooses: what was requested, published and stored. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createOutbound, type Outbound } from '#ops/outbound/outbound.ts';
import { createPoliteFetch } from '#pipeline/ingest/fetch.ts';
import { parseInProcess } from '#pipeline/ingest/parse/in-process.ts';
import type { Source } from '#pipeline/ingest/publishers/catalogue.ts';
import { publishersStage, type PublishersOptions } from '#pipeline/ingest/publishers/publishers-stage.ts';
import type { StageDeps } from '#pipeline/ingest/stage.ts';
import type { RawMessage } from '#schemas/raw.ts';
import { testLog } from '#test/support/log.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface StageFixture {
  /** Address of the server, without a trailing slash. */
  base: string;
  outbound: Outbound;
  /** Handlers by path; without one the answer is 404. */
  handlers: Map<string, Handler>;
  asked: { path: string; headers: IncomingMessage['headers'] }[];
  published: RawMessage[];
  positions: Map<string, unknown>;
  registry: Registry;
  stop: AbortController;
  running: Promise<void>[];
  readonly sourceOf: (id: string, more?: Partial<Source>) => Source;
  readonly depsOf: (more?: Partial<StageDeps>) => StageDeps;
  readonly start: (sources: Source[], options?: Partial<PublishersOptions>, deps?: Partial<StageDeps>) => void;
  readonly serve: (path: string, body: string | Buffer, headers?: Record<string, string>, status?: number) => void;
  readonly titles: () => string[];
  readonly requestsTo: (path: string) => number;
  readonly metric: (name: string, labels: Record<string, string>) => Promise<number>;
}

/** Returns an RSS feed; the numbers are newest first, as in real feeds. */
export const feed = (numbers: number[], head = ''): string =>
  `<rss><channel>${head}${numbers.map((number) => `<item><title>Story ${number}</title><link>https://www.example.com/${number}</link><pubDate>2026-01-01T00:00:${String(number % 60).padStart(2, '0')}Z</pubDate></item>`).join('')}</channel></rss>`;

/** Registers hooks: one server per file, everything else new for each test. */
export function usePublishersStage(): StageFixture {
  let upstream: Server;
  const fresh = () => ({
    handlers: new Map<string, Handler>(),
    asked: [],
    published: [],
    positions: new Map<string, unknown>(),
    registry: new Registry(),
    stop: new AbortController(),
    running: [],
  });
  const stage: StageFixture = {
    base: '',
    outbound: createOutbound({ allowedOrigins: [] }),
    ...fresh(),
    sourceOf: (id, more = {}) => ({
      id,
      name: id,
      url: `${stage.base}/${id}`,
      domain: 'example.com',
      outlet: 'Example',
      kind: 'feed',
      ...more,
    }),
    depsOf: (more = {}) => ({
      fetch: createPoliteFetch({ outbound: stage.outbound, userAgent: 'tickerwire-test', hostIntervalMs: 0, signal: stage.stop.signal }),
      parse: parseInProcess,
      publish: async (message) => void stage.published.push(message),
      positions: {
        get: async (key) => structuredClone(stage.positions.get(key)) ?? null,
        set: async (key, value) => void stage.positions.set(key, structuredClone(value)),
      },
      now: () => new Date(),
      log: testLog,
      signal: stage.stop.signal,
      ...more,
    }),
    start: (sources, options = {}, deps = {}) => {
      const settings = { sources, intervalMs: 20, backoffFirstMs: 20, backoffLastMs: 100, registry: stage.registry, ...options };
      stage.running.push(publishersStage(settings).run(stage.depsOf(deps)));
    },
    serve: (path, body, headers = {}, status = 200) =>
      void stage.handlers.set(path, (_request, response) => response.writeHead(status, headers).end(body)),
    titles: () => stage.published.map((message) => (message.kind === 'article' ? message.title : message.kind)),
    requestsTo: (path) => stage.asked.filter((request) => request.path === path).length,
    metric: async (name, labels) =>
      (await stage.registry.getSingleMetric(name)?.get())?.values.find(({ labels: found }) =>
        Object.entries(labels).every(([key, value]) => found[key] === value),
      )?.value ?? 0,
  };

  beforeAll(async () => {
    upstream = createServer((request, response) => {
      stage.asked.push({ path: request.url ?? '', headers: request.headers });
      (stage.handlers.get(request.url ?? '') ?? ((_request, missing) => missing.writeHead(404).end()))(request, response);
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    stage.base = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    await stage.outbound.close();
    stage.outbound = createOutbound({ allowedOrigins: [stage.base], headersTimeoutMs: 2_000 });
  });
  afterAll(async () => {
    await stage.outbound.close();
    upstream.closeAllConnections();
    upstream.close();
  });
  beforeEach(() => void Object.assign(stage, fresh()));
  afterEach(async () => {
    stage.stop.abort();
    await Promise.all(stage.running);
  });
  return stage;
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOutbound, type Outbound } from '#ops/runtime/outbound.ts';
import { createPoliteFetch } from '#pipeline/ingest/fetch.ts';
import { parseInProcess } from '#pipeline/ingest/parse/in-process.ts';
import { ParseUnavailableError } from '#pipeline/ingest/parse/parse.ts';
import type { Source } from '#pipeline/ingest/publishers/catalogue.ts';
import { publishersStage, type PublishersOptions } from '#pipeline/ingest/publishers/publishers-stage.ts';
import type { StageDeps } from '#pipeline/ingest/stage.ts';
import type { RawMessage } from '#schemas/raw.ts';
import { testLog } from '#test/support/log.ts';
import { until } from '#test/support/until.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let upstream: Server;
let outbound: Outbound;
let base: string;
let handlers: Map<string, Handler>;
let asked: { path: string; headers: IncomingMessage['headers'] }[];
let published: RawMessage[];
let positions: Map<string, unknown>;
let registry: Registry;
let stop: AbortController;
let running: Promise<void>[];

beforeAll(async () => {
  upstream = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers });
    (handlers.get(request.url ?? '') ?? ((_request, missing) => missing.writeHead(404).end()))(request, response);
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  outbound = createOutbound({ allowedOrigins: [base], headersTimeoutMs: 2_000 });
});
afterAll(async () => {
  await outbound.close();
  upstream.closeAllConnections();
  upstream.close();
});
beforeEach(() => {
  handlers = new Map();
  asked = [];
  published = [];
  positions = new Map();
  registry = new Registry();
  stop = new AbortController();
  running = [];
});
afterEach(async () => {
  stop.abort();
  await Promise.all(running);
});

const sourceOf = (id: string, more: Partial<Source> = {}): Source => ({
  id,
  name: id,
  url: `${base}/${id}`,
  domain: 'example.com',
  outlet: 'Example',
  kind: 'feed',
  ...more,
});

const depsOf = (more: Partial<StageDeps> = {}): StageDeps => ({
  fetch: createPoliteFetch({ outbound, userAgent: 'tickerwire-test', hostIntervalMs: 0, signal: stop.signal }),
  parse: parseInProcess,
  publish: async (message) => void published.push(message),
  positions: {
    get: async (key) => structuredClone(positions.get(key)) ?? null,
    set: async (key, value) => void positions.set(key, structuredClone(value)),
  },
  now: () => new Date(),
  log: testLog,
  signal: stop.signal,
  ...more,
});

const start = (sources: Source[], options: Partial<PublishersOptions> = {}, deps: Partial<StageDeps> = {}): void => {
  running.push(publishersStage({ sources, intervalMs: 20, backoffFirstMs: 20, backoffLastMs: 100, registry, ...options }).run(depsOf(deps)));
};

/** Newest first, as feeds have them. */
const feed = (numbers: number[], head = ''): string =>
  `<rss><channel>${head}${numbers.map((number) => `<item><title>Story ${number}</title><link>https://www.example.com/${number}</link><pubDate>2026-01-01T00:00:${String(number % 60).padStart(2, '0')}Z</pubDate></item>`).join('')}</channel></rss>`;
const serve = (path: string, body: string | Buffer, headers: Record<string, string> = {}, status = 200): void =>
  void handlers.set(path, (_request, response) => response.writeHead(status, headers).end(body));
const titles = (): string[] => published.map((message) => (message.kind === 'article' ? message.title : message.kind));
const requestsTo = (path: string): number => asked.filter((request) => request.path === path).length;
const metric = async (name: string, labels: Record<string, string>): Promise<number> =>
  (await registry.getSingleMetric(name)?.get())?.values.find(({ labels: found }) =>
    Object.entries(labels).every(([key, value]) => found[key] === value),
  )?.value ?? 0;

describe('a source', () => {
  test('is published oldest first, then only what is new of it', async () => {
    serve('/a', feed([3, 2, 1]));
    start([sourceOf('a')]);
    await until('three stories', () => published.length === 3);
    expect(titles()).toEqual(['Story 1', 'Story 2', 'Story 3']);
    const polls = requestsTo('/a');
    await until('two more polls', () => requestsTo('/a') >= polls + 2);
    expect(published).toHaveLength(3);
    serve('/a', feed([5, 4, 3, 2]));
    await until('two more stories', () => published.length === 5);
    expect(titles().slice(3)).toEqual(['Story 4', 'Story 5']);
    expect(await metric('tickerwire_publisher_entries_total', { source: 'a' })).toBe(5);
    expect(await metric('tickerwire_publisher_gaps_total', { source: 'a' })).toBe(0);
  });

  test('is asked conditionally, and an unchanged one costs nothing more', async () => {
    handlers.set('/a', (request, response) =>
      request.headers['if-none-match'] === '"1"'
        ? response.writeHead(304).end()
        : response.writeHead(200, { etag: '"1"', 'last-modified': 'Mon, 01 Jun 2026 00:00:00 GMT' }).end(feed([1])),
    );
    start([sourceOf('a')]);
    await until('unchanged answers', async () => (await metric('tickerwire_publisher_fetches_total', { source: 'a', outcome: 'not_modified' })) >= 2);
    expect(asked[1]?.headers).toMatchObject({ 'if-none-match': '"1"', 'if-modified-since': 'Mon, 01 Jun 2026 00:00:00 GMT' });
    expect(await metric('tickerwire_publisher_fetches_total', { source: 'a', outcome: 'ok' })).toBe(1);
    expect(published).toHaveLength(1);
  });

  test('whose headline changed is published again under the same identity', async () => {
    serve('/a', feed([1]));
    start([sourceOf('a')]);
    await until('the story', () => published.length === 1);
    serve('/a', feed([1]).replace('Story 1', 'Story 1, corrected'));
    await until('the corrected story', () => published.length === 2);
    expect(new Set(published.map(({ identity }) => identity)).size).toBe(1);
  });

  test('has its own cadence where it sets one', async () => {
    serve('/slow', feed([1]));
    serve('/fast', feed([1]));
    start([sourceOf('slow', { interval_seconds: 3_600 }), sourceOf('fast')]);
    await until('five polls of the fast one', () => requestsTo('/fast') >= 5);
    expect(requestsTo('/slow')).toBe(1);
  });

  test('carries when it was listed and fetched', async () => {
    serve('/a', feed([1]));
    start(
      [sourceOf('a')],
      {},
      { fetch: createPoliteFetch({ outbound, userAgent: 'tickerwire-test', hostIntervalMs: 0, now: () => new Date('2026-06-01T12:00:00.000Z') }) },
    );
    await until('the story', () => published.length === 1);
    expect(published[0]).toMatchObject({ seen_at: '2026-06-01T12:00:00.000Z', fetched_at: '2026-06-01T12:00:00.000Z', source: 'a' });
  });
});

describe('a stop anywhere loses nothing', () => {
  test('the position is kept only after everything of a document is published', async () => {
    serve('/a', feed([3, 2, 1]), { etag: '"1"' });
    let isBroken = true;
    const publish: StageDeps['publish'] = async (message) => {
      if (isBroken && message.identity.endsWith('/2')) throw new Error('RAW is away');
      published.push(message);
    };
    start([sourceOf('a')], {}, { publish });
    await until('some failing polls', () => titles().filter((title) => title === 'Story 1').length >= 2);
    expect(positions.size).toBe(0);
    isBroken = false;
    await until('the rest', () => titles().includes('Story 3'));
    await until('the position', () => positions.size === 1);
    expect(titles().slice(-3)).toEqual(['Story 1', 'Story 2', 'Story 3']);
  });

  test('a restart goes on from the kept position', async () => {
    serve('/a', feed([2, 1]), { etag: '"1"' });
    start([sourceOf('a')]);
    await until('the position', () => positions.size === 1);
    stop.abort();
    await Promise.all(running);
    stop = new AbortController();
    registry = new Registry();
    asked = [];
    serve('/a', feed([3, 2]));
    start([sourceOf('a')]);
    await until('the new story', () => titles().includes('Story 3'));
    expect(titles()).toEqual(['Story 1', 'Story 2', 'Story 3']);
    expect(asked[0]?.headers['if-none-match']).toBe('"1"');
  });

  test('it ends at once when told to, whatever it waits for', async () => {
    handlers.set('/hang', () => undefined);
    serve('/a', feed([1]));
    start([sourceOf('hang'), sourceOf('a', { url: `${base.replace('127.0.0.1', 'localhost')}/a`, interval_seconds: 3_600 })], { concurrency: 1 });
    await until('the first request', () => asked.length > 0);
    stop.abort();
    await Promise.all(running);
  });
});

describe('trouble of one source is its own', () => {
  test('a source that never answers holds up no other', async () => {
    const other = createServer((_request, response) => response.end(feed([1])));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const otherBase = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const both = createOutbound({ allowedOrigins: [base, otherBase] });
    handlers.set('/hang', () => undefined);
    start(
      [sourceOf('hang'), sourceOf('hang2', { url: `${base}/hang` }), sourceOf('b', { url: `${otherBase}/b` })],
      { concurrency: 2 },
      { fetch: createPoliteFetch({ outbound: both, userAgent: 'tickerwire-test', hostIntervalMs: 0, signal: stop.signal }) },
    );
    await until('polls of the other', async () => (await metric('tickerwire_publisher_fetches_total', { source: 'b', outcome: 'ok' })) >= 3);
    // Two sources of the host that hangs take one place, not two.
    expect(requestsTo('/hang')).toBe(1);
    stop.abort();
    await Promise.all(running);
    await both.close();
    other.closeAllConnections();
    other.close();
  });

  test('one that fails is asked ever more seldom, and as usual once it is back', async () => {
    serve('/bad', 'no', {}, 500);
    serve('/good', feed([1]));
    start([sourceOf('bad'), sourceOf('good')], { intervalMs: 5, backoffFirstMs: 50, backoffLastMs: 100_000 });
    await until('many polls of the good one', () => requestsTo('/good') >= 40);
    expect(requestsTo('/bad')).toBeLessThan(requestsTo('/good') / 3);
    expect(await metric('tickerwire_publisher_fetches_total', { source: 'bad', outcome: 'failed' })).toBeGreaterThan(0);
    serve('/bad', feed([2]));
    await until('the story of the one that is back', () => titles().includes('Story 2'));
  });

  test('an outage of ours is none of the source: it is asked again soon, while a failure of its own is waited out', async () => {
    serve('/a', feed([1]));
    let outagesLeft = 2;
    const hourMs = 3_600_000;
    start(
      [sourceOf('a')],
      { backoffFirstMs: hourMs, backoffLastMs: hourMs },
      {
        parse: async (name, input) => {
          if (outagesLeft === 0) return parseInProcess(name, input);
          outagesLeft -= 1;
          throw new ParseUnavailableError('a parsing thread did not start');
        },
      },
    );
    await until('the story, once parsing is back', () => titles().includes('Story 1'));
    serve('/a', 'no', {}, 500);
    await until(
      'a failure of the source',
      async () => (await metric('tickerwire_publisher_fetches_total', { source: 'a', outcome: 'failed' })) === 1,
    );
    const before = requestsTo('/a');
    serve('/b', feed([2]));
    start([sourceOf('b')], { registry: new Registry() });
    await until('many polls of another', () => requestsTo('/b') >= 10);
    expect(requestsTo('/a')).toBe(before);
  });

  test('one that asks to be left alone is', async () => {
    serve('/busy', 'no', { 'retry-after': '3600' }, 429);
    serve('/good', feed([1]));
    start(
      [sourceOf('busy'), sourceOf('good', { url: `${base.replace('127.0.0.1', 'localhost')}/good` })],
      {},
      {
        fetch: async (request) => (request.url.includes('localhost') ? { outcome: 'not_modified' } : depsOf().fetch(request)),
      },
    );
    await until(
      'polls of the other',
      async () => (await metric('tickerwire_publisher_fetches_total', { source: 'good', outcome: 'not_modified' })) >= 10,
    );
    expect(requestsTo('/busy')).toBe(1);
  });
});

describe('a document that cannot be read is one refusal', () => {
  test('counted once however often it is polled, and asked for whole until it can be read', async () => {
    serve('/a', '<rss><channel><item><title>cut', { etag: '"1"' });
    start([sourceOf('a')]);
    await until('three polls', () => requestsTo('/a') >= 3);
    expect(published).toMatchObject([{ kind: 'refusal', reason: 'malformed', source: 'a' }]);
    serve('/a', 'not XML at all', { etag: '"1"' });
    await until('the other refusal', () => published.length === 2);
    const before = asked.length;
    await until('another poll', () => asked.length > before + 1);
    expect(asked.at(-1)?.headers['if-none-match']).toBeUndefined();
    serve('/a', feed([1]));
    await until('the story', () => titles().includes('Story 1'));
    expect(await metric('tickerwire_publisher_refusals_total', { source: 'a', reason: 'malformed' })).toBe(2);
    expect(await metric('tickerwire_publisher_gaps_total', { source: 'a' })).toBe(0);
  });

  test('a bomb is cut off, counted once and backed off from', async () => {
    serve('/a', gzipSync(Buffer.alloc(20_000_000)), { 'content-encoding': 'gzip' });
    start([sourceOf('a')], { bodyBytesMax: 1_000_000 });
    await until('three polls', () => requestsTo('/a') >= 3);
    expect(published).toMatchObject([{ kind: 'refusal', reason: 'too_large' }]);
    expect(await metric('tickerwire_publisher_refusals_total', { source: 'a', reason: 'too_large' })).toBe(1);
  });

  test('an entry about an address of others is refused beside the good ones, counted once', async () => {
    serve('/a', feed([1]).replace('</channel>', '<item><title>x</title><link>https://www.reuters.com/1</link></item></channel>'));
    start([sourceOf('a')]);
    await until('three polls', () => requestsTo('/a') >= 3);
    expect(published).toMatchObject([{ reason: 'foreign_link' }, { title: 'Story 1' }]);
    expect(await metric('tickerwire_publisher_refusals_total', { source: 'a', reason: 'foreign_link' })).toBe(1);
  });

  test('its good entries are published beside the refusals of its bad ones', async () => {
    serve('/a', feed([1]).replace('</channel>', '<item><title>no link</title></item></channel>'));
    start([sourceOf('a')]);
    await until('both', () => published.length === 2);
    expect(published.map(({ kind }) => kind).toSorted()).toEqual(['article', 'refusal']);
  });
});

describe('a feed can send us only to where its source may speak', () => {
  // The same server under another name: allowed to be asked, and for this source another publisher's.
  let elsewhere: string;
  let both: Outbound;
  let fetch: StageDeps['fetch'];
  beforeEach(() => {
    elsewhere = base.replace('127.0.0.1', 'localhost');
    both = createOutbound({ allowedOrigins: [base, elsewhere] });
    fetch = createPoliteFetch({ outbound: both, userAgent: 'tickerwire-test', hostIntervalMs: 0, signal: stop.signal });
  });
  afterEach(() => both.close());
  const redirected = (path: string, to: string): void =>
    void handlers.set(path, (_request, response) => response.writeHead(302, { location: to }).end());

  test('a redirect elsewhere is a failure, and what it leads to is not asked for', async () => {
    serve('/secret', feed([1]));
    redirected('/a', `${elsewhere}/secret`);
    start([sourceOf('a')], {}, { fetch });
    await until('two failures', async () => (await metric('tickerwire_publisher_fetches_total', { source: 'a', outcome: 'failed' })) >= 2);
    expect([requestsTo('/secret'), published.length]).toEqual([0, 0]);
  });

  test('a redirect on its own host, or to one that the catalogue lists beside it, is followed', async () => {
    serve('/moved', feed([1]));
    serve('/elsewhere', feed([2]));
    redirected('/a', '/moved');
    redirected('/b', `${elsewhere}/elsewhere`);
    start([sourceOf('a'), sourceOf('b', { domains: ['localhost'] })], {}, { fetch });
    await until('both stories', () => published.length === 2);
    expect(titles().toSorted()).toEqual(['Story 1', 'Story 2']);
  });

  test('an older page elsewhere is not asked for: that is a gap', async () => {
    serve('/a', feed([1]));
    serve('/older', feed([3, 2, 1]));
    start([sourceOf('a')], {}, { fetch });
    await until('the story', () => published.length === 1);
    serve('/a', feed([4], `<atom:link rel="next" href="${elsewhere}/older"/>`));
    await until('the gap', async () => (await metric('tickerwire_publisher_gaps_total', { source: 'a' })) === 1);
    expect(requestsTo('/older')).toBe(0);
  });
});

describe('a gap', () => {
  const page = (numbers: number[], next: string | null): string =>
    feed(numbers, next === null ? '' : `<atom:link rel="next" href="${base}${next}"/>`);

  test('is filled from the older pages, down to what was seen', async () => {
    serve('/a', page([2, 1], '/page2'));
    start([sourceOf('a')]);
    await until('two stories', () => published.length === 2);
    serve('/page2', page([6, 5], '/page3'));
    serve('/page3', page([4, 3, 2], '/page4'));
    serve('/a', page([8, 7], '/page2'));
    await until('all stories', () => published.length === 8);
    expect(titles()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((number) => `Story ${number}`));
    expect(requestsTo('/page4')).toBe(0);
    expect(await metric('tickerwire_publisher_gaps_total', { source: 'a' })).toBe(0);
  });

  test('that cannot be filled is counted, and what there is is published', async () => {
    serve('/a', feed([2, 1]));
    start([sourceOf('a')]);
    await until('two stories', () => published.length === 2);
    serve('/a', feed([9, 8]));
    await until('the others', () => published.length === 4);
    await until('the gap', async () => (await metric('tickerwire_publisher_gaps_total', { source: 'a' })) === 1);
  });

  test('is followed for so many pages only, in no circle, and not on the first poll', async () => {
    serve('/a', page([1], '/page2'));
    serve('/page2', page([50], '/page3'));
    start([sourceOf('a')], { pagesMax: 3 });
    await until('the story', () => published.length === 1);
    expect(requestsTo('/page2')).toBe(0);
    for (let number = 2; number < 10; number += 1) serve(`/page${number}`, page([50 - number], `/page${number + 1}`));
    serve('/a', page([9], '/page2'));
    await until('the gap', async () => (await metric('tickerwire_publisher_gaps_total', { source: 'a' })) === 1);
    expect([2, 3, 4, 5].map((number) => requestsTo(`/page${number}`))).toEqual([1, 1, 1, 0]);
    serve('/a', page([10], '/a'));
    await until('the second gap', async () => (await metric('tickerwire_publisher_gaps_total', { source: 'a' })) === 2);
  });
});

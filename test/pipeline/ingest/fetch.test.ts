import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createOutbound } from '#ops/outbound/outbound.ts';
import { parseRetryAfter } from '#ops/outbound/retry-after.ts';
import { freshFor, createPoliteFetch, type PoliteFetchOptions } from '#pipeline/ingest/fetch.ts';
import type { FetchRequest, PoliteFetch } from '#pipeline/ingest/stage.ts';
import { sharedOrigin } from '#test/support/shared-origin.ts';
import { until } from '#test/support/until.ts';

let handler: (request: IncomingMessage, response: ServerResponse) => void;

/** A clock that moves only when the fetch waits, or when a test moves it. */
let clockMs: number;
/** How far the wall clock is from `clockMs`, in ms. */
let leapMs: number;
let waits: number[];
const clock = {
  now: (): Date => new Date(clockMs + leapMs),
  steadyMs: (): number => clockMs,
  pause: async (waitMs: number): Promise<void> => {
    waits.push(waitMs);
    clockMs += waitMs;
  },
};

const base = await sharedOrigin((request, response) => handler(request, response));
const secondBase = await sharedOrigin((_request, response) => response.end('second'));
const outbound = createOutbound({ allowedOrigins: [base, secondBase] });
afterAll(() => outbound.close());
beforeEach(() => {
  clockMs = Date.parse('2026-06-01T12:00:00.000Z');
  leapMs = 0;
  waits = [];
  handler = (_request, response) => response.end('ok');
});

const polite = (more: Partial<PoliteFetchOptions> = {}): PoliteFetch =>
  createPoliteFetch({ outbound, userAgent: 'tickerwire-test (ops@tickerwire.example)', hostIntervalMs: 1_000, ...clock, ...more });
const asking = (url = `${base}/feed`, more: Partial<FetchRequest> = {}): FetchRequest => ({ url, bodyBytesMax: 100_000, timeoutMs: 5_000, ...more });

test('a request says who asks, what it can decompress and what it already has; without validators it is unconditional', async () => {
  const headers: IncomingMessage['headers'][] = [];
  handler = (request, response) => {
    headers.push(request.headers);
    response.writeHead(304).end();
  };
  const validators = { etag: 'W/"1"', lastModified: 'Mon, 01 Jun 2026 00:00:00 GMT' };
  expect(await polite()(asking(undefined, { headers: { Accept: 'application/rss+xml' }, ...validators }))).toEqual({ outcome: 'not_modified' });
  expect(headers[0]).toMatchObject({
    'user-agent': 'tickerwire-test (ops@tickerwire.example)',
    'accept-encoding': 'gzip, deflate, zstd',
    accept: 'application/rss+xml',
    'if-none-match': validators.etag,
    'if-modified-since': validators.lastModified,
  });
  expect(await polite()(asking(undefined, { etag: null, lastModified: null }))).toMatchObject({ outcome: 'failed', status: 304 });
  expect(Object.keys(headers[1]!)).not.toContain('if-none-match');
  expect(Object.keys(headers[1]!)).not.toContain('if-modified-since');
});

describe('result', () => {
  test('carries body, type, validators, last address and the instant', async () => {
    handler = (request, response) => {
      if (request.url === '/old') return response.writeHead(301, { location: '/feed' }).end();
      return response
        .writeHead(200, {
          'content-type': 'text/xml; charset=utf-8',
          etag: '"2"',
          'last-modified': 'Tue, 02 Jun 2026 00:00:00 GMT',
          'content-encoding': 'gzip',
        })
        .end(gzipSync('<rss/>'));
    };
    expect(await polite()(asking(`${base}/old`))).toEqual({
      outcome: 'ok',
      url: `${base}/feed`,
      contentType: 'text/xml; charset=utf-8',
      body: Buffer.from('<rss/>'),
      etag: '"2"',
      lastModified: 'Tue, 02 Jun 2026 00:00:00 GMT',
      fetchedAt: '2026-06-01T12:00:00.000Z',
    });
  });

  test.each([204, 206, 404, 503])('of status %i is a failure that names it', async (status) => {
    handler = (_request, response) => response.writeHead(status).end();
    expect(await polite()(asking())).toEqual({ outcome: 'failed', cause: 'status', status, retryAfterMs: null, detail: `status ${status}` });
  });

  test('of a document over the limit is a refusal', async () => {
    handler = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000)));
    expect(await polite()(asking())).toMatchObject({ outcome: 'refused', reason: 'too_large' });
  });

  test('of a forbidden address, a broken connection or no address at all is a failure', async () => {
    handler = (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    const detail = 'forbidden: 127.0.0.1 is not a public address';
    expect(await polite()(asking())).toMatchObject({ outcome: 'failed', cause: 'forbidden', status: null, detail });
    const remedy = expect.stringContaining('not public; add http://localhost:9 to OUTBOUND_ALLOWED_ORIGINS to allow it') as string;
    expect(await polite()(asking('http://localhost:9/feed'))).toMatchObject({ outcome: 'failed', status: null, detail: remedy });
    handler = (_request, response) => response.destroy();
    expect(await polite()(asking())).toMatchObject({ outcome: 'failed', status: null });
    expect(await polite()(asking('nowhere'))).toMatchObject({ outcome: 'failed', status: null });
  });
});

describe('politeness', () => {
  test('one request at a time per host, with the interval between two starts', async () => {
    let running = 0;
    let most = 0;
    handler = (_request, response) => {
      running += 1;
      most = Math.max(most, running);
      setImmediate(() => {
        running -= 1;
        response.end('ok');
      });
    };
    const fetch = polite();
    const results = await Promise.all(Array.from({ length: 5 }, () => fetch(asking())));
    expect(results.every(({ outcome }) => outcome === 'ok')).toBe(true);
    expect(most).toBe(1);
    expect(waits).toEqual([1_000, 1_000, 1_000, 1_000]);
  });

  test('a slow host does not hold up another', async () => {
    const responses: ServerResponse[] = [];
    handler = (_request, response) => void responses.push(response);
    const fetch = polite();
    const slow = fetch(asking());
    await until('the slow host to be asked', () => responses.length === 1);
    expect(await fetch(asking(`${secondBase}/`))).toMatchObject({ outcome: 'ok' });
    responses[0]?.end('late');
    expect(await slow).toMatchObject({ outcome: 'ok' });
  });

  test('as many requests as a host may have under way go side by side, and the next when one ends', async () => {
    const responses: ServerResponse[] = [];
    handler = (_request, response) => void responses.push(response);
    const fetch = polite({ hostIntervalMs: 0, inFlightMax: 3 });
    const all = Array.from({ length: 5 }, (_, place) => fetch(asking(`${base}/${place}`)));
    await until('three requests', () => responses.length === 3);
    responses[1]?.end('ok');
    await until('the fourth', () => responses.length === 4);
    for (const response of responses) response.end('ok');
    await until('the fifth', () => responses.length === 5);
    responses[4]?.end('ok');
    expect((await Promise.all(all)).map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
  });

  test('a leave is given back when the answer begins, one a redirect, and when the request fails', async () => {
    const book: string[] = [];
    let leaves = 0;
    const beforeSend = async () => {
      leaves += 1;
      const leave = leaves;
      return () => void (book.at(-1) === `back ${leave}` || book.push(`back ${leave}`));
    };
    let body: ServerResponse | null = null;
    handler = (request, response) => {
      if (request.url === '/old') return void response.writeHead(301, { location: '/feed' }).end();
      body = response;
      return void response.writeHead(200).write('begun');
    };
    const fetch = polite({ beforeSend });
    const answer = fetch(asking(`${base}/old`));
    await until('both leaves to be back before the body is here', () => book.length === 2);
    (body as ServerResponse | null)?.end();
    expect(await answer).toMatchObject({ outcome: 'ok' });
    handler = (_request, response) => response.destroy();
    expect(await fetch(asking())).toMatchObject({ outcome: 'failed' });
    expect(book).toEqual(['back 1', 'back 2', 'back 3']);
  });

  test('requests that wait for leave are not sent once another request was told to leave the host alone', async () => {
    handler = (_request, response) => response.writeHead(429, { 'retry-after': '120' }).end();
    let count = 0;
    const answered = Promise.withResolvers<void>();
    const beforeSend = async () => {
      count += 1;
      if (count > 1) await answered.promise;
      return () => undefined;
    };
    const fetch = polite({ hostIntervalMs: 0, inFlightMax: 2, beforeSend });
    const [first, waiting] = [fetch(asking()), fetch(asking())];
    expect(await first).toMatchObject({ status: 429 });
    answered.resolve();
    expect(await waiting).toMatchObject({ outcome: 'failed', cause: 'host_pause', status: null, detail: 'the host asked for a pause' });
  });

  test('a failing request does not block those behind it', async () => {
    let count = 0;
    handler = (_request, response) => (count++ === 0 ? response.destroy() : response.end('ok'));
    const fetch = polite();
    const [first, next] = await Promise.all([fetch(asking()), fetch(asking())]);
    expect([first?.outcome, next?.outcome]).toEqual(['failed', 'ok']);
  });

  test('a host that asks for a pause gets it, and the caller learns how long it is', async () => {
    let count = 0;
    handler = (_request, response) => {
      count += 1;
      response.writeHead(429, { 'retry-after': '120' }).end();
    };
    const fetch = polite();
    expect(await fetch(asking())).toMatchObject({ outcome: 'failed', cause: 'status', status: 429, retryAfterMs: 120_000 });
    clockMs += 20_000;
    expect(await fetch(asking(`${base}/another`))).toMatchObject({ outcome: 'failed', status: null, retryAfterMs: 100_000 });
    expect(count).toBe(1);
    clockMs += 100_000;
    handler = (_request, response) => response.end('ok');
    expect(await fetch(asking())).toMatchObject({ outcome: 'ok' });
  });

  test('a host that asks for time with its pages has it for them, and its listings go on', async () => {
    handler = (request, response) => (request.url === '/page' ? response.writeHead(429, { 'retry-after': '120' }).end() : response.end('ok'));
    const fetch = polite();
    const rests = { outcome: 'failed', detail: expect.stringContaining('asked for a pause') as string };
    await fetch(asking(`${base}/page`, { purpose: 'page' }));
    expect(await fetch(asking(`${base}/other-page`, { purpose: 'page' }))).toMatchObject(rests);
    expect(await fetch(asking())).toMatchObject({ outcome: 'ok' });
    handler = (_request, response) => response.writeHead(429, { 'retry-after': '600' }).end();
    await fetch(asking());
    clockMs += 200_000;
    expect(await fetch(asking(`${base}/page`, { purpose: 'page' }))).toMatchObject(rests);
  });

  test('a short Retry-After is waited for, a boundless one is capped', async () => {
    handler = (_request, response) => response.writeHead(503, { 'retry-after': '3' }).end();
    const fetch = polite();
    await fetch(asking());
    handler = (_request, response) => response.writeHead(503, { 'retry-after': '99999999' }).end();
    expect(await fetch(asking())).toMatchObject({ outcome: 'failed', retryAfterMs: 3_600_000 });
    expect(waits).toEqual([3_000]);
  });
});

describe('a wall clock that is set', () => {
  const hourMs = 3_600_000;
  const yearMs = 365 * 24 * hourMs;
  test.each([
    ['a year back', -yearMs],
    ['an hour ahead', hourMs],
  ])('%s neither shuts a host out nor lets it be asked sooner', async (_, leap) => {
    const ask = polite();
    expect(await ask(asking())).toMatchObject({ outcome: 'ok' });
    leapMs = leap;
    expect(await ask(asking())).toMatchObject({ outcome: 'ok', fetchedAt: new Date(clockMs + leap).toISOString() });
    expect(waits).toEqual([1_000]);
    handler = (_request, response) => response.writeHead(429, { 'retry-after': '120' }).end();
    await ask(asking());
    leapMs = -leap;
    expect(await ask(asking())).toMatchObject({ outcome: 'failed', detail: 'the host asked for a pause', retryAfterMs: 120_000 });
  });

  test('does not change what a date in Retry-After means: it is by the clock of the host', async () => {
    handler = (_request, response) =>
      response.writeHead(429, { date: 'Mon, 01 Jun 2026 08:00:00 GMT', 'retry-after': 'Mon, 01 Jun 2026 08:02:00 GMT' }).end();
    for (const leap of [0, -hourMs, yearMs]) {
      leapMs = leap;
      expect(await polite()(asking())).toMatchObject({ outcome: 'failed', cause: 'status', status: 429, retryAfterMs: 120_000 });
    }
  });
});

describe('Retry-After', () => {
  const at = new Date('2026-06-01T12:00:00.000Z');
  test.each([
    ['120', 120_000],
    ['Mon, 01 Jun 2026 12:01:00 GMT', 60_000],
    ['Mon Jun  1 12:01:00 2026', 60_000],
    ['Mon, 01 Jun 2026 11:00:00 GMT', 0],
    ['999999999999', 3_600_000],
    ['-5', null],
    [null, null],
  ])('%s means %s ms', (header, expected) => expect(parseRetryAfter(header, at, 3_600_000)).toBe(expected));
});

const date = 'Mon, 01 Jun 2026 12:00:00 GMT';

test.each<[Record<string, string>, number | undefined]>([
  [{}, undefined],
  [{ 'cache-control': 'max-age=300' }, 300_000],
  [{ 'cache-control': 'public, s-maxage=600, Max-Age="120"' }, 120_000],
  [{ 'cache-control': 'max-age=300', age: '100' }, 200_000],
  [{ 'cache-control': 'max-age=300, no-cache' }, 0],
  [{ 'cache-control': 'private', date, expires: 'Mon, 01 Jun 2026 12:05:00 GMT' }, 300_000],
  [{ 'cache-control': 'max-age=60', date, expires: 'Mon, 01 Jun 2026 12:05:00 GMT' }, 60_000],
  [{ date, expires: '0' }, 0],
  [{ date, expires: 'Mon, 01 Jun 2020 12:05:00 GMT' }, 0],
  [{ expires: 'Mon, 01 Jun 2026 12:05:00 GMT' }, undefined],
  [{ 'cache-control': 'max-age=99999999999999' }, undefined],
])('caches may serve an answer with %j for a time', (headers, ms) => expect(freshFor(headers).freshForMs).toBe(ms));

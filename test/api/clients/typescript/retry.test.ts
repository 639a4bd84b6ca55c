import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '#api/clients/typescript/src/client.ts';
import { ApiError, ConnectionError, retryAfterOf, UnexpectedAnswerError } from '#api/clients/typescript/src/errors.ts';
import { readStream } from '#api/clients/typescript/src/stream.ts';
import { defaultRetries, delayBeforeRetryMs, waitMs } from '#api/clients/typescript/src/retry.ts';
import { sharedOrigin } from '#test/support/shared-origin.ts';

/** Responses of a service, one per call; further calls get the last one. */
let script: ((response: ServerResponse) => void)[];
let calls: { readonly atMs: number }[];

const origin = await sharedOrigin((_, response) => {
  calls.push({ atMs: performance.now() });
  script[Math.min(calls.length, script.length) - 1]!(response);
});
const client = createClient({ baseUrl: `${origin}/`, apiKey: 'nf_live_x', timeoutMs: 5_000, retries: { firstMs: 5, maxMs: 20 } });
beforeEach(() => {
  calls = [];
});

const ok = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"results":[],"next_cursor":null}');
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(code, { 'content-type': 'text/html', ...headers }).end('<h1>busy</h1>');

describe('a call', () => {
  test.each([408, 429, 503])('is retried after a %i of the service or a proxy', async (code) => {
    script = [status(code), status(code), ok];
    expect((await client.listNews()).results).toEqual([]);
    expect(calls).toHaveLength(3);
  });

  test.each([400, 404])('is not retried after a %i', async (code) => {
    script = [status(code), ok];
    await expect(client.listNews()).rejects.toMatchObject({ status: code, code: 'unknown' });
    expect(calls).toHaveLength(1);
  });

  test('is retried when its answer or the connection is cut off', async () => {
    script = [
      (response) => response.socket!.destroy(),
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"results":[');
        setTimeout(() => response.socket!.destroy(), 5);
      },
      ok,
    ];
    expect((await client.listNews()).results).toEqual([]);
    expect(calls).toHaveLength(3);
  });

  test('of the stream takes lines that end in CRLF, and reports `behind` to a slow reader', async () => {
    const events = 'retry: 5\r\n\r\nid: one\r\nevent: news\r\ndata: {"n":1}\r\n\r\nid: two\r\nevent: behind\r\ndata: {}\r\n\r\n';
    script = [(response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events)];
    const [rows, troubles]: [unknown[], unknown[]] = [[], []];
    for await (const row of readStream(
      () => client.open('streamNews', {}),
      { feed: 'news', cursor: null },
      { onTrouble: (error) => troubles.push(error) },
    )) {
      rows.push(row);
      if (rows.length === 2) break;
    }
    expect(rows).toEqual([{ n: 1 }, { n: 1 }]);
    expect(troubles).toEqual([expect.objectContaining({ message: 'the reader is slower than the feed' })]);
  });

  test('of the stream lets the handling of rows take longer than the silence that ends a connection', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const [rows, troubles, ended]: [unknown[], unknown[], unknown[]] = [[], [], []];
    const quiet = (signal: AbortSignal): ReadableStream =>
      new ReadableStream({
        start: (to) => {
          to.enqueue(new TextEncoder().encode('id: one\nevent: news\ndata: {"n":1}\n\nid: two\nevent: news\ndata: {"n":2}\n\n'));
          signal.addEventListener('abort', () => (ended.push(signal.reason), to.error(signal.reason)));
        },
      });
    const reading = (async () => {
      const stop = new AbortController();
      for await (const row of readStream(
        (_, signal) => Promise.resolve(new Response(quiet(signal), { headers: { 'content-type': 'text/event-stream' } })),
        { feed: 'news', cursor: null },
        { signal: stop.signal, onTrouble: (error) => (troubles.push(error), stop.abort()) },
      )) {
        rows.push(row);
        await vi.advanceTimersByTimeAsync(60_000);
        expect(ended).toEqual([]);
      }
    })();
    const ends = reading.then(() => true);
    while (!(await Promise.race([ends, vi.advanceTimersByTimeAsync(1_000).then(() => false)])));
    expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
    expect(troubles).toEqual([expect.objectContaining({ message: 'nothing received for 45000 ms' })]);
  });

  test('fails after the maximum number of attempts, with the last error', async () => {
    script = [status(503)];
    await expect(client.listNews()).rejects.toBeInstanceOf(ApiError);
    expect(calls).toHaveLength(defaultRetries.attempts);
  });

  test('waits as long as Retry-After says, and fails at once for more than the bound', async () => {
    script = [status(429, { 'retry-after': '1' }), ok];
    await client.listNews();
    expect(calls[1]!.atMs - calls[0]!.atMs).toBeGreaterThanOrEqual(1_000);
    calls = [];
    script = [status(429, { 'retry-after': '3600' }), ok];
    await expect(client.listNews()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3_600 });
    expect(calls).toHaveLength(1);
  });

  test('ends after its timeout when the service does not answer', async () => {
    script = [() => undefined];
    await expect(client.listNews({}, { timeoutMs: 30 })).rejects.toThrow('no complete answer within 30 ms');
    expect(calls).toHaveLength(defaultRetries.attempts);
  });

  test('ends with its signal while it waits for a retry', async () => {
    const stop = new AbortController();
    const busy = status(503, { 'retry-after': '50' });
    script = [
      (response) => {
        busy(response);
        setTimeout(() => stop.abort(new Error('stopped')), 50);
      },
    ];
    const given = client.listNews({}, { signal: stop.signal });
    await expect(given).rejects.toThrow('stopped');
    expect(calls).toHaveLength(1);
  });

  test('does not accept the page of a proxy as an answer, and follows no redirect with its key', async () => {
    script = [(response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>sign in</h1>')];
    await expect(client.listNews()).rejects.toBeInstanceOf(UnexpectedAnswerError);
    script = [status(302, { location: 'http://127.0.0.1:1/' })];
    calls = [];
    await expect(client.listNews()).rejects.toBeInstanceOf(ConnectionError);
  });
});

describe('the schedule', () => {
  const refusal = (code: number, retryAfterSeconds: number | null = null): ApiError =>
    new ApiError({ code: 'x', title: '', status: code, detail: '', request_id: null, extra: {} }, null, retryAfterSeconds);

  test('never waits less than Retry-After, and never more than its bounds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.option(fc.integer({ min: 0, max: 60 })),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failures, asked, random) => {
          const ms = waitMs(failures, asked, defaultRetries, () => random);
          expect(ms).toBeGreaterThanOrEqual(asked === null ? defaultRetries.firstMs / 2 : asked * 1_000);
          expect(ms).toBeLessThanOrEqual(asked === null ? defaultRetries.maxMs : asked * 1_000 + 1_000);
        },
      ),
    );
  });

  test('a call that changes something is retried only if it was refused unread', () => {
    const made = { attempts: 1, isSafe: false };
    expect(delayBeforeRetryMs(refusal(503), made, defaultRetries)).toBeNull();
    expect(delayBeforeRetryMs(new ConnectionError(''), made, defaultRetries)).toBeNull();
    expect(delayBeforeRetryMs(refusal(429, 1), made, defaultRetries)).toBeGreaterThanOrEqual(1_000);
  });

  test('Retry-After is read as seconds and as a date', () => {
    const of = (text: string): number | null => retryAfterOf(new Headers({ 'retry-after': text }), Date.parse('2026-01-01T00:00:00Z'));
    expect(of('17')).toBe(17);
    expect(of('Thu, 01 Jan 2026 00:00:30 GMT')).toBe(30);
    expect(of('Wed, 31 Dec 2025 00:00:30 GMT')).toBe(0);
    expect(of('soon')).toBeNull();
  });
});

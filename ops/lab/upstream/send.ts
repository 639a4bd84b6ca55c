/**
 * Sends a reply; handles conditional requests (RFC 9110, 13), gzip and HEAD. A document is recorded as served before the first of its own
 * bytes is sent.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { constants, gzip as gzipCallback } from 'node:zlib';
import type { Chunk, Reply } from './reply.ts';
import type { DocumentRef } from './served.ts';

const gzip = promisify(gzipCallback);
const gzipFromBytes = 1_000;
/** Cache of compressed bodies: all clients that poll a feed get the same body object until the feed changes. */
const compressed = new WeakMap<Buffer, Promise<Buffer>>();

export type Mark = (refs: readonly DocumentRef[]) => void;

/** Sends the reply. `mark` records the documents that it lists as served; `nowMs` is the wall clock. */
export async function sendReply(request: IncomingMessage, response: ServerResponse, answer: Reply, mark: Mark, nowMs: number): Promise<void> {
  const headers: Record<string, string> = { ...answer.headers };
  if (answer.etag !== undefined) headers.etag = answer.etag;
  if (answer.lastModifiedAt !== undefined && headers['last-modified'] === undefined)
    headers['last-modified'] = new Date(settledSecond(answer.lastModifiedAt, nowMs)).toUTCString();
  if (answer.status === 200 && isUnchanged(request, headers)) {
    response.writeHead(304, only(headers, ['etag', 'last-modified', 'content-location']));
    response.end();
    return;
  }
  if (!Buffer.isBuffer(answer.body)) return sendChunks(request, response, answer, headers, mark);
  let body = answer.body;
  if (body.length >= gzipFromBytes && headers['content-encoding'] === undefined && acceptsGzip(request)) {
    body = await gzipped(answer.body);
    headers['content-encoding'] = 'gzip';
    headers.vary = 'Accept-Encoding';
  }
  headers['content-length'] = String(body.length);
  if (request.method !== 'HEAD' && answer.shows !== undefined) mark(answer.shows);
  response.writeHead(answer.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

async function sendChunks(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Reply,
  headers: Record<string, string>,
  mark: Mark,
): Promise<void> {
  response.writeHead(answer.status, headers);
  if (request.method === 'HEAD') return void response.end();
  for await (const { bytes, shows } of answer.body as AsyncIterable<Chunk>) {
    if (response.destroyed) return;
    mark(shows);
    await write(response, bytes);
  }
  response.end();
}

/** Writes the bytes. Resolves when the response's buffer has room for more, or when the client has disconnected. */
export async function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  if (response.destroyed || response.write(bytes)) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

/**
 * Returns `at` rounded down to a second. While that second is not over it returns the one before, because another document may be released
 * within it, which If-Modified-Since would then hide (RFC 9110, 8.8.2.2).
 */
const settledSecond = (at: number, nowMs: number): number => {
  const second = Math.floor(at / 1000) * 1000;
  return second + 1000 > nowMs ? second - 1000 : second;
};

function isUnchanged(request: IncomingMessage, headers: Readonly<Record<string, string>>): boolean {
  const noneMatch = request.headers['if-none-match'];
  if (noneMatch !== undefined) {
    const weak = (tag: string): string => tag.trim().replace(/^W\//, '');
    return headers.etag !== undefined && (noneMatch.trim() === '*' || noneMatch.split(',').some((tag) => weak(tag) === weak(headers.etag ?? '')));
  }
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  const modified = Date.parse(headers['last-modified'] ?? '');
  return modified <= since;
}

const acceptsGzip = (request: IncomingMessage): boolean =>
  (request.headers['accept-encoding'] ?? '')
    .split(',')
    .some((coding) => /^\s*(gzip|\*)\s*(;\s*q\s*=\s*(0?\.\d*[1-9]\d*|1(\.0*)?))?\s*$/i.test(coding));

function gzipped(body: Buffer): Promise<Buffer> {
  let pending = compressed.get(body);
  if (pending === undefined) {
    pending = gzip(body, { level: constants.Z_BEST_SPEED });
    compressed.set(body, pending);
  }
  return pending;
}

const only = (headers: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));

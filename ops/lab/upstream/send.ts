/**
 * Sends a reply; handles If-None-Match with one tag, If-Modified-Since and gzip. A document is recorded as served before the first byte of the
 * reply that lists it is sent.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { constants, gzip as gzipCallback } from 'node:zlib';
import type { Reply } from './reply.ts';
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
    response.writeHead(304, Object.fromEntries(Object.entries(headers).filter(([name]) => name === 'etag' || name === 'last-modified')));
    response.end();
    return;
  }
  let body = answer.body;
  if (body.length >= gzipFromBytes && headers['content-encoding'] === undefined && request.headers['accept-encoding']?.includes('gzip')) {
    body = await gzipped(answer.body);
    headers['content-encoding'] = 'gzip';
    headers.vary = 'Accept-Encoding';
  }
  headers['content-length'] = String(body.length);
  if (answer.shows !== undefined) mark(answer.shows);
  response.writeHead(answer.status, headers);
  response.end(body);
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
  if (noneMatch !== undefined) return noneMatch === headers.etag;
  return Date.parse(headers['last-modified'] ?? '') <= Date.parse(request.headers['if-modified-since'] ?? '');
}

function gzipped(body: Buffer): Promise<Buffer> {
  let pending = compressed.get(body);
  if (pending === undefined) {
    pending = gzip(body, { level: constants.Z_BEST_SPEED });
    compressed.set(body, pending);
  }
  return pending;
}

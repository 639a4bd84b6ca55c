/**
 * Sends the result of an operation: a rendered body, a stream, a file, or an empty response. Sends 304 if the client's copy is current.
 */
import { encodedBody, isNotModified } from '../reply/content.ts';
import type { Encoding } from '../reply/negotiate.ts';
import { send } from '../reply/send.ts';
import { sendFile } from '../reply/send-file.ts';
import { streamBody } from '../reply/stream-body.ts';
import type { Caller } from '../auth/caller.ts';
import { typesOf, type Operation } from '../operation.ts';
import type { FileResult, LiveResult, Result, StreamResult } from '../reply/result.ts';
import type { ApiExchange } from './state.ts';

const varyOf = (operation: Operation): string => (typesOf(operation).length > 1 ? 'Accept, Accept-Encoding' : 'Accept-Encoding');

/** Sends the result. Returns a promise only if the body is compressed or streamed. */
export function sendResult(
  ctx: ApiExchange,
  operation: Operation,
  result: Exclude<Result, LiveResult>,
  wanted: Encoding | 'identity',
): Promise<void> | undefined {
  const { req, state } = ctx;
  if ('stream' in result) return sendStream(ctx, operation, result, wanted);
  if ('file' in result) return sendWhole(ctx, operation, result);
  if (result.content === null) {
    state.status = 204;
    send(ctx, 204, [...state.headers, 'Cache-Control', operation.cache], null, 0);
    return undefined;
  }
  const { content, source = null, rowsCount = null } = result;
  state.source = source;
  state.rowsCount = rowsCount;
  const headers = state.headers;
  headers.push('ETag', content.etag, 'Cache-Control', operation.cache, 'Vary', varyOf(operation));
  if (result.headers !== undefined) headers.push(...result.headers);
  if (isNotModified(req.headers['if-none-match'], content.etag)) {
    state.status = 304;
    send(ctx, 304, headers, null, 0);
    return undefined;
  }
  const { encoding, bytes } = encodedBody(content, wanted);
  headers.push('Content-Type', content.type);
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
  const finish = (body: Buffer): undefined => {
    state.status = 200;
    state.bodyBytes = body.length;
    send(ctx, 200, headers, body, body.length, content.reusedBy);
  };
  if (bytes instanceof Promise) return bytes.then(finish);
  return finish(bytes);
}

async function sendStream(ctx: ApiExchange, operation: Operation, result: StreamResult, wanted: Encoding | 'identity'): Promise<void> {
  const { req, state } = ctx;
  const { type, etag, chunks } = result.stream;
  state.source = 'stream';
  state.rowsCount = result.rowsCount;
  const headers = [...state.headers, ...result.headers, 'ETag', etag, 'Cache-Control', operation.cache, 'Vary', varyOf(operation)];
  const isUnchanged = isNotModified(req.headers['if-none-match'], etag);
  state.status = isUnchanged ? 304 : 200;
  if (isUnchanged) return send(ctx, 304, headers, null, 0);
  headers.push('Content-Type', type);
  if (wanted !== 'identity') headers.push('Content-Encoding', wanted);
  if (req.method === 'HEAD') return send(ctx, 200, headers, null, 0);
  state.bodyBytes = await streamBody(ctx, headers, chunks(), wanted);
}

async function sendWhole(ctx: ApiExchange, operation: Operation, result: FileResult): Promise<void> {
  const { state } = ctx;
  state.source = 'stream';
  state.rowsCount = result.rowsCount;
  const { status, bytes } = await sendFile(ctx, result, [...state.headers, ...result.headers], operation.cache);
  state.status = status;
  state.bodyBytes = bytes;
}

/**
 * Begins a stream of events and returns without waiting for its end. It is not compressed, because a compressor takes more memory than the
 * rest of a stream.
 */
export function sendLive(ctx: ApiExchange, operation: Operation, { begin }: LiveResult, authenticate: () => Caller): void {
  const { req, res, state } = ctx;
  state.status = 200;
  state.source = 'live';
  // X-Accel-Buffering prevents nginx from buffering events.
  const headers = [...state.headers, 'Content-Type', operation.output.type, 'Cache-Control', operation.cache, 'X-Accel-Buffering', 'no'];
  if (req.method === 'HEAD') return send(ctx, 200, headers, null, 0);
  ctx.respond = false;
  if (res.destroyed) return;
  res.writeHead(200, headers);
  begin({ body: res, requestId: state.requestId, authenticate });
}

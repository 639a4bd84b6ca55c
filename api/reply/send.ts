/**
 * Writes a response: status, headers as a flat list, body. Bypasses Koa's own writer, whose checks cost time and are not
 * needed here.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ResponseBuffer } from './response-buffer.ts';

/** Response headers as a flat list of names and values. */
export type HeaderList = string[];

/** A request and its response; a Koa context is one. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Set to false where Koa must not answer after us. */
  respond?: boolean;
}

/**
 * Sends a response. `bodyBytes` is the length of the body as sent. `lentBy` is the response buffer that owns the body; it gives the bytes
 * up where the socket keeps them.
 */
export function send(
  exchange: Exchange,
  status: number,
  headers: HeaderList,
  body: Buffer | null,
  bodyBytes: number,
  lentBy: ResponseBuffer | null = null,
): void {
  const { res, req } = exchange;
  exchange.respond = false;
  if (res.headersSent || res.destroyed) return;
  if (body !== null) headers.push('Content-Length', String(bodyBytes));
  res.writeHead(status, headers);
  if (body === null || req.method === 'HEAD') res.end();
  else res.end(body);
  // A pipelined answer, which waits for the one before it, also keeps the bytes.
  if (lentBy !== null && res.writableLength > 0) lentBy.giveUp();
}

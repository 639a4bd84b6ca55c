/**
 * Writes responses without Koa's writer, whose checks take time and are not necessary here.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ResponseBuffer } from './response-buffer.ts';

export type HeaderList = string[];

/** A request and its response. A Koa context is an Exchange. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Set to false so that Koa does not answer afterwards. */
  respond?: boolean;
}

/**
 * Sends a response. `bodyBytes` is the value of Content-Length. `reusedBy` is the response buffer that contains the body; it gets a new buffer
 * if the socket has not sent the body yet.
 */
export function send(
  exchange: Exchange,
  status: number,
  headers: HeaderList,
  body: Buffer | null,
  bodyBytes: number,
  reusedBy: ResponseBuffer | null = null,
): void {
  const { res, req } = exchange;
  exchange.respond = false;
  if (res.headersSent || res.destroyed) return;
  if (body !== null) headers.push('Content-Length', String(bodyBytes));
  res.writeHead(status, headers);
  if (body === null || req.method === 'HEAD') res.end();
  else res.end(body);
  // The length is also above zero for a pipelined response, which waits for the one before.
  if (reusedBy !== null && res.writableLength > 0) reusedBy.giveUp();
}

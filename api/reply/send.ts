/**
 * Writes a response: status, headers as a flat list, body. Bypasses Koa's own writer, whose checks cost time and are not
 * needed here.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Context } from 'koa';
import type { ResponseBuffer } from './response-buffer.ts';

/** Response headers as a flat list of names and values. */
export type HeaderList = string[];

const slowReaderMs = 60_000;

/** `bodyBytes`: length of the body as sent. `lentBy`: the response buffer that holds the body; it is told when the socket keeps the bytes. */
export function send(
  ctx: Context,
  status: number,
  headers: HeaderList,
  body: Buffer | null,
  bodyBytes: number,
  lentBy: ResponseBuffer | null = null,
): void {
  const { res, req } = ctx;
  ctx.respond = false;
  if (res.headersSent || res.destroyed) return;
  if (body !== null) headers.push('Content-Length', String(bodyBytes));
  res.writeHead(status, headers);
  if (body === null || req.method === 'HEAD') res.end();
  else res.end(body);
  // Not gone at once: a client that does not read its answer is dropped. A timer on every socket would cost every request.
  if (req.socket.writableLength > 0) dropSlowReader(req.socket, res);
  // Nor is it of a pipelined answer, which waits for the one before it.
  if (lentBy !== null && res.writableLength > 0) lentBy.giveUp();
}

/** Until the answer has left: what listens on would hold every request of a connection for as long as that lasts. */
function dropSlowReader(socket: Socket, res: ServerResponse): void {
  const giveUp = (): void => void socket.destroy();
  socket.setTimeout(slowReaderMs, giveUp);
  res.once('close', () => socket.off('timeout', giveUp));
}

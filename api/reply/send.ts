/** Writes one response: status, headers as one flat list, body. Koa's own writer is passed by, its checks cost more than they tell here. */
import type { Context } from 'koa';

/** Response headers as a flat list of names and values. */
export type HeaderList = string[];

const slowReaderMs = 60_000;

/** `bodyBytes`: length of the body as sent; text is sent as UTF-8. */
export function send(ctx: Context, status: number, headers: HeaderList, body: Buffer | string | null, bodyBytes: number): void {
  const { res, req } = ctx;
  ctx.respond = false;
  if (res.headersSent || res.destroyed) return;
  if (body !== null) headers.push('Content-Length', String(bodyBytes));
  res.writeHead(status, headers);
  if (body === null || req.method === 'HEAD') res.end();
  // As many bytes as characters: plain ASCII, which needs no transcoding.
  else if (typeof body === 'string') res.end(body, body.length === bodyBytes ? 'latin1' : 'utf8');
  else res.end(body);
  // Not gone at once: a client that does not read its answer is dropped. A timer on every socket would cost every request.
  if (req.socket.writableLength > 0) req.socket.setTimeout(slowReaderMs, () => req.socket.destroy());
}

/** Writes one response: status, headers as one flat list, body. Koa's own writer is passed by, its checks cost more than they tell here. */
import type { Context } from 'koa';

/** Response headers as a flat list of names and values. */
export type HeaderList = string[];

export function send(ctx: Context, status: number, headers: HeaderList, body: Buffer | null): void {
  const { res, req } = ctx;
  ctx.respond = false;
  if (res.headersSent || res.destroyed) return;
  if (body !== null) headers.push('Content-Length', String(body.length));
  res.writeHead(status, headers);
  if (body === null || req.method === 'HEAD') res.end();
  else res.end(body);
}

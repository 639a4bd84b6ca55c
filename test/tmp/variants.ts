import Koa from 'koa';
import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { startServer } from '#api/server.ts';
const mode = process.argv[2]!;
const body = Buffer.alloc(18600, 'a');
const app = new Koa();
const H = (extra = 0) => { const h = ['X-Request-Id', randomUUID(), 'X-Content-Type-Options', 'nosniff', 'X-RateLimit-Limit', '100000', 'X-RateLimit-Remaining', '99999', 'X-RateLimit-Reset', '1795305600', 'RateLimit', '"minute";r=149;t=13, "day";r=99999;t=50953', 'RateLimit-Policy', '"minute";q=150;w=60, "day";q=100000;w=86400', 'ETag', 'W/"l6BEM8p3sAEaWZNOfsjbOe"', 'Cache-Control', 'private, max-age=60', 'Vary', 'Accept-Encoding', 'Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(body.length)]; return h; };
let waiting: (() => void)[] = [];
const take = () => new Promise<void>((r) => { if (waiting.length === 0) setImmediate(() => { const w = waiting; waiting = []; for (const f of w) f(); }); waiting.push(r); });
if (mode === 'bare') app.use((ctx) => { ctx.type = 'application/json; charset=utf-8'; ctx.body = body; });
if (mode === 'few') app.use((ctx) => { ctx.respond = false; ctx.res.writeHead(200, ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', '18600']); ctx.res.end(body); });
if (mode === 'head') app.use((ctx) => { ctx.respond = false; ctx.res.writeHead(200, H()); ctx.res.end(body); });
if (mode === 'batch') app.use(async (ctx) => { ctx.respond = false; await take(); ctx.res.writeHead(200, H()); ctx.res.end(body); });
if (mode === 'set') app.use(async (ctx) => { const h = H(); await take(); for (let i = 0; i < h.length - 2; i += 2) ctx.res.setHeader(h[i]!, h[i + 1]!); ctx.body = body; });
if (mode === 'layers') { app.use(async (ctx, next) => { ctx.state.x = performance.now(); await next(); performance.now(); }); app.use((ctx, next) => next()); app.use(async (ctx) => { ctx.respond = false; await take(); ctx.res.writeHead(200, H()); ctx.res.end(body); }); }
if (mode === 'server') { app.use(async (ctx) => { ctx.respond = false; await take(); ctx.res.writeHead(200, H()); ctx.res.end(body); }); const s = await startServer(app.callback(), { host: '127.0.0.1', port: 0 }); console.log(s.url); }
else { const s = createServer(app.callback()).listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(s.address() as any).port}`)); }

/** The ceiling of the HTTP benchmarks: a Koa server that returns the bytes of one file and does nothing else. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';

const body = readFileSync(process.argv[2] ?? '');
const app = new Koa();
// No log lines about connections that close before a long body was sent.
app.silent = true;
app.use((ctx) => {
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = body;
});
const server = createServer(app.callback()).listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
});

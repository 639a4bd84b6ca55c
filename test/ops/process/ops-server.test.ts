/** The operations port answers only under its own names, so that a page with DNS rebinding cannot read it. */
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { createRegistry, startOpsServer } from '#ops/process/ops-server.ts';

const view = (): Promise<unknown> => Promise.resolve({ secret: 1 });
const registry = createRegistry('test');
const server = await startOpsServer({
  host: '127.0.0.1',
  port: 0,
  names: ['ops.internal', 'Refine'],
  registry,
  readiness: () => ({}),
  views: { '/status': view },
  pages: { '/dashboard': () => Promise.resolve({ status: 200, type: 'text/html', body: '' }) },
});
afterAll(() => server.stop());

/** Sends through node:http, because fetch sets Host itself. */
function statusOf(path: string, host: string): Promise<number> {
  const { hostname: address, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname: address, port, path, headers: { Host: host } }, (response: IncomingMessage) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end();
  });
}

test('every path answers its own names, on any port, and no other', async () => {
  const { host, port } = new URL(server.url);
  const own = [host, 'LOCALHOST', '[::1]:9090', '10.0.0.7:9090', '[fd00::7]', 'ops.internal:1', 'refine', hostname()];
  const evil = [`evil.example:${port}`, `127.0.0.1.evil.example:${port}`, 'evil.example:localhost', '[evil.example]'];
  const foreign = [...evil, `user@localhost:${port}`, `localhost:${port}:${port}`, 'localhost.', '0x7f000001'];
  for (const path of ['/live', '/ready', '/metrics', '/status', '/nothing']) {
    for (const name of own) expect(await statusOf(path, name), `${path} of ${name}`).toBe(path === '/nothing' ? 404 : 200);
    for (const name of foreign) expect(await statusOf(path, name), `${path} of ${name}`).toBe(403);
  }
});

test('a check in HTTP/1.0, which has no Host, is answered', async () => {
  const { hostname: address, port } = new URL(server.url);
  const socket = connect(Number(port), address, () => socket.write('GET /live HTTP/1.0\r\n\r\n'));
  const text = Buffer.concat((await socket.toArray()) as Buffer[]).toString();
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
});

test('its first page lists its paths and the pages for people', async () => {
  const answer = await fetch(server.url);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('for people: /dashboard\npaths: /live /ready /metrics /status /dashboard\n');
  expect((await fetch(`${server.url}/nothing`)).status).toBe(404);
});

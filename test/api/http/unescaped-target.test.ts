/** Targets with bytes that should have been escaped, sent over a raw socket. */
import type { RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { startServer, type HttpServer } from '#api/http/server.ts';
import { openSocket, sendRaw } from '#test/support/raw.ts';
import { until } from '#test/support/until.ts';

let server: HttpServer | null = null;
afterEach(async () => {
  await server?.stop();
  server = null;
});

const asked: string[] = [];
const echo: RequestListener = (request, response) => {
  asked.push(`${request.method} ${request.url} ${request.socket.remoteAddress}`);
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ url: request.url, key: request.headers['authorization'] ?? null }));
};

async function start(connectionsPerAddress = 0): Promise<string> {
  asked.length = 0;
  server = await startServer(echo, { host: '127.0.0.1', port: 0, connectionsPerAddress });
  return server.url;
}

const bodyOf = (text: string): unknown => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));

test('unescaped UTF-8 in a query is read as if it were escaped, with the headers of the request', async () => {
  const url = await start();
  const { text } = await sendRaw(url, 'GET /find/?q=café+日本&x=%41 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer k\r\n\r\n');
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
  expect(text).toMatch(/^connection: close\r$/im);
  expect(bodyOf(text)).toEqual({ url: '/find/?q=caf%C3%A9+%E6%97%A5%E6%9C%AC&x=%41', key: 'Bearer k' });
  expect(asked).toEqual(['GET /find/?q=caf%C3%A9+%E6%97%A5%E6%9C%AC&x=%41 127.0.0.1']);
});

test('a reused connection answers it too, and HEAD without a body', async () => {
  const url = await start();
  const socket = await openSocket(url);
  let text = '';
  let isEnded = false;
  socket.on('data', (chunk: Buffer) => (text += chunk.toString())).once('end', () => (isEnded = true));
  socket.write('GET /first HTTP/1.1\r\nHost: x\r\n\r\n');
  await until('the first answer', () => text.includes('/first'));
  socket.write('HEAD /?q=é HTTP/1.1\r\nHost: x\r\n\r\n');
  await until('the end', () => isEnded);
  expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  expect(text.endsWith('\r\n\r\n')).toBe(true);
  expect(asked[1]).toBe('HEAD /?q=%C3%A9 127.0.0.1');
  socket.destroy();
});

test('an answer larger than the buffer of the socket arrives whole', async () => {
  const size = 5_000_000;
  server = await startServer((_request, response) => void response.end('x'.repeat(size)), { host: '127.0.0.1', port: 0, connectionsPerAddress: 0 });
  const { text } = await sendRaw(server.url, 'GET /?q=é HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(text.length - text.indexOf('\r\n\r\n') - 4).toBe(size);
});

test.each([
  ['a control character in the address', 'GET /?q=é\x01 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a body', 'GET /?q=é HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc'],
  ['another request behind it', 'GET /?q=é HTTP/1.1\r\nHost: x\r\n\r\nGET /second HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['another method', 'POST /?q=é HTTP/1.1\r\nHost: x\r\n\r\n'],
])('with %s it is refused, once, and reaches no route', async (_, bytes) => {
  const url = await start();
  const { text } = await sendRaw(url, bytes);
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  expect(asked).toEqual([]);
});

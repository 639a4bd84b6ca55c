/** The frame answers and logs every request, whether Koa serves its address or not, and survives an answer that cannot be sent. */
import { expect, onTestFinished, test } from 'vitest';
import { apiError } from '#api/errors.ts';
import { createListener, type Answer } from '#api/http/frame.ts';
import type { RequestLine } from '#api/observe/access-log.ts';
import { startServer } from '#api/http/server.ts';
import { testLog } from '#test/support/log.ts';
import { until } from '#test/support/until.ts';

const refuse = (): never => {
  throw apiError('not_found', 'Nothing is here.', {});
};
const unsendable: Answer = async ({ state }) => {
  state.headers.push('X-Damaged', 'two\nlines');
  refuse();
};

async function startFrame(trustedProxies: number): Promise<{ readonly url: string; readonly lines: readonly RequestLine[] }> {
  const lines: RequestLine[] = [];
  const listener = createListener({
    observers: { count: () => undefined, accessLog: (line) => lines.push(line), log: testLog },
    isStopping: () => false,
    trustedProxies,
    find: ({ req: { url } }) => (url === '/unsendable' ? unsendable : url === '/direct' ? async () => refuse() : null),
    mount: (app) => app.use(refuse),
  });
  const server = await startServer(listener, { host: '127.0.0.1', port: 0, connectionsPerAddress: 0 });
  onTestFinished(() => server.stop());
  return { url: server.url, lines };
}

test('a port in use is an error that names its setting', async () => {
  const { url } = await startFrame(0);
  const { port } = new URL(url);
  const taken = startServer(() => undefined, { host: '127.0.0.1', port: Number(port), setting: 'MCP_PORT', connectionsPerAddress: 0 });
  await expect(taken).rejects.toThrow(`MCP_PORT ${port}: listen EADDRINUSE`);
});

test.each(['/direct', '/by-koa'])('a refusal at %s is a problem with the id of its request, and is logged', async (path) => {
  const { url, lines } = await startFrame(1);
  const headers = { 'x-request-id': 'a-1', 'x-forwarded-for': '192.0.2.7' };
  const answer = await fetch(`${url}${path}`, { headers });
  expect([answer.status, answer.headers.get('x-request-id'), await answer.json()]).toMatchObject([
    404,
    'a-1',
    { code: 'not_found', request_id: 'a-1' },
  ]);
  await until('the line', () => lines.length === 1);
  expect(lines).toMatchObject([{ requestId: 'a-1', status: 404, code: 'not_found', ip: '192.0.2.7' }]);
});

test.each([
  [2, '203.0.113.9, 192.0.2.7, 198.51.100.1', '192.0.2.7'],
  [2, '192.0.2.7', '192.0.2.7'],
  [2, ', 192.0.2.7', '127.0.0.1'],
  [1, 'unknown', ''],
  [1, null, '127.0.0.1'],
  [0, '192.0.2.7', '127.0.0.1'],
])('behind %i proxies the client of “%s” is %s', async (proxies, forwarded, ip) => {
  const { url, lines } = await startFrame(proxies);
  await fetch(`${url}/direct`, { headers: forwarded === null ? {} : { 'x-forwarded-for': forwarded } });
  await until('the line', () => lines.length === 1);
  expect(lines[0]!.ip).toBe(ip);
});

test('an answer with a header that cannot be sent ends its connection only', async () => {
  const { url } = await startFrame(0);
  await expect(fetch(`${url}/unsendable`)).rejects.toThrow();
  expect((await fetch(`${url}/direct`)).status).toBe(404);
});

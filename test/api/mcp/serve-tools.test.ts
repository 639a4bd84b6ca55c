/** Plain requests to the tool server: addresses, keys, origins, revisions, and bodies that are not messages. */
import type { CallToolResult } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { tools } from '#api/mcp/tools.ts';
import { rawRequest } from '#test/support/raw-request.ts';
import { textOf } from '#test/support/tool-calls.ts';
import { records, sharedToolGround } from '#test/support/tool-ground.ts';

const tooling = await sharedToolGround();

type Answered = Readonly<Record<string, unknown>>;
const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const post = async (options: { path?: string; headers?: Record<string, string>; body?: string; method?: string } = {}) => {
  const { path = '/', headers = {}, body = JSON.stringify(listing), method = 'POST' } = options;
  const usual = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${tooling.accounts.pro.key}`,
  };
  const answer = await rawRequest(tooling.api.mcp, { path, method, headers: { ...usual, ...headers }, body });
  return { ...answer, body: answer.text === '' ? null : (JSON.parse(answer.text) as Answered) };
};

test('its base address and /mcp answer the same', async () => {
  for (const path of ['/', '/mcp', '/mcp/'])
    expect(await post({ path })).toMatchObject({ status: 200, body: { result: { tools: { length: tools.length } } } });
  for (const path of ['/other', '//', '*', '/mcp/../x', '//evil.example/mcp'])
    expect(await post({ path }), path).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('every answer to a key has its remaining quota once, and only calls of tools count', async () => {
  const left = async (message: object | string, options: Parameters<typeof post>[0] = {}) => {
    const body = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
    const { headers } = await post({ ...options, body });
    expect([headers['x-ratelimit-limit'], headers['x-ratelimit-reset']], body).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\d+$/),
    ]);
    return Number(headers['x-ratelimit-remaining']);
  };
  const initialize = {
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  const before = await left(initialize);
  expect(await left({ method: 'tools/list', params: {} })).toBe(before);
  expect(await left('not JSON')).toBe(before);
  expect(await left('', { method: 'GET' })).toBe(before);
  expect(await left({ method: 'tools/call', params: { name: 'svc_nothing', arguments: {} } })).toBe(before);
  expect(await left({ method: 'tools/call', params: { name: 'svc_trending', arguments: {} } })).toBe(before - 1);
  expect(await left(initialize)).toBe(before - 1);
});

test('a client of a revision without structured content gets text', async () => {
  const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'svc_trending', arguments: {} } };
  const told = async (version: string) =>
    (await post({ body: JSON.stringify(asked), headers: { 'mcp-protocol-version': version } })).body as { result: CallToolResult };
  expect(JSON.parse(textOf((await told('2025-03-26')).result))).toMatchObject({ results: [{ uid: records.top.uid }] });
  expect((await told('2025-11-25')).result.structuredContent).toMatchObject({ results: [{ uid: records.top.uid }] });
});

test('without a key the answer is 401 with the way to send one', async () => {
  const refused = await post({ headers: { authorization: '' } });
  expect(refused).toMatchObject({ status: 401, body: { code: 'missing_key' } });
  expect(refused.headers['www-authenticate']).toContain('Bearer');
});

test('a key in the address is refused, even together with a valid header, and not repeated', async () => {
  const refused = await post({ path: `/?api_key=${tooling.accounts.pro.key}` });
  expect(refused).toMatchObject({ status: 401, body: { code: 'invalid_scheme' } });
  expect(JSON.stringify(refused)).not.toContain(tooling.accounts.pro.key);
});

test('foreign Host and Origin headers are refused before the key is read', async () => {
  for (const authorization of ['', `Bearer ${tooling.accounts.pro.key}`]) {
    expect(await post({ headers: { host: 'rebound.example', authorization } })).toMatchObject({ status: 400, body: { code: 'bad_request' } });
    for (const origin of ['https://evil.example', 'http://203.0.113.7', 'null'])
      expect(await post({ headers: { origin, authorization } })).toMatchObject({ status: 403, body: { code: 'cors_not_supported' } });
  }
  expect((await post({ headers: { origin: tooling.api.mcp, host: 'localhost' } })).status).toBe(200);
  expect(await post({ method: 'OPTIONS', body: '' })).toMatchObject({ status: 403 });
});

test.each([
  [{ method: 'GET', body: '' }, 405],
  [{ body: '[]' }, 400],
  [{ body: '{' }, 400],
  [{ body: JSON.stringify({ ...listing, padding: 'x'.repeat(70_000) }) }, 413],
  [{ headers: { 'content-type': 'text/plain' } }, 415],
  [{ body: JSON.stringify({ ...listing, method: 'nothing/such' }) }, 200],
])('a body that is not a message is refused: %#', async (sent, status) => {
  const refused = await post(sent);
  expect(refused.status).toBe(status);
  expect(refused.body).toEqual(
    expect.objectContaining(
      status === 200 || refused.body?.['jsonrpc'] ? { error: expect.anything() as unknown } : { code: expect.any(String) as unknown },
    ),
  );
});

test('no request can hold a stream open', async () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const asked = { jsonrpc: '2.0', id: 7, method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true }, _meta: meta } };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
  expect(await post({ body: JSON.stringify(asked), headers })).toMatchObject({ status: 404, body: { id: 7, error: { code: -32_601 } } });
});

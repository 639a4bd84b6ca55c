/**
 * The public conformance suite of the Model Context Protocol against the service's mount, with the scenarios that each revision requires.
 * The server is that of `fixtures.ts`. `expected-failures` lists what fails and why; an entry that passes fails the suite.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createCaller } from '#api/auth/caller.ts';
import { serveProtocol } from '#api/mcp/protocol.ts';
import { createToolServer } from '#api/mcp/serve-tools.ts';
import { startServer } from '#api/http/server.ts';
import { plans } from '#schemas/plan.ts';
import { testLog } from '#test/support/log.ts';
import { fixtureServer } from './fixtures.ts';

const program = fileURLToPath(new URL('../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url));

const dir = mkdtempSync(join(tmpdir(), 'tickerwire-conformance-'));
const caller = createCaller({ id: 'conformance0', plan: 'pro', requests_per_minute: null, requests_per_day: null }, plans);
const grant = { refusedBy: null, minuteLeft: 1, dayLeft: 1, nowSeconds: 0 };
const listener = createToolServer({
  deps: {
    isStopping: () => false,
    requestTimeoutMs: 10_000,
    quota: {
      take: async () => grant,
      peek: async () => grant,
      use: async () => null,
      isLocal: () => false,
      trouble: () => null,
    },
  },
  protocol: serveProtocol(fixtureServer, testLog),
  observers: { count: () => undefined, accessLog: null, log: testLog },
  // The suite sends no key.
  authenticate: () => caller,
  trustedProxies: 0,
  publicUrl: () => server.url,
  host: '127.0.0.1',
});
const server = await startServer(listener, { host: '127.0.0.1', port: 0, connectionsPerAddress: 0, onTurnedAway: () => undefined });
afterAll(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function run(...words: readonly string[]): Promise<{ readonly code: number | null; readonly out: string }> {
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out };
}

interface Check {
  readonly id: string;
  readonly status: string;
}

test.each([
  ['2025-11-25', 26],
  ['2026-07-28', 37],
] as const)('scenarios of revision %s', async (revision, passedMin) => {
  const results = join(dir, revision);
  const expected = fileURLToPath(new URL(`expected-failures/${revision}.yaml`, import.meta.url));
  const { code, out } = await run('server', '--url', `${server.url}/mcp`, '--requirements', revision, '--expected-failures', expected, '-o', results);
  expect(code, out).toBe(0);
  const scenarios = readdirSync(results).map((name) => JSON.parse(readFileSync(join(results, name, 'checks.json'), 'utf8')) as Check[]);
  const passed = scenarios.filter((checks) => checks.length > 0 && checks.every(({ status }) => status !== 'FAILURE'));
  expect(passed.length, out).toBeGreaterThanOrEqual(passedMin);
});

test('a tool that queries its client during a call fails with the query in its message', async () => {
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'test_sampling', arguments: { prompt: 'x' } } }),
    signal: AbortSignal.timeout(5_000),
  });
  expect(await response.json()).toMatchObject({ id: 1, error: { message: expect.stringContaining('sampling/createMessage') as unknown } });
});

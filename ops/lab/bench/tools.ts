/**
 * Measures how fast tools are called against the same request over HTTP, in turns in the same run. The call returns a page of the feed,
 * once in the protocol revision that begins with a handshake and once in that of 2026-07-28.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnApiOn, startGround } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { authorized, connections, fetchAnswer, roundSeconds } from './http.ts';
import { median, type Measurement, type Measurements } from './measure.ts';
import { runWrk, type Load } from './wrk.ts';

const rowsCount = 2_000;
const pageSize = 10;
const rounds = 3;
const tool = 'svc_ticker_news';
const script = fileURLToPath(new URL('post.lua', import.meta.url));

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const revisions = [
  { name: 'tool_call', headers: { 'mcp-protocol-version': '2025-11-25' }, params: {} },
  {
    name: 'tool_call_2026',
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': tool },
    params: { _meta: meta },
  },
] as const;

const records = (nowMs: number) =>
  Array.from({ length: rowsCount }, (_, index) =>
    rowRecord(`row-${index}`, { publishedAt: new Date(nowMs - (rowsCount - index) * 60_000).toISOString() }),
  );

export async function benchTools(): Promise<Measurements> {
  const ground = await startGround();
  const folder = await mkdtemp(join(tmpdir(), 'tickerwire-bench-'));
  try {
    await ground.append(records(Date.now()));
    const account = await ground.account('pro', { perMinute: 1e9, perDay: 1e12 });
    const api = await spawnApiOn(ground, { LOG_LEVEL: 'info' });
    try {
      const url = `${api.url}/api/news/?page_size=${pageSize}`;
      const { body } = await fetchAnswer(url, account);
      const loads = await Promise.all(
        revisions.map(async ({ name, headers, params }): Promise<Load> => {
          const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, name: tool, arguments: { page_size: pageSize } } };
          const file = join(folder, name);
          await writeFile(file, JSON.stringify(message));
          const sent = { ...authorized(account), ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
          return { url: `${api.mcp}/`, connections, seconds: roundSeconds, headers: sent, script: { file: script, args: [file] } };
        }),
      );
      const http: Load = { url, connections, seconds: roundSeconds, headers: authorized(account) };
      for (const load of [http, ...loads]) await runWrk({ ...load, seconds: 1 });
      const rates: number[][] = [http, ...loads].map(() => []);
      let failures = 0;
      for (let round = 0; round < rounds; round += 1)
        for (const [index, load] of [http, ...loads].entries()) {
          const result = await runWrk(load);
          rates[index]!.push(result.perSecond);
          failures += result.failures;
        }
      const [ceiling = Number.NaN, ...values] = rates.map(median);
      const measured = (value: number): Measurement => ({
        value,
        ceiling,
        ratio: value / ceiling,
        unit: 'calls/s',
        note: `${tool}, ${pageSize} rows; ceiling: the same page of HTTP, ${body.length} bytes; ${connections} connections; ${failures} failures`,
      });
      return Object.fromEntries(revisions.map(({ name }, index) => [name, measured(values[index]!)]));
    } finally {
      await api.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await ground.stop();
  }
}

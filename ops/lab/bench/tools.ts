/** Measures how many MCP tool calls per second are answered; a call returns a page of the feed. Ceiling: the same page over plain HTTP. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnApiOn } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { fetchAnswer, loadOf, withGround } from './http.ts';
import { inTurns, measurement, type Measurements } from './measure.ts';
import { runWrk, summaryOf } from './wrk.ts';

const rowsCount = 2_000;
const pageSize = 10;
const rounds = 3;
const tool = 'svc_ticker_news';
const script = fileURLToPath(new URL('post.lua', import.meta.url));
const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: { page_size: pageSize } } };
const ownHeaders = {
  'mcp-protocol-version': '2025-11-25',
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

export const benchTools = (): Promise<Measurements> =>
  withGround(async ({ ground, account, folder }) => {
    const publishedAt = (index: number): string => new Date(Date.now() - (rowsCount - index) * 60_000).toISOString();
    await ground.append(Array.from({ length: rowsCount }, (_, index) => rowRecord(`row-${index}`, { publishedAt: publishedAt(index) })));
    const api = await spawnApiOn(ground, { LOG_LEVEL: 'info' });
    try {
      const url = `${api.url}/api/news/?page_size=${pageSize}`;
      const { body } = await fetchAnswer(url, account);
      const file = join(folder, 'call');
      await writeFile(file, JSON.stringify(message));
      const page = loadOf(url, account);
      const call = loadOf(`${api.mcp}/`, account, { headers: { ...page.headers, ...ownHeaders }, script: { file: script, args: [file] } });
      const results = await inTurns(rounds, { own: () => runWrk(call), bare: () => runWrk(page) });
      const [calls, pages] = [summaryOf(results.own), summaryOf(results.bare)];
      const note = `${tool}, ${pageSize} rows; ceiling: the same page of HTTP, ${body.length} bytes; ${calls.failures + pages.failures} failures`;
      return { tool_call: measurement(calls.perSecond, pages.perSecond, 'calls/s', note) };
    } finally {
      await api.stop();
    }
  });

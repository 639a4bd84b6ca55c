import { describe, expect, test } from 'vitest';
import type { Api } from '#api/main.ts';
import { openApiDocument } from '#api/docs/openapi.ts';
import { operations } from '#api/operations.ts';
import type { Operation } from '#api/operation.ts';
import { createCursors, cursorBinding } from '#schemas/cursor.ts';
import { streams } from '#schemas/subjects.ts';
import { unnamedGeneration } from '#schemas/generation.ts';
import { problemBody, problems, type ProblemCode } from '#schemas/error.ts';
import { call, queryFor } from '#test/support/api.ts';
import { rawRequest, type RawRequest } from '#test/support/raw-request.ts';
import { rowRecord, storyRecords } from '#test/support/records.ts';
import { sharedOrigin } from '#test/support/shared-origin.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { symbolEntry } from '#test/support/symbols.ts';

interface Given {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const row = rowRecord('a row', { tickers: ['NVDA'], publishedAt: new Date().toISOString() });

/** Articles of two publishers on one event, one pair of now and one from before the shortest archive. */
const [story, pastStory] = [0, 45].map((days) => storyRecords(`story of ${days} days`, new Date(Date.now() - days * 86_400_000).toISOString()));

const ground = await sharedGround();
await ground.putSymbols([
  symbolEntry('NVDA', { name: 'NVIDIA Corp', sector: 'Technology' }),
  symbolEntry('AMD', { sector: 'Technology' }),
  symbolEntry('ACME'),
]);
// The log has lost its first records, so the rows before its start are only in the store.
await ground.append([rowRecord('before')]);
await ground.bus.jsm.streams.purge(streams.feed, { seq: 2 });
await ground.append([row, ...story!, ...pastStory!]);
const account = await ground.account('pro', { perMinute: 100_000, perDay: 1_000_000 });
const spent = await ground.account('free', { perMinute: 1, perDay: 1 });
/** An account of the plan with the shortest archive. */
const shallow = await ground.account('free', { perMinute: 100_000, perDay: 1_000_000 });
// Each API has its own secret, or they would share the first one's pages through Redis.
const api = await sharedApi(ground, { CURSOR_SECRET: 'one' });
/** APIs without a usable ClickHouse: `storeless` reaches no server, `misled` reaches one that sends nonsense. */
const storeless = await sharedApi(ground, { CURSOR_SECRET: 'two', CLICKHOUSE_URL: 'http://127.0.0.1:1' });
const nonsense = await sharedOrigin((_, response) => response.end('{"unasked":"nonsense"}\n'));
const misled = await sharedApi(ground, { CURSOR_SECRET: 'three', CLICKHOUSE_URL: nonsense });
const deltaCursor = await until('the feed and the symbols', async () => {
  const found = await call<{ next_cursor: string; results: object[] }>(`${api.url}/api/news/?sort=ingested&symbol=NVDA`, { key: account.key });
  return found.body.results.length === 1 && found.body.next_cursor;
});
await call(`${api.url}/api/news/`, { key: spent.key });

const pathOf = (operation: Operation, isThere: boolean): string =>
  operation.path.replace(':uid', isThere ? row.uid : '0'.repeat(16)).replace(':story_id', isThere ? story![0]!.uid : '0'.repeat(16)).replace(':ticker', isThere ? 'NVDA' : 'NOSUCH').replace(':slug', isThere ? 'technology' : 'no-such-sector').replace(':file', isThere ? 'start.js' : 'no-such-file.js'); // prettier-ignore

/** Returns the operation's target with the parameters that it requires. */
const targetOf = (operation: Operation, isThere: boolean, query = ''): string => `${pathOf(operation, isThere)}${queryFor(operation, query)}`;

/** Sends the target unchanged; fetch would refuse or change some targets. */
const send = (to: Api, target: string, { headers, ...options }: RawRequest = {}): Promise<Given> =>
  rawRequest(`${to.url}${target}`, { ...options, headers: { authorization: `Bearer ${account.key}`, ...headers } });

/** Expects exactly the keys of specification.md C2, and no internals in the texts. */
function expectProblem(given: Given, code: ProblemCode): Record<string, unknown> {
  const body = JSON.parse(given.text) as Record<string, unknown>;
  expect(body.code).toBe(code);
  expect(given.status).toBe(problems[code].status);
  expect(given.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(given.headers['cache-control']).toBe('no-store');
  expect(Object.keys(body)).toEqual(['type', 'title', 'status', 'detail', 'code', 'message', 'request_id', 'extra']);
  expect(problemBody(code).strict().safeParse(body).error).toBeUndefined();
  expect(problems[code].extra.strict().safeParse(body.extra).error).toBeUndefined();
  expect(body).toMatchObject({ title: problems[code].title, status: given.status, message: body.detail, request_id: given.headers['x-request-id'] });
  expect(given.text).not.toMatch(/127\.0\.0\.1|node_modules|\.ts\b|SELECT|ECONN|nonsense|nf_live_/);
  return body;
}

interface Responses {
  readonly get: { readonly responses: Readonly<Record<number, { readonly headers?: object }>> };
}
const document = openApiDocument(operations, { serverUrl: 'http://api.example', headerPrefix: 'X-Service' }) as {
  readonly paths: Readonly<Record<string, Responses>>;
};

/** Returns a query that reaches past every archive. The stream's cursor precedes an old row. */
function pastQuery({ path, parameters: { query } }: Operation): string {
  if (path.includes(':story_id')) return '';
  if ('days' in query.shape) return 'days=90';
  if ('date' in query.shape) return 'date=2001-01-01';
  if ('from_date' in query.shape) return 'from_date=2001-01-01';
  const isBrief = path.includes('/brief/');
  const binding = isBrief ? cursorBinding(path, 'min_relevance=4&symbol=ACME') : cursorBinding('/api/news/', 'min_relevance=4');
  return `${isBrief ? 'tickers=ACME&' : ''}cursor=${createCursors('one').write('delta', binding, { generation: unnamedGeneration, seq: 0 })}`;
}

const isDeltaOnly = ({ isLive, name }: Operation): boolean => isLive === true || name === 'getNewsBrief';

const newestCursor = createCursors('one').write('newest', cursorBinding('/api/news/', 'min_relevance=4'), { publishedAtMs: 0, uid: row.uid });

/** Requests that provoke each problem that a route declares. */
const provocations: Partial<Record<ProblemCode, (operation: Operation) => Promise<Given>>> = {
  unknown_parameter: (operation) => send(api, targetOf(operation, true, 'no_such_parameter=1')),
  invalid_cursor: (operation) => send(api, targetOf(operation, true, 'cursor=AAAA')),
  cursor_mode_mismatch: (operation) => send(api, targetOf(operation, true, `cursor=${isDeltaOnly(operation) ? newestCursor : deltaCursor}`)),
  archive_horizon: (operation) =>
    send(api, targetOf(operation, true, pastQuery(operation)).replace(story![0]!.uid, pastStory![0]!.uid), {
      headers: { authorization: `Bearer ${shallow.key}` },
    }),
  // A valid cursor of a snapshot that never existed.
  snapshot_gone: (operation) => send(api, targetOf(operation, true, `cursor=${createCursors('one').write('radar', cursorBinding(operation.path, 'radar'), { snapshotId: '0'.repeat(16), filters: 0, offset: 0 })}`)), // prettier-ignore
  // No process makes snapshots or reports in this test.
  radar_unavailable: (operation) => send(api, targetOf(operation, true)),
  coverage_unavailable: (operation) => send(api, targetOf(operation, true)),
  missing_key: (operation) => send(api, targetOf(operation, true), { headers: { authorization: '' } }),
  invalid_key: (operation) => send(api, targetOf(operation, true), { headers: { authorization: `Bearer nf_live_${'x'.repeat(40)}` } }),
  invalid_scheme: (operation) => send(api, targetOf(operation, true), { headers: { authorization: `Basic ${account.key}` } }),
  rate_limited: (operation) => send(api, targetOf(operation, true), { headers: { authorization: `Bearer ${spent.key}` } }),
  // A text that is not a ticker gets not_found; an unlisted ticker gets unknown_symbol.
  not_found: (operation) => send(api, targetOf(operation, false).replace('NOSUCH', ':ticker')),
  unknown_symbol: (operation) => send(api, targetOf(operation, false)),
  range_not_satisfiable: (operation) => send(api, targetOf(operation, true), { headers: { range: 'bytes=999999999-' } }),
  not_acceptable: (operation) => send(api, targetOf(operation, true), { headers: { accept: 'image/png' } }),
  uri_too_long: (operation) => send(api, targetOf(operation, true, `x=${'x'.repeat(8_000)}`)),
  payload_too_large: (operation) => send(api, targetOf(operation, true), { headers: { 'content-length': '70000' } }),
  method_not_allowed: (operation) => send(api, targetOf(operation, true), { method: 'POST' }),
  cors_not_supported: (operation) => send(api, targetOf(operation, true), { method: 'OPTIONS' }),
};
const ofEvery: readonly ProblemCode[] = ['unknown_parameter', 'not_acceptable', 'uri_too_long', 'payload_too_large', 'method_not_allowed', 'cors_not_supported']; // prettier-ignore
const ofKeyed: readonly ProblemCode[] = ['missing_key', 'invalid_key', 'invalid_scheme'];
const ofCosting: readonly ProblemCode[] = ['rate_limited'];

/** Operations that answer from memory in every outage. */
const ofMemory: ReadonlySet<string> = new Set(['listSymbols', 'getSymbol', 'listCalendar', 'getUsage', 'getQuality']);

describe.each(operations.map((operation) => [operation.path, operation] as const))('%s', (_, operation) => {
  test.each([...ofEvery, ...(operation.access === 'key' ? ofKeyed : []), ...(operation.cost === 0 ? [] : ofCosting), ...operation.errors])(
    'says %s as the contract has it',
    async (code) => {
      const provoke = provocations[code];
      if (provoke === undefined) throw new Error(`nothing here makes an operation say ${code}`);
      const given = await provoke(operation);
      expectProblem(given, code);
      const { headers = {} } = document.paths[operation.path.replace(/:(\w+)/g, '{$1}')]?.get.responses[given.status] ?? {};
      // Two codes of one status may have different headers: only some say when to try again.
      for (const name of Object.keys(headers)) if (name !== 'Retry-After') expect(given.headers, name).toHaveProperty(name.toLowerCase());
    },
  );

  const names = Object.keys(operation.parameters.query.shape).filter((name) => name !== 'cursor');
  test.runIf(names.length > 0).each(names)('refuses an invalid %s with invalid_parameter', async (name) => {
    const { extra } = expectProblem(await send(api, targetOf(operation, true, `${name}=%01`)), 'invalid_parameter');
    expect(Object.keys((extra as { fields: object }).fields)).toEqual([name]);
  });

  test.runIf(operation.access === 'key' && !ofMemory.has(operation.name))(
    'says unavailable while the store is unreachable, and internal where the fault is ours',
    async () => {
      // A uid that is not in the tail is read from the store.
      // The tail has no row of the stream's ticker.
      const target = targetOf(operation, !operation.path.includes(':uid'), operation.isLive === true ? 'symbol=AMD' : '');
      const away = await send(storeless, target);
      expectProblem(away, 'unavailable');
      expect(Number(away.headers['retry-after'])).toBeGreaterThan(0);
      expectProblem(await send(misled, target), 'internal');
    },
  );
});

test('refusals have headers with the scheme, the allowed values or the wait', async () => {
  const [list] = operations;
  const { headers } = await provocations.missing_key!(list!);
  expect(headers['www-authenticate']).toMatch(/^Bearer/);
  expect(headers['x-ratelimit-limit']).toBeUndefined();
  expect((await provocations.method_not_allowed!(list!)).headers.allow).toBe('GET, HEAD');
  const seconds = Number((await provocations.rate_limited!(list!)).headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(3_600);
});

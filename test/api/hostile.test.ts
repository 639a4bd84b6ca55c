import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { coverage } from '#api/coverage.ts';
import { operations } from '#api/operations.ts';
import { storeCoverage } from '#clickhouse/coverage.ts';
import { CoverageReport } from '#schemas/coverage.ts';
import { spawnApiOn } from '#test/support/api.ts';
import { storeSampleSnapshots } from '#test/support/radar-sample.ts';
import { rowRecord } from '#test/support/records.ts';
import { sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const ground = await sharedGround();
await ground.append(Array.from({ length: 60 }, (_, index) => rowRecord(`row ${index}`)));
await storeCoverage(ground.store, CoverageReport.parse(coverage.output.example));
await storeSampleSnapshots(ground.store);
const api = await spawnApiOn(ground, { LOG_LEVEL: 'silent' });
afterAll(() => api.stop());
const { key } = await ground.account('pro', { perMinute: 10_000_000, perDay: 100_000_000 });
await until('the key to work', async () => (await fetch(`${api.url}/api/news/`, { headers: { authorization: `Bearer ${key}` } })).status === 200);

// prettier-ignore
const names = [
  'symbol', 'ticker', 'category', 'exclude_categories', 'min_relevance', 'page_size', 'limit', 'cursor', 'from_date', 'to_date', 'collapse', 'sort',
  'item', 'source_type', 'is_10b5_1', 'format', 'q', 'q', 'tickers', 'hours', 'per_page', '__proto__', 'constructor', '',
];
// prettier-ignore
const values = [
  '', '0', '1', '-1', '20', '51', '1e9', 'NaN', 'ingested', 'story', 'true', 'earnings,crypto', 'earnings', '2.02', '2026-01-01', '2026-13-40',
  '9999-12-31T23:59:59Z', '0000-01-01', 'NVDA', "'; DROP TABLE feed --", '{x:String}', '%00', '\u0000', '💥', 'AAAA'.repeat(200), 'row title -of',
  '"title of" OR "', '-"- -" $ OR OR -', '"'.repeat(199), 'row-'.repeat(49), 'NVDA,,brk b,AAPL',
];
const value = fc.oneof(fc.constantFrom(...values), fc.string({ maxLength: 60 }), fc.base64String({ maxLength: 90 }));
const path = fc.oneof(
  fc.constantFrom(
    ...operations.map((operation) => operation.path),
    '/api/news',
    '/api/news/0123456789abcdef/',
    '/api/news/XYZ/',
    '/api/news//',
    '/',
    '/api/',
    '/api/news/insider/x/',
    '/api/news/%E0%A4%A/',
    '/api/schema/swagger-ui/../../package.json',
  ),
  fc.string({ maxLength: 40 }).map((text) => `/api/${encodeURIComponent(text)}`),
);
const request = fc.record({
  path,
  query: fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 12 })), value), { maxLength: 5 }),
  method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
  headers: fc.record(
    {
      accept: fc.constantFrom('*/*', 'application/json', 'text/html', 'q=;;', ''),
      'accept-encoding': fc.constantFrom('gzip', 'br;q=0.5, zstd', 'identity;q=0, *;q=0', 'x', ''),
      'if-none-match': fc.constantFrom('*', '"x"', 'W/"y", "z"', 'garbage', ''),
      'x-request-id': fc.constantFrom('ok-1', 'a'.repeat(500), '<script>'),
    },
    { requiredKeys: [] },
  ),
  keyed: fc.constantFrom('mine', 'mine', 'mine', 'none', 'wrong'),
});

describe('hostile requests', () => {
  test('are answered, none with a 5xx, and every refusal is a problem with its code', async () => {
    const wrong: string[] = [];
    const ask = async (asked: typeof request extends fc.Arbitrary<infer T> ? T : never): Promise<void> => {
      const query = asked.query
        .map(([name, text]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(text.toWellFormed())}`)
        .join('&');
      const authorization = { mine: `Bearer ${key}`, none: '', wrong: 'Bearer nf_live_nothing' }[asked.keyed];
      const target = `${asked.path}${query === '' ? '' : `?${query}`}`;
      const response = await fetch(`${api.url}${target}`, {
        method: asked.method,
        headers: { ...asked.headers, ...(authorization === '' ? {} : { authorization }) },
        redirect: 'manual',
      });
      const isEndless = response.headers.get('content-type') === 'text/event-stream';
      if (isEndless) await response.body?.cancel();
      const text = isEndless ? '' : await response.text();
      if (response.status >= 500) wrong.push(`${response.status} ${asked.method} ${target}`);
      if (response.status >= 400 && asked.method !== 'HEAD') {
        const body = JSON.parse(text) as { code?: unknown; status?: unknown; request_id?: unknown };
        if (typeof body.code !== 'string' || body.status !== response.status || typeof body.request_id !== 'string')
          wrong.push(`no problem: ${text.slice(0, 100)}`);
        if (/\/api\/.*\.ts|node_modules|SELECT /.test(text)) wrong.push(`tells too much: ${text.slice(0, 200)}`);
      }
    };
    const together = fc.array(request, { minLength: 50, maxLength: 50 });
    const answersAll = fc.asyncProperty(together, async (asked) => {
      await Promise.all(asked.map(ask));
      expect(wrong).toEqual([]);
    });
    await fc.assert(answersAll, { numRuns: 40, endOnFailure: true });
  });
});

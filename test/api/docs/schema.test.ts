import { describe, expect, test } from 'vitest';
import { coverage } from '#api/coverage.ts';
import { operations } from '#api/operations.ts';
import { storeCoverage } from '#clickhouse/coverage.ts';
import { CoverageReport } from '#schemas/coverage.ts';
import { signedHeaders } from '#pipeline/webhooks/signature.ts';
import { packText } from '#schemas/source-text.ts';
import { call, queryFor, type Answer } from '#test/support/api.ts';
import { storeSampleSnapshots } from '#test/support/radar-sample.ts';
import { storyRecords } from '#test/support/records.ts';
import { keyedApi, sharedGround } from '#test/support/shared-servers.ts';
import { earningsAnalysis, earningsRow } from '#test/support/trades.ts';
import { mixedFeed, rowsOf } from '../feed/records.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { checkValue, type JsonSchema } from '#test/support/json-schema.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
  readonly style?: string;
  readonly explode?: boolean;
}
interface Response {
  readonly description: string;
  readonly headers: Record<string, { readonly description: string }>;
  readonly content?: Record<
    string,
    { readonly schema: JsonSchema; readonly example?: unknown; readonly examples?: Record<string, { readonly value: Record<string, unknown> }> }
  >;
}
interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly security?: unknown[];
  readonly parameters?: Parameter[];
  readonly responses: Record<string, Response>;
}
interface Document {
  readonly openapi: string;
  readonly info: Record<string, unknown>;
  readonly servers: { url: string }[];
  readonly paths: Record<string, { readonly get: Operation }>;
  readonly webhooks: Record<
    string,
    { readonly post: Operation & { readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } } } }
  >;
  readonly components: { readonly schemas: Record<string, JsonSchema>; readonly securitySchemes: Record<string, unknown> };
}

const records = mixedFeed(Date.now(), 60, 3_600_000);
const withRead = { ...earningsRow('8-K with a read', earningsAnalysis()), source_text: packText('Revenue of $1,040 million')! };
const story = storyRecords('story', new Date().toISOString());

const ground = await sharedGround();
await ground.putSymbols([symbolEntry('ACME', { sector: 'Technology' }), symbolEntry('QUIET')]);
await ground.append([...records, withRead, ...story]);
await storeCoverage(ground.store, CoverageReport.parse(coverage.output.example));
await storeSampleSnapshots(ground.store);
const { api, key } = await keyedApi('pro', ground);
const whole = (await call<Document>(`${api.url}/api/schema/`)).body;
const isOperation = ([path]: readonly [string, unknown]): boolean => path !== '/oauth/revoke';
const document = { ...whole, paths: Object.fromEntries(Object.entries(whole.paths).filter(isOperation)) };
const revocation = (whole.paths['/oauth/revoke'] as unknown as { readonly post: Operation }).post;

describe('200', () => {
  test('needs no key, may be cached by anyone, and is OpenAPI 3.1', async () => {
    const answer = await call<Document>(`${api.url}/api/schema`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toContain('public');
    expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
  });

  test('names every operation that is served, once, with a unique operationId', () => {
    const served = operations.filter(({ isHidden }) => isHidden !== true).map(({ path }) => path.replace(/:(\w+)/g, '{$1}'));
    expect(Object.keys(document.paths).sort()).toEqual(served.sort());
    const ids = Object.values(document.paths).map(({ get }) => get.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has a valid example of each new answer', () => {
    for (const [path, { get }] of Object.entries(document.paths)) {
      const { schema, example } = get.responses['200']!.content!['application/json'] ?? {};
      if (example !== undefined) expect(checkValue(example, schema!, document.components.schemas), path).toEqual([]);
      if (path.startsWith('/api/symbols/') || path.endsWith('/clusters/')) expect(example, path).toBeDefined();
    }
  });

  test('says how lists are written, which values exist, and how a key is sent', () => {
    const parameters = document.paths['/api/news/']!.get.parameters!;
    const named = (name: string): Parameter => parameters.find((parameter) => parameter.name === name)!;
    expect(named('category')).toMatchObject({ style: 'form', explode: false, schema: { type: 'array' } });
    expect(named('page_size').schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 50, default: 10 });
    expect(named('limit')).toMatchObject({ allowEmptyValue: true, schema: { type: 'integer' } });
    expect(named('ticker').schema).toMatchObject({ type: 'array' });
    expect(named('collapse_stories').schema).toMatchObject({ type: 'boolean' });
    expect(parameters.every((parameter) => parameter.required !== true)).toBe(true);
    expect(document.components.securitySchemes).toEqual({ key: expect.objectContaining({ type: 'http', scheme: 'bearer' }) });
    expect(document.paths['/api/schema/']!.get.security).toEqual([]);
  });
});

test('describes the request that webhooks receive, with its headers and retries, and how polling begins', () => {
  const { description, parameters, requestBody } = document.webhooks['newsMatched']!.post;
  const sent = signedHeaders(
    { secret: `whsec_${'a'.repeat(43)}`, previous_secret: null, previous_secret_until: null },
    { number: 1, body: '{}', atMs: 0 },
  );
  for (const { name, in: place } of parameters ?? [])
    expect([place, Object.keys(sent)]).toEqual(['header', expect.arrayContaining([name.toLowerCase()])]);
  expect(parameters).toHaveLength(6);
  expect(description).toMatch(/Up to 5 attempts; the waits between them are 1, 5, 30, 120 minutes\./);
  expect(requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/NewsMatched' });
  expect(JSON.stringify(document.components.schemas['NewsMatched'])).toContain('"article":{"$ref":"#/components/schemas/NewsItem"}');
  expect(document.paths['/api/news/']!.get.description).toContain('call it once with `sort=ingested` and no cursor');
});

describe('every documented success', () => {
  /** Requests for each status; problems.test.ts makes those that are refused. */
  const requests: Readonly<Record<string, (path: string) => Promise<Answer<unknown>>>> = {
    '200': (path) => call(path, { key }),
    '204': (path) => call(path.replace('/ACME/', '/QUIET/'), { key }),
    '304': async (path) => call(path, { key, headers: { 'if-none-match': (await call(path, { key })).headers.get('etag')! } }),
  };

  test('equals the served answer: status, media type, headers, body', async () => {
    const uid = rowsOf(records).at(-1)!.uid;
    const uidOf = (template: string): string => (template.includes('source-text') ? withRead.uid : uid);
    for (const [template, { get }] of Object.entries(document.paths)) {
      const operation = operations.find((one) => one.path.replace(/:(\w+)/g, '{$1}') === template)!;
      const path = `${api.url}${template.replace('{uid}', uidOf(template)).replace('{story_id}', story[0]!.uid).replace('{ticker}', 'ACME').replace('{slug}', 'technology')}${queryFor(operation)}`;
      for (const [status, response] of Object.entries(get.responses).filter(([each]) => Number(each) < 400)) {
        const answer = await requests[status]!(path);
        const where = `${template} ${status}`;
        expect(String(answer.status), where).toBe(status);
        for (const [name, { description }] of Object.entries(response.headers))
          if (!description.startsWith('With `format=csv`')) expect(answer.headers.get(name), `${where} ${name}`).not.toBeNull();
        const [mediaType, content] = Object.entries(response.content ?? {})[0] ?? [];
        if (mediaType === undefined || content === undefined) expect(answer.text).toBe('');
        else {
          expect(answer.headers.get('content-type'), where).toContain(mediaType);
          if (/[/+]json/.test(mediaType)) expect(checkValue(answer.body, content.schema, document.components.schemas), where).toEqual([]);
        }
      }
    }
  });

  test('of the insider feed as a file equals the served answer: media type and each documented header', async () => {
    const ok = document.paths['/api/news/insider/']!.get.responses['200']!;
    const answer = await call(`${api.url}/api/news/insider/?format=csv`, { key });
    expect(answer.status).toBe(200);
    expect(ok.content).toHaveProperty(answer.headers.get('content-type')!.split(';', 1)[0]!);
    const named = Object.keys(ok.headers).filter((name) => ok.headers[name]!.description.startsWith('With `format=csv`'));
    const sent = [...answer.headers.keys()].filter((name) => name.startsWith('x-service-'));
    expect(named.map((name) => name.toLowerCase())).toEqual(expect.arrayContaining(sent));
    for (const name of Object.keys(ok.headers)) expect(answer.headers.get(name), name).not.toBeNull();
    const json = await call(`${api.url}/api/news/insider/`, { key });
    for (const name of named) expect(json.headers.get(name), name).toBeNull();
  });
});

describe('401 and 429', () => {
  test('have an example of each form, which is valid and equals the served answer', async () => {
    const { responses } = document.paths['/api/news/']!.get;
    const examplesOf = (status: string): Record<string, { readonly value: Record<string, unknown> }> => {
      const { schema, examples = {} } = responses[status]!.content!['application/problem+json']!;
      for (const [name, { value }] of Object.entries(examples)) expect(checkValue(value, schema, document.components.schemas), name).toEqual([]);
      return examples;
    };
    const ofKeys = examplesOf('401');
    const sent: Record<keyof typeof ofKeys, Record<string, string>> = {
      missing_key: {},
      invalid_scheme: { authorization: `Basic ${key}` },
      invalid_scheme_header: { 'x-api-key': key },
      unknown_key: { authorization: `Bearer nf_live_${'x'.repeat(40)}` },
      malformed_key: { authorization: `Bearer ${key}x` },
    };
    expect(Object.keys(ofKeys).toSorted()).toEqual([...Object.keys(sent), 'inactive_key'].toSorted());
    for (const [name, headers] of Object.entries(sent)) {
      const { body } = await call<Record<string, unknown>>(`${api.url}/api/news/`, { headers });
      expect({ ...body, request_id: '' }, name).toEqual({ ...ofKeys[name]!.value, request_id: '' });
    }
    expect(Object.keys(examplesOf('429'))).toEqual(['rate_limited_minute', 'rate_limited_day']);
  });
});

test.each([
  ['an application that is not known', { token: 'x', client_id: 'nobody' }],
  ['no token', { client_id: 'nobody' }],
  ['nothing at all', {}],
])('a revocation is answered as documented: %s', async (_, form: Record<string, string>) => {
  expect(revocation).toMatchObject({ security: [], requestBody: { content: { 'application/x-www-form-urlencoded': expect.anything() as unknown } } });
  const response = await fetch(`${api.url}/oauth/revoke`, { method: 'POST', body: new URLSearchParams(form) });
  const documented = revocation.responses[String(response.status)];
  expect([response.status, documented?.description], String(response.status)).toEqual([response.status, expect.any(String)]);
  expect(checkValue(await response.json(), documented!.content!['application/json']!.schema, document.components.schemas)).toEqual([]);
});

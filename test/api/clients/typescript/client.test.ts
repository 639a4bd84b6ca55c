import { afterAll, describe, expect, test } from 'vitest';
import { createClient, type OperationName } from '#api/clients/typescript/src/client.ts';
import { Decimal } from '#api/clients/typescript/src/decimal.ts';
import { isProblem } from '#api/clients/typescript/src/errors.ts';
import { operations } from '#api/clients/typescript/src/generated/operations.ts';
import { items, pages } from '#api/clients/typescript/src/pages.ts';
import { documentOfSources } from '#ops/scripts/clients/files.ts';
import { readInterface } from '#ops/scripts/clients/read-interface.ts';
import { until } from '#test/support/until.ts';
import { checkValue, type JsonSchema } from '#test/support/json-schema.ts';
import { sampleOf, startClientGround } from '../client-ground.ts';

const at = await startClientGround();
afterAll(() => at.stop());
const client = createClient({ baseUrl: at.api.url, apiKey: at.key });

const document = documentOfSources();
const described = readInterface(document).operations;

describe('each operation', () => {
  test.each(described.map(({ name }) => name))('%s has a method that answers as documented', async (name) => {
    const { path, method, type, pathParameters, queryParameters, body } = described.find((operation) => operation.name === name)!;
    const samples = sampleOf(at.uid);
    const required = [...pathParameters, ...queryParameters, ...(body === null ? [] : [body])].filter(({ isRequired }) => isRequired);
    const parameters = Object.fromEntries(required.map((field) => [field.name, samples[field.name]]));
    const answered = client[name as OperationName](parameters as never);
    const result: unknown = answered instanceof Promise ? await answered : (await answered.next()).value;
    const response = document.paths[path]![method.toLowerCase()]!.responses['200']!;
    const { schema } = response.content![type]!;
    expect(checkValue(result, schema as JsonSchema, document.components!.schemas as Record<string, JsonSchema>)).toEqual([]);
    expect(result).not.toBeNull();
  });

  test('the client has no other methods', () => {
    expect(Object.keys(operations)).toEqual(described.map(({ name }) => name));
    expect(Object.keys(client).sort()).toEqual([...Object.keys(operations), 'request', 'open', 'rateLimit'].sort());
  });

  test('parameters are sent as the service reads them: lists, instants, booleans, numbers, and escaped characters', async () => {
    const page = await client.listNews({
      category: ['earnings', 'insider'],
      from_date: new Date(Date.now() - 10 * 86_400_000),
      collapse_stories: true,
      min_relevance: 1,
      page_size: 50,
    });
    expect(page.results.length).toBeGreaterThan(0);
    for (const { enrichment, original } of page.results) {
      expect(['earnings', 'insider']).toContain(enrichment.category);
      expect(Date.parse(original.time_published)).toBeGreaterThan(Date.now() - 11 * 86_400_000);
    }
    expect((await client.listSymbols({ search: 'a & b?#/ü' })).results).toEqual([]);
    await expect(client.getSymbol({ ticker: 'A/B' })).rejects.toMatchObject({ code: 'unknown_symbol' });
    await expect(client.getSymbol({ ticker: '' })).rejects.toThrow('ticker is missing');
  });

  test('a 204 is null', async () => {
    expect(await client.getLatestEarningsRead({ ticker: 'QUIET' })).toBeNull();
  });

  test('another representation is opened as a stream, with its headers', async () => {
    const response = await client.open('listInsiderNews', { format: 'csv', min_relevance: 1 });
    expect(response.headers.get('content-type')).toContain('text/csv');
    const lines = (await response.text()).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^uid,time_published,/);
    expect(lines.length - 1).toBe(Number(response.headers.get('x-service-rows')));
    await expect(client.listInsiderNews({ format: 'csv' })).rejects.toMatchObject({ name: 'UnexpectedAnswerError' });
  });
});

describe('pages and items', () => {
  test('walk to the end, each row once, newest first', async () => {
    const rows: string[] = [];
    let pageCount = 0;
    for await (const page of pages(client, 'listNews', { min_relevance: 1, page_size: 7 })) {
      pageCount += 1;
      rows.push(...page.results.map(({ original }) => original.uid));
    }
    expect(pageCount).toBeGreaterThan(3);
    expect(new Set(rows).size).toBe(rows.length);
    const whole = await client.listNews({ min_relevance: 1, page_size: 50 });
    expect(rows.slice(0, 50)).toEqual(whole.results.map(({ original }) => original.uid));
    const one: string[] = [];
    for await (const { original } of items(client, 'listNews', { min_relevance: 1, page_size: 50 })) one.push(original.uid);
    expect(one).toEqual(rows);
  });

  test('walk a list that is not called `results`', async () => {
    const events = await Array.fromAsync(items(client, 'listInsiderTrades', { ticker: 'ACME', page_size: 2 }));
    expect(events).toHaveLength(9);
    expect(new Set(events.map(({ accession_number }) => accession_number)).size).toBe(9);
  });

  test('in delta mode they end at the newest row', async () => {
    const uids = await Array.fromAsync(
      items(client, 'listNews', { sort: 'ingested', min_relevance: 1, page_size: 5 }),
      ({ original }) => original.uid,
    );
    const newest = await client.listNews({ sort: 'ingested', min_relevance: 1, page_size: 5 });
    expect(uids).toEqual(newest.results.map(({ original }) => original.uid));
  });
});

test('money and share counts keep every digit and are added exactly', async () => {
  const events = await Array.fromAsync(items(client, 'listInsiderTrades', { ticker: 'ACME', side: 'buy' }));
  expect(events.map(({ shares }) => shares).sort()).toEqual(['100.125', '101.125', '102.125', '103.125', '104.125', '105.125']);
  expect(events.reduce((sum, { shares }) => sum.plus(shares), Decimal.of(0)).toString()).toBe('615.750');
});

describe('errors', () => {
  test('have the code and the texts of the service', async () => {
    const wrong = await client.listNews({ min_relevance: 11 }).catch((error: unknown) => error);
    expect(isProblem(wrong, 'invalid_parameter') && wrong.problem.extra.fields['min_relevance']).toHaveLength(1);
    expect(wrong).toMatchObject({ name: 'ApiError', status: 400, requestId: expect.stringMatching(/./) });
    const mixed = (await client.listNews({ min_relevance: 1, page_size: 1 })).next_cursor!;
    await expect(client.listNews({ min_relevance: 1, sort: 'ingested', cursor: mixed })).rejects.toMatchObject({ code: 'cursor_mode_mismatch' });
    await expect(createClient({ baseUrl: at.api.url }).listNews()).rejects.toMatchObject({ code: 'missing_key', status: 401 });
    await expect(client.getArticle({ uid: '0'.repeat(16) })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('an unreachable service is a ConnectionError that names the address and not the key', async () => {
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: at.key, retries: { attempts: 1 } });
    const error = (await nobody.listNews().catch((thrown: unknown) => thrown)) as Error;
    expect(error.name).toBe('ConnectionError');
    expect(error.message).toContain('127.0.0.1:1/api/news/');
    expect(`${error.message}${error.stack}`).not.toContain(at.key);
    expect(() => createClient({ baseUrl: at.api.url, apiKey: `${at.key}\n` })).toThrow(/^(?!.*nf_live)/);
    expect(() => createClient({ baseUrl: 'ftp://x' })).toThrow('http(s)');
  });
});

test('the rate limit is that of the headers: the day, and each window', async () => {
  const { key } = await at.ground.account('basic');
  const fresh = createClient({ baseUrl: at.api.url, apiKey: key });
  expect(fresh.rateLimit()).toBeNull();
  await until('the account', () =>
    fresh.listNews().then(
      () => true,
      () => false,
    ),
  );
  const { rateLimit } = await fresh.request('listNews');
  expect(rateLimit).toEqual(fresh.rateLimit());
  expect(rateLimit).toMatchObject({ limit: 10_000, remaining: 9_998 });
  expect(rateLimit!.resetsAt.getTime() % 86_400_000).toBe(0);
  expect(rateLimit!.windows).toEqual([
    { name: 'minute', limit: 60, remaining: expect.any(Number), resetsInSeconds: expect.any(Number) },
    { name: 'day', limit: 10_000, remaining: 9_998, resetsInSeconds: expect.any(Number) },
  ]);
  expect((await fresh.request('getService')).rateLimit).toBeNull();
});

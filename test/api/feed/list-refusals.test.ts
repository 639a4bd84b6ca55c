import { describe, expect, test } from 'vitest';
import { call, type Answer } from '#test/support/api.ts';
import { until } from '#test/support/until.ts';
import { horizonMs, listGround, nowMs, type Problem } from './list-ground.ts';
import { dayMs } from './records.ts';

const list = await listGround();

const day = new Date(nowMs - 5 * dayMs).toISOString().slice(0, 10);

describe('harmless spellings', () => {
  test.each([
    ['min_relevance=&symbol=&cursor=&category=,', ''],
    ['page_size=5&limit=5', 'page_size=5'],
    ['symbol=NVDA&ticker=NVDA', 'symbol=NVDA'],
    ['exclude_categories=earnings,', 'exclude_categories=earnings'],
    ['sort=published', ''],
    [`from_date=${day} 00:00:00`, `from_date=${day}T00:00:00Z`],
    [`from_date=${day}%2010:00`, `from_date=${day}T10:00:00Z`],
    [`from_date=${day}T02:00:00+02:00`, `from_date=${day}T00:00:00Z`],
    [`from_date=${day} 02:00:00 02:00`, `from_date=${day}T00:00:00Z`],
    [`from_date=${day}T02:00:00%2B0200`, `from_date=${day}T00:00:00Z`],
    [`from_date=${day}T02:00 0200`, `from_date=${day}T00:00:00Z`],
    [`from_date=${day}T00:00:00-00`, `from_date=${day}T00:00:00Z`],
    [`from_date=${day}t00:00:00z`, `from_date=${day}T00:00:00Z`],
  ])('%s is read as %s', async (query, meant) => {
    const [given, plain] = await Promise.all([list.get<object>(`?${query}`), list.get<object>(`?${meant}`)]);
    expect(given.status).toBe(200);
    expect(given.body).toEqual(plain.body);
  });
});

describe('400', () => {
  test.each([
    ['min_relevance=0', 'min_relevance'],
    ['min_relevance=11', 'min_relevance'],
    ['min_relevance=4.5', 'min_relevance'],
    ['page_size=0', 'page_size'],
    ['page_size=21', 'page_size'],
    ['limit=51', 'page_size'],
    ['page_size=5&page_size=6', 'page_size'],
    ['page_size=5&limit=6', 'page_size'],
    ['symbol=%00', 'symbol'],
    ['category=nonsense', 'category'],
    ['category=%FF', 'category'],
    ['sort=newest', 'sort'],
    ['collapse=all', 'collapse'],
    ['collapse_stories=yes', 'collapse_stories'],
    ['collapse=story&collapse_stories=false', 'collapse_stories'],
    ['item=202', 'item'],
    ['item=9.99', 'item'],
    ['item=2.02&source_type=publisher', 'item'],
    ['source_type=reuters', 'source_type'],
    ['from_date=yesterday', 'from_date'],
    ['from_date=2026-02-30', 'from_date'],
    ['to_date=1', 'to_date'],
    [`from_date=${new Date(nowMs).toISOString()}&to_date=${new Date(nowMs - dayMs).toISOString()}`, 'from_date'],
    ['sort=ingested&from_date=2026-11-01', 'from_date'],
    ['sort=ingested&to_date=2026-11-01', 'to_date'],
  ])('%s is invalid_parameter and names %s', async (query, name) => {
    const { status: code, body, headers } = await list.get<Problem>(`?${query}`);
    expect([code, body.code]).toEqual([400, 'invalid_parameter']);
    expect(Object.keys(body.extra.fields as object)).toEqual([name]);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body.message).toBe(body.detail);
    expect(body.request_id).toBe(headers.get('x-request-id'));
    expect(headers.get('x-ratelimit-remaining')).not.toBeNull();
  });

  test('a page as large as a higher plan allows', async () => {
    expect((await call(`${list.api.url}/api/news/?page_size=50`, { key: list.proKey })).status).toBe(200);
    for (const size of [0, 21, 50, 51, 5_000])
      expect((await list.get<Problem>(`?page_size=${size}`)).body.detail).toBe(
        `page_size must be an integer from 1 to 20 on the basic plan, not ${size}; the pro plan allows up to 50`,
      );
    const { body } = await call<Problem>(`${list.api.url}/api/news/?page_size=51`, { key: list.proKey });
    expect(body.detail).toBe('page_size must be an integer from 1 to 50 on the pro plan, not 51');
  });

  test('an unknown parameter names the allowed ones', async () => {
    const { body } = await list.get<Problem>('?per_page=5');
    expect(body.code).toBe('unknown_parameter');
    expect(body.extra.allowed_params).toEqual(expect.arrayContaining(['page_size', 'limit', 'symbol', 'ticker', 'cursor']));
    expect(JSON.stringify(body.extra)).toContain('did you mean page_size?');
  });

  test('cursors: changed, of other filters, of another endpoint, of the other mode', async () => {
    const newest = (await list.get('?page_size=2')).body.next_cursor!;
    const delta = (await list.get('?page_size=2&sort=ingested')).body.next_cursor!;
    const codeOf = async (query: string): Promise<string> => (await list.get<Problem>(query)).body.code;
    const flipped = newest.slice(0, -1) + (newest.endsWith('A') ? 'B' : 'A');
    expect(await codeOf(`?cursor=${flipped}`)).toBe('invalid_cursor');
    expect(await codeOf(`?cursor=${newest}&min_relevance=5`)).toBe('invalid_cursor');
    expect(await codeOf(`?sort=ingested&cursor=${delta}&symbol=NVDA`)).toBe('invalid_cursor');
    expect(await codeOf(`insider/?cursor=${newest}`)).toBe('invalid_cursor');
    expect(await codeOf(`?cursor=${delta}`)).toBe('cursor_mode_mismatch');
    expect(await codeOf(`?sort=ingested&cursor=${newest}`)).toBe('cursor_mode_mismatch');
    expect((await list.get(`?cursor=${newest}&page_size=7`)).status).toBe(200);
  });
});

describe('403', () => {
  test.each(['from_date=2020-01-01', `from_date=${new Date(nowMs - 31 * dayMs).toISOString()}`, 'to_date=2020-01-01'])(
    '%s is past the archive, on the first page',
    async (query) => {
      const { status: code, body } = await list.get<Problem>(`?${query}`);
      expect([code, body.code]).toEqual([403, 'archive_horizon']);
      expect(body.extra).toMatchObject({ reason: 'archive_horizon', tier: 'basic', archive_days: 30, upgrade: { tiers: ['pro'] } });
      expect(new Date(body.extra.horizon as string).getTime()).toBe(horizonMs());
      const pro = await call<Problem>(`${list.api.url}/api/news/?${query}`, { key: list.proKey });
      expect(pro.body.extra.upgrade).toBeNull();
    },
  );

  test('a bare date of the day of the horizon is still inside', async () => {
    expect((await list.get(`?from_date=${new Date(Date.now() - 30 * dayMs).toISOString().slice(0, 10)}`)).status).toBe(200);
  });

  test('OPTIONS is refused without a key, and nothing allows an origin', async () => {
    for (const path of ['/api/news/', '/api/schema/', '/api/nothing/', '/elsewhere']) {
      const {
        status: code,
        body,
        headers,
      } = await call<Problem>(`${list.api.url}${path}`, {
        method: 'OPTIONS',
        headers: { origin: 'https://example.com', 'access-control-request-method': 'GET' },
      });
      expect([code, body.code]).toEqual([403, 'cors_not_supported']);
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

describe('404', () => {
  test('an address of nothing, with a key; a stranger learns only that one is missing', async () => {
    expect((await call<Problem>(`${list.api.url}/api/nothing/`, { key: list.key })).body.code).toBe('not_found');
    expect((await call<Problem>(`${list.api.url}/API/NEWS/`, { key: list.key })).body.code).toBe('not_found');
    expect((await call<Problem>(`${list.api.url}/api/nothing/`)).body.code).toBe('missing_key');
    expect((await call<Problem>(`${list.api.url}/elsewhere`)).body.code).toBe('not_found');
  });
});

describe('429', () => {
  test('names the caps of the plan, the wait and the way up; costs nothing', async () => {
    const account = await list.ground.account('free');
    const answers: Answer<Problem>[] = [];
    await until('the account', async () => (await call(`${list.api.url}/api/news/`, { key: account.key })).status === 200);
    for (let time = 0; time < 25; time += 1) answers.push(await call<Problem>(`${list.api.url}/api/news/`, { key: account.key }));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(5);
    const { body, headers } = refused[0]!;
    expect(body.code).toBe('rate_limited');
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(body.extra).toMatchObject({
      tier: 'free',
      window: 'minute',
      limit_per_minute: 20,
      limit_per_day: 100,
      retry_after_seconds: seconds,
      upgrade: { tiers: ['basic', 'pro'], pricing_url: expect.stringContaining('http') },
    });
    expect(new Set(refused.map((answer) => answer.headers.get('x-ratelimit-remaining'))).size).toBe(1);
  });
});

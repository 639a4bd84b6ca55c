import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gunzipSync, brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import type { Api } from '#api/main.ts';
import type { NewsItem } from '#schemas/item.ts';
import { NewsItem as NewsItemSchema } from '#schemas/item.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { call, startApiOn, startGround, type Answer, type Ground } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { until } from '#test/support/until.ts';
import { dayMs, mixedFeed, rowsOf } from './records.ts';

interface List {
  readonly results: NewsItem[];
  readonly next_cursor: string | null;
  readonly symbol_note: string | null;
}
interface Problem {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly message: string;
  readonly request_id: string;
  readonly extra: Record<string, unknown>;
}

const symbol = (ticker: string, name: string, asset_type: SymbolEntry['asset_type'], more: Partial<SymbolEntry> = {}): SymbolEntry => ({
  symbol: ticker,
  name,
  asset_type,
  exchange: null,
  sector: null,
  industry: null,
  country: null,
  currency: null,
  status: 'active',
  brand_aliases: [],
  cik: null,
  delisted_at: null,
  renamed_to: '',
  ...more,
});

// Rows over some 25 days, and a few from before the archive of the smallest plan.
const nowMs = Date.now();
const records = [...mixedFeed(nowMs - 40 * dayMs, 20, 3_600_000), ...mixedFeed(nowMs, 300, 7_200_000).map((record) => ({ ...record }))];
const seen = new Set<string>();
const unique = records.filter((record) => record.type === 'gap' || (!seen.has(record.uid) && seen.add(record.uid)));

let ground: Ground;
let api: Api;
let key: string;
let proKey: string;

beforeAll(async () => {
  ground = await startGround();
  await ground.putSymbols([
    symbol('NVDA', 'NVIDIA Corp', 'Stock'),
    symbol('ACME', 'Acme Inc', 'Stock'),
    symbol('BTC-USD', 'Bitcoin', 'Crypto'),
    symbol('ETH', 'Ethan Allen', 'Stock'),
    symbol('ETH-USD', 'Ethereum', 'Crypto'),
    symbol('FB', 'Facebook', 'Stock', { renamed_to: 'META', status: 'delisted' }),
    symbol('META', 'Meta Platforms', 'Stock'),
    symbol('GOOG', 'Alphabet C', 'Stock', { cik: '0001652044' }),
    symbol('GOOGL', 'Alphabet A', 'Stock', { cik: '0001652044' }),
  ]);
  await ground.append(unique);
  key = (await ground.account('basic', { perMinute: 100_000, perDay: 1_000_000 })).key;
  proKey = (await ground.account('pro', { perMinute: 100_000, perDay: 1_000_000 })).key;
  api = await startApiOn(ground, { ARCHIVE_DAYS: '30' });
  await until('the symbols', async () => ((await status()).details.symbols as number) === 9);
});

afterAll(async () => {
  await api.stop();
  await ground.stop();
});

const status = async (): Promise<{ details: Record<string, unknown> }> =>
  (await call<{ details: Record<string, unknown> }>(`${api.ops}/status`)).body;
const get = <T = List>(query: string, headers: Record<string, string> = {}): Promise<Answer<T>> =>
  call<T>(`${api.url}/api/news/${query}`, { key, headers });
const uids = (answer: Answer<List>): string[] => answer.body.results.map((item) => item.original.uid);

/** What the feed holds inside the archive, as the specification orders it. */
const served = (keep: (row: FeedRow) => boolean): string[] =>
  rowsOf(unique)
    .filter((row) => Date.parse(row.item.original.time_published) >= (Math.floor(Date.now() / dayMs) - 30) * dayMs && keep(row))
    .sort((a, b) =>
      a.item.original.time_published < b.item.original.time_published
        ? 1
        : a.item.original.time_published > b.item.original.time_published
          ? -1
          : a.uid < b.uid
            ? -1
            : 1,
    )
    .map((row) => row.uid);
const relevant = (row: FeedRow): boolean => row.item.enrichment.relevance_score >= 4;

async function walk(query: string): Promise<{ uids: string[]; end: Answer<List> }> {
  const found: string[] = [];
  let cursor = '';
  for (;;) {
    const answer = await get(`?${query}${cursor}`);
    if (answer.status !== 200) return { uids: found, end: answer };
    found.push(...uids(answer));
    if (answer.body.next_cursor === null) return { uids: found, end: answer };
    cursor = `&cursor=${answer.body.next_cursor}`;
  }
}

describe('200', () => {
  test('a walk gives every row of the archive once, newest first, then by uid', async () => {
    const { uids: found, end } = await walk('page_size=17');
    expect(found).toEqual(served(relevant));
    // Older rows exist: the walk went on to the horizon.
    expect(end.status).toBe(403);
  });

  test('ten rows a page and a floor of 4 unless asked otherwise, each row as documented', async () => {
    const { body, status: code } = await get('');
    expect(code).toBe(200);
    expect(body.results).toHaveLength(10);
    expect(Object.keys(body)).toEqual(['results', 'next_cursor', 'symbol_note']);
    for (const item of body.results) {
      expect(item.enrichment.relevance_score).toBeGreaterThanOrEqual(4);
      expect(NewsItemSchema.parse(item)).toEqual(item);
      expect([item.story_id, item.sources_count, item.sources]).toEqual([null, null, null]);
    }
  });

  test.each<[string, (row: FeedRow) => boolean]>([
    ['category=earnings,crypto', (row) => relevant(row) && ['earnings', 'crypto'].includes(row.item.enrichment.category)],
    ['category=crypto&category=earnings', (row) => relevant(row) && ['earnings', 'crypto'].includes(row.item.enrichment.category)],
    ['exclude_categories=insider,other', (row) => relevant(row) && !['insider', 'other'].includes(row.item.enrichment.category)],
    ['category=insider&exclude_categories=insider', () => false],
    ['min_relevance=8', (row) => row.item.enrichment.relevance_score >= 8],
    ['min_relevance=1&symbol=nvda', (row) => row.item.enrichment.tickers.includes('NVDA')],
    ['min_relevance=1&ticker=ACME', (row) => row.item.enrichment.tickers.includes('ACME')],
    ['min_relevance=1&symbol=btc', (row) => row.item.enrichment.tickers.includes('BTC-USD')],
    ['symbol=NOSUCH', () => false],
    ['source_type=gdelt', (row) => relevant(row) && row.item.original.source_type === 'publisher'],
    ['source_type=sec_form4,sec_form8k', (row) => relevant(row) && row.item.original.source_type !== 'publisher'],
    ['min_relevance=1&item=9.01', (row) => row.item.filing?.items.includes('9.01') ?? false],
    ['min_relevance=1&item=5.02&source_type=sec_form8k,sec_form4', (row) => row.item.filing?.items.includes('5.02') ?? false],
  ])('%s gives exactly the rows that match, in both modes', async (query, keep) => {
    const expected = served(keep);
    expect((await walk(`${query}&limit=20`)).uids).toEqual(expected);
    const delta: string[] = [];
    let answer = await get(`?${query}&sort=ingested&page_size=20`);
    const newest = uids(answer);
    const archived = (row: FeedRow): boolean => Date.parse(row.item.original.created_at) >= (Math.floor(Date.now() / dayMs) - 30) * dayMs;
    expect(newest).toEqual(
      rowsOf(unique)
        .filter((row) => keep(row) && archived(row))
        .slice(-20)
        .map((row) => row.uid),
    );
    answer = await get(`?${query}&sort=ingested&page_size=20&cursor=${answer.body.next_cursor}`);
    delta.push(...uids(answer));
    expect(delta).toEqual([]);
    expect(answer.body.next_cursor).toEqual(expect.any(String));
  });

  test('both ends of a window are inside, and a bare to_date covers its day', async () => {
    const day = new Date(nowMs - 10 * dayMs).toISOString().slice(0, 10);
    const ofDay = served((row) => relevant(row) && row.item.original.time_published.startsWith(day));
    expect(ofDay.length).toBeGreaterThan(2);
    expect((await walk(`from_date=${day}&to_date=${day}`)).uids).toEqual(ofDay);
    const rows = rowsOf(unique).filter((row) => ofDay.includes(row.uid)).map((row) => row.item.original.time_published).sort(); // prettier-ignore
    const exact = await walk(`from_date=${rows[0]}&to_date=${rows.at(-1)}`);
    expect(exact.uids).toEqual(ofDay);
    const offset = encodeURIComponent(new Date(Date.parse(rows[0]!) + 7_200_000).toISOString().replace('Z', '+02:00'));
    expect((await walk(`from_date=${offset}&to_date=${rows.at(-1)}`)).uids).toEqual(ofDay);
  });

  test('a window that starts inside the archive ends with a null cursor', async () => {
    const { end } = await walk(`from_date=${new Date(nowMs - 5 * dayMs).toISOString().slice(0, 10)}`);
    expect(end.status).toBe(200);
    expect(end.body.next_cursor).toBeNull();
  });

  test('a stock and a coin of the same letters: the stock is served and the envelope names the coin', async () => {
    expect((await get('?symbol=eth')).body.symbol_note).toContain('ETH-USD');
    expect((await get('?symbol=ETH-USD')).body.symbol_note).toBeNull();
    expect((await get('?symbol=btc')).body.symbol_note).toBeNull();
  });

  test('a ticker answers for its former name and for the other classes of its issuer', async () => {
    const at = new Date().toISOString();
    const rows = [rowRecord('old name', { tickers: ['FB'], publishedAt: at }), rowRecord('class c', { tickers: ['GOOG'], publishedAt: at })];
    await ground.append(rows);
    const find = async (ticker: string): Promise<string[]> => uids(await until(`rows of ${ticker}`, async () => {
      const answer = await get(`?sort=ingested&symbol=${ticker}`);
      return answer.body.results.length > 0 && answer;
    })); // prettier-ignore
    expect(await find('meta')).toEqual([rows[0]!.uid]);
    expect(await find('GOOGL')).toEqual([rows[1]!.uid]);
  });

  test('collapse gives one row a story, with its sources, written either way', async () => {
    const at = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
    const root = rowRecord('story root', { publishedAt: at(3), tickers: ['STORY'] });
    const reprint = rowRecord('story reprint', { publishedAt: at(2), tickers: ['STORY'], storyId: root.uid });
    const other = { ...reprint, item: { ...reprint.item, original: { ...reprint.item.original, source_domain: 'other.example' } } };
    await ground.append([root, other]);
    for (const query of ['collapse=story', 'collapse_stories=true', 'collapse=story&sort=ingested', 'collapse_stories=True&sort=ingested']) {
      const answer = await until(`the story with ${query}`, async () => {
        const found = await get(`?symbol=STORY&${query}`);
        return found.body.results.length > 0 && found;
      });
      expect(uids(answer)).toEqual([root.uid]);
      expect(answer.body.results[0]).toMatchObject({ story_id: root.uid, sources_count: 2, sources: ['example.com', 'other.example'] });
    }
    expect(uids(await get('?symbol=STORY&collapse_stories=false'))).toHaveLength(2);
  });

  test('a source that joins a story is seen under collapse at once, though no row of the page is new', async () => {
    const root = rowRecord('joined root', { publishedAt: new Date().toISOString(), tickers: ['JOINED'] });
    await ground.append([root]);
    const poll = (): Promise<Answer<List>> => get('?symbol=JOINED&collapse=story&sort=ingested');
    await until('the story', async () => (await poll()).body.results.length === 1);
    expect((await poll()).body.results[0]!.sources_count).toBe(1);
    const reprint = rowRecord('joined reprint', { publishedAt: new Date().toISOString(), tickers: ['JOINED'], storyId: root.uid });
    await ground.append([{ ...reprint, item: { ...reprint.item, original: { ...reprint.item.original, source_domain: 'second.example' } } }]);
    await until('the second source', async () => (await poll()).body.results[0]!.sources_count === 2, 5_000);
  });

  test('the path without its slash and HEAD answer the same, without a redirect', async () => {
    const withSlash = await get('?page_size=3');
    const without = await call<List>(`${api.url}/api/news?page_size=3`, { key });
    expect(without.text).toBe(withSlash.text);
    const head = await call(`${api.url}/api/news/?page_size=3`, { key, method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control', 'vary'])
      expect(head.headers.get(name)).toBe(withSlash.headers.get(name));
  });

  test('headers: validator, caching, quota of both windows, no cross-origin', async () => {
    const { headers } = await get('');
    expect(headers.get('cache-control')).toBe('private, max-age=60');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('vary')).toContain('Accept-Encoding');
    expect(headers.get('x-ratelimit-limit')).toBe('1000000');
    expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(1_000_000);
    expect(Number(headers.get('x-ratelimit-reset')) % 86_400).toBe(0);
    expect(headers.get('ratelimit-policy')).toBe('"minute";q=100000;w=60, "day";q=1000000;w=86400');
    expect(headers.get('ratelimit')).toMatch(/^"minute";r=\d+;t=\d+, "day";r=\d+;t=\d+$/);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('a plain X-Request-Id is taken over, any other replaced', async () => {
    expect((await get('', { 'x-request-id': 'abc-123' })).headers.get('x-request-id')).toBe('abc-123');
    const replaced = (await get('', { 'x-request-id': 'a b;c' })).headers.get('x-request-id');
    expect(replaced).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ] as const)('%s is sent when asked for, twice the same', async (encoding, decode) => {
    const plain = await get('?page_size=5');
    for (let time = 0; time < 2; time += 1) {
      const response = await raw('?page_size=5', { 'accept-encoding': encoding });
      expect(response.headers['content-encoding']).toBe(encoding);
      expect(decode(response.body).toString()).toBe(plain.text);
      expect(response.headers.etag).toBe(plain.headers.get('etag'));
    }
  });
});

describe('304', () => {
  test('for the ETag of the page, alone or in a list, and not once the page changed', async () => {
    const query = '?sort=ingested&symbol=CHANGING';
    const first = await get(query);
    const etag = first.headers.get('etag')!;
    for (const given of [etag, etag.replace('W/', ''), `"x", ${etag}`, '*']) {
      const again = await get(query, { 'if-none-match': given });
      expect(again.status).toBe(304);
      expect(again.text).toBe('');
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('x-ratelimit-limit')).not.toBeNull();
    }
    await ground.append([rowRecord('changing', { tickers: ['CHANGING'], publishedAt: new Date().toISOString() })]);
    // The page was cached a moment ago: the new row drops it.
    await until('the changed page', async () => (await get(query, { 'if-none-match': etag })).status === 200, 5_000);
  });
});

describe('400', () => {
  test.each([
    ['min_relevance=0', 'min_relevance'],
    ['min_relevance=11', 'min_relevance'],
    ['min_relevance=4.5', 'min_relevance'],
    ['min_relevance=', 'min_relevance'],
    ['page_size=0', 'page_size'],
    ['page_size=21', 'page_size'],
    ['limit=51', 'page_size'],
    ['page_size=5&page_size=6', 'page_size'],
    ['page_size=5&limit=5', 'page_size'],
    ['symbol=A&ticker=A', 'symbol'],
    ['symbol=%00', 'symbol'],
    ['symbol=', 'symbol'],
    ['category=nonsense', 'category'],
    ['category=', 'category'],
    ['exclude_categories=earnings,', 'exclude_categories'],
    ['sort=newest', 'sort'],
    ['collapse=all', 'collapse'],
    ['collapse_stories=yes', 'collapse_stories'],
    ['collapse=story&collapse_stories=false', 'collapse_stories'],
    ['item=202', 'item'],
    ['item=2.02&source_type=publisher', 'item'],
    ['source_type=reuters', 'source_type'],
    ['from_date=yesterday', 'from_date'],
    ['from_date=2026-02-30', 'from_date'],
    ['to_date=1', 'to_date'],
    [`from_date=${new Date(nowMs).toISOString()}&to_date=${new Date(nowMs - dayMs).toISOString()}`, 'from_date'],
    ['sort=ingested&from_date=2026-11-01', 'from_date'],
    ['sort=ingested&to_date=2026-11-01', 'to_date'],
  ])('%s is invalid_parameter and names %s', async (query, name) => {
    const { status: code, body, headers } = await get<Problem>(`?${query}`);
    expect([code, body.code]).toEqual([400, 'invalid_parameter']);
    expect(Object.keys(body.extra.fields as object)).toEqual([name]);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body.message).toBe(body.detail);
    expect(body.request_id).toBe(headers.get('x-request-id'));
    expect(headers.get('x-ratelimit-remaining')).not.toBeNull();
  });

  test('a page as large as a higher plan allows', async () => {
    expect((await call(`${api.url}/api/news/?page_size=50`, { key: proKey })).status).toBe(200);
    const { body } = await get<Problem>('?page_size=50');
    expect(body.detail).toContain('20 on the basic plan');
  });

  test('an unknown parameter names the allowed ones', async () => {
    const { body } = await get<Problem>('?per_page=5');
    expect(body.code).toBe('unknown_parameter');
    expect(body.extra.allowed_params).toEqual(expect.arrayContaining(['page_size', 'limit', 'symbol', 'ticker', 'cursor']));
    expect(JSON.stringify(body.extra)).toContain('did you mean page_size?');
  });

  test('cursors: changed, of other filters, of another endpoint, of the other mode', async () => {
    const newest = (await get('?page_size=2')).body.next_cursor!;
    const delta = (await get('?page_size=2&sort=ingested')).body.next_cursor!;
    const codeOf = async (query: string): Promise<string> => (await get<Problem>(query)).body.code;
    const flipped = newest.slice(0, -1) + (newest.endsWith('A') ? 'B' : 'A');
    expect(await codeOf(`?cursor=${flipped}`)).toBe('invalid_cursor');
    expect(await codeOf('?cursor=')).toBe('invalid_cursor');
    expect(await codeOf(`?cursor=${newest}&min_relevance=5`)).toBe('invalid_cursor');
    expect(await codeOf(`?sort=ingested&cursor=${delta}&symbol=NVDA`)).toBe('invalid_cursor');
    expect(await codeOf(`insider/?cursor=${newest}`)).toBe('invalid_cursor');
    expect(await codeOf(`?cursor=${delta}`)).toBe('cursor_mode_mismatch');
    expect(await codeOf(`?sort=ingested&cursor=${newest}`)).toBe('cursor_mode_mismatch');
    expect((await get(`?cursor=${newest}&page_size=7`)).status).toBe(200);
  });
});

describe('401', () => {
  test('without a key, and with one that is none', async () => {
    const missing = await call<Problem>(`${api.url}/api/news/`);
    expect([missing.status, missing.body.code]).toEqual([401, 'missing_key']);
    expect(missing.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(missing.headers.get('x-ratelimit-limit')).toBeNull();
    for (const authorization of [`Bearer nf_live_${'x'.repeat(40)}`, `Basic ${key}`, key, 'Bearer', `Bearer ${key} x`]) {
      const wrong = await call<Problem>(`${api.url}/api/news/`, { headers: { authorization } });
      expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_key']);
    }
    expect((await call(`${api.url}/api/news/`, { headers: { authorization: `bearer ${key}` } })).status).toBe(200);
  });
});

describe('403', () => {
  test.each(['from_date=2020-01-01', `from_date=${new Date(nowMs - 31 * dayMs).toISOString()}`, 'to_date=2020-01-01'])(
    '%s is past the archive, on the first page',
    async (query) => {
      const { status: code, body } = await get<Problem>(`?${query}`);
      expect([code, body.code]).toEqual([403, 'archive_horizon']);
      expect(body.extra).toMatchObject({ reason: 'archive_horizon', tier: 'basic', archive_days: 30, upgrade: { tiers: ['pro'] } });
      expect(new Date(body.extra.horizon as string).getTime()).toBe((Math.floor(Date.now() / dayMs) - 30) * dayMs);
      const pro = await call<Problem>(`${api.url}/api/news/?${query}`, { key: proKey });
      expect(pro.body.extra.upgrade).toBeNull();
    },
  );

  test('a bare date of the day of the horizon is still inside', async () => {
    expect((await get(`?from_date=${new Date(Date.now() - 30 * dayMs).toISOString().slice(0, 10)}`)).status).toBe(200);
  });

  test('OPTIONS is refused without a key, and nothing allows an origin', async () => {
    for (const path of ['/api/news/', '/api/schema/', '/api/nothing/', '/elsewhere']) {
      const {
        status: code,
        body,
        headers,
      } = await call<Problem>(`${api.url}${path}`, {
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
    expect((await call<Problem>(`${api.url}/api/nothing/`, { key })).body.code).toBe('not_found');
    expect((await call<Problem>(`${api.url}/API/NEWS/`, { key })).body.code).toBe('not_found');
    expect((await call<Problem>(`${api.url}/api/nothing/`)).body.code).toBe('missing_key');
    expect((await call<Problem>(`${api.url}/elsewhere`)).body.code).toBe('not_found');
  });
});

describe('405', () => {
  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s names what is allowed', async (method) => {
    const { status: code, body, headers } = await call<Problem>(`${api.url}/api/news/`, { key, method });
    expect([code, body.code]).toEqual([405, 'method_not_allowed']);
    expect(headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('406', () => {
  test('no JSON wanted, or no coding left', async () => {
    expect((await get<Problem>('', { accept: 'text/csv' })).body.code).toBe('not_acceptable');
    expect((await get<Problem>('', { 'accept-encoding': 'identity;q=0' })).body.code).toBe('not_acceptable');
  });
});

describe('429', () => {
  test('names the caps of the plan, the wait and the way up; costs nothing', async () => {
    const account = await ground.account('free');
    const answers: Answer<Problem>[] = [];
    await until('the account', async () => (await call(`${api.url}/api/news/`, { key: account.key })).status === 200);
    for (let time = 0; time < 25; time += 1) answers.push(await call<Problem>(`${api.url}/api/news/`, { key: account.key }));
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

async function raw(query: string, headers: Record<string, string>): Promise<{ headers: Record<string, string | undefined>; body: Buffer }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request(`${api.url}/api/news/${query}`, { headers: { authorization: `Bearer ${key}`, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers as Record<string, string | undefined>, body: Buffer.concat(chunks) }));
    })
      .once('error', reject)
      .end();
  });
}

/** The feed: rows, refusals, headers, stories. */
import { describe, expect, test } from 'vitest';
import type { FeedRow } from '#schemas/feed-log.ts';
import { call, type Answer } from '#test/support/api.ts';
import { newRootRecord, rowRecord, withdrawalRecord, withOriginal } from '#test/support/records.ts';
import { openStream } from '#test/support/stream-reader.ts';
import { until } from '#test/support/until.ts';
import { horizonMs, listGround, nowMs, relevant, served, uids, unique, walk, type List, type Problem } from './list-ground.ts';
import { dayMs, rowsOf } from './records.ts';

const list = await listGround();

describe('200', () => {
  test('a walk gives every row of the archive once, newest first, then by uid', async () => {
    const { uids: found, end } = await walk(list, 'page_size=17');
    expect(found).toEqual(served(relevant));
    // Older rows exist, so the walk went up to the start of the archive.
    expect(end.status).toBe(403);
  });

  test('each page of a walk says where the archive of the plan starts, before which a page is refused', async () => {
    const { body } = await list.get('?page_size=17');
    expect(Date.parse(body.archive_ends_at!)).toBe(horizonMs());
    const { end } = await walk(list, 'page_size=17');
    expect((end as unknown as { body: { extra: { horizon: string } } }).body.extra.horizon).toBe(body.archive_ends_at);
    expect((await list.get('?sort=ingested')).body.archive_ends_at).toBeNull();
  });

  test('by default a page has ten rows of a relevance of at least 4, each as documented', async () => {
    const { body, status: code } = await list.get('');
    expect(code).toBe(200);
    expect(body.results).toHaveLength(10);
    expect(Object.keys(body)).toEqual(['results', 'next_cursor', 'symbol_note', 'archive_ends_at']);
    for (const item of body.results) {
      expect(item.enrichment.relevance_score).toBeGreaterThanOrEqual(4);
      expect([item.story_id, item.sources_count, item.sources]).toEqual([null, null, null]);
    }
  });

  test.each<[string, (row: FeedRow) => boolean]>([
    ['category=earnings,crypto', (row) => relevant(row) && ['earnings', 'crypto'].includes(row.item.enrichment.category)],
    ['exclude_categories=insider,other', (row) => relevant(row) && !['insider', 'other'].includes(row.item.enrichment.category)],
    ['min_relevance=8', (row) => row.item.enrichment.relevance_score >= 8],
    ['min_relevance=1&ticker=ACME', (row) => row.item.enrichment.tickers.includes('ACME')],
    ['min_relevance=1&symbol=btc', (row) => row.item.enrichment.tickers.includes('BTC-USD')],
    ['source_type=gdelt', (row) => relevant(row) && row.item.original.source_type === 'publisher'],
    ['source_type=sec_form4,sec_form8k', (row) => relevant(row) && row.item.original.source_type !== 'publisher'],
    ['min_relevance=1&item=5.02&source_type=sec_form8k,sec_form4', (row) => row.item.filing?.items.includes('5.02') ?? false],
  ])('%s gives exactly the rows that match, in both modes', async (query, keep) => {
    const expected = served(keep);
    expect((await walk(list, `${query}&limit=20`)).uids).toEqual(expected);
    const answer = await list.get(`?${query}&sort=ingested&page_size=20`);
    const archived = (row: FeedRow): boolean => Date.parse(row.item.original.created_at) >= horizonMs();
    expect(uids(answer)).toEqual(
      rowsOf(unique)
        .filter((row) => keep(row) && archived(row))
        .slice(-20)
        .map((row) => row.uid),
    );
    expect(uids(await list.get(`?${query}&sort=ingested&page_size=20&cursor=${answer.body.next_cursor}`))).toEqual([]);
  });

  test('both ends of a window are included, and a bare to_date covers its day', async () => {
    const day = new Date(nowMs - 10 * dayMs).toISOString().slice(0, 10);
    const ofDay = served((row) => relevant(row) && row.item.original.time_published.startsWith(day));
    expect(ofDay.length).toBeGreaterThan(2);
    expect((await walk(list, `from_date=${day}&to_date=${day}`)).uids).toEqual(ofDay);
    const rows = rowsOf(unique).filter((row) => ofDay.includes(row.uid)).map((row) => row.item.original.time_published).sort(); // prettier-ignore
    const exact = await walk(list, `from_date=${rows[0]}&to_date=${rows.at(-1)}`);
    expect(exact.uids).toEqual(ofDay);
    const offset = encodeURIComponent(new Date(Date.parse(rows[0]!) + 7_200_000).toISOString().replace('Z', '+02:00'));
    expect((await walk(list, `from_date=${offset}&to_date=${rows.at(-1)}`)).uids).toEqual(ofDay);
  });

  test('a window that starts inside the archive ends with a null cursor', async () => {
    const { end } = await walk(list, `from_date=${new Date(nowMs - 5 * dayMs).toISOString().slice(0, 10)}`);
    expect(end.status).toBe(200);
    expect(end.body.next_cursor).toBeNull();
  });
});

const day = new Date(nowMs - 5 * dayMs).toISOString().slice(0, 10);

describe('harmless spellings', () => {
  test.each([
    ['min_relevance=&symbol=&cursor=&category=,', ''],
    ['symbol=NVDA&ticker=NVDA', 'symbol=NVDA'],
    [`from_date=${day} 00:00:00`, `from_date=${day}T00:00:00Z`],
    [`from_date=${day} 02:00:00 02:00`, `from_date=${day}T00:00:00Z`],
    [`from_date=${day}T02:00:00%2B0200`, `from_date=${day}T00:00:00Z`],
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
    ['page_size=5&page_size=6', 'page_size'],
    ['page_size=5&limit=6', 'page_size'],
    ['symbol=%00', 'symbol'],
    ['category=%FF', 'category'],
    ['collapse=story&collapse_stories=false', 'collapse_stories'],
    ['item=9.99', 'item'],
    ['item=2.02&source_type=publisher', 'item'],
    ['include=revisions', 'include'],
    ['from_date=yesterday', 'from_date'],
    [`from_date=${new Date(nowMs).toISOString()}&to_date=${new Date(nowMs - dayMs).toISOString()}`, 'from_date'],
    ['sort=ingested&from_date=2026-11-01', 'from_date'],
  ])('%s is invalid_parameter and names %s and its value', async (query, name) => {
    const { status: code, body, headers } = await list.get<Problem>(`?${query}`);
    expect([code, body.code]).toEqual([400, 'invalid_parameter']);
    const value = new RegExp(`${name === 'page_size' ? '(?:limit|page_size)' : name}=([^&]*)`).exec(query)![1]!;
    expect(body.detail).toContain(value === '%00' ? '\\u{0}' : value);
    expect(Object.keys(body.extra.fields as object)).toEqual([name]);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body.message).toBe(body.detail);
    expect(body.request_id).toBe(headers.get('x-request-id'));
    expect(headers.get('x-ratelimit-remaining')).not.toBeNull();
  });

  test('a page size that only a higher plan allows', async () => {
    expect((await call(`${list.api.url}/api/news/?page_size=50`, { key: list.proKey })).status).toBe(200);
    for (const size of [0, 21, 51])
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

  test('cursors that are changed, of other filters, of another endpoint or of the other mode', async () => {
    const newest = (await list.get('?page_size=2')).body.next_cursor!;
    const delta = (await list.get('?page_size=2&sort=ingested')).body.next_cursor!;
    const codeOf = async (query: string): Promise<string> => (await list.get<Problem>(query)).body.code;
    const flipped = newest.slice(0, -1) + (newest.endsWith('A') ? 'B' : 'A');
    expect(await codeOf(`?cursor=${flipped}`)).toBe('invalid_cursor');
    expect(await codeOf(`?cursor=${newest}&min_relevance=5`)).toBe('invalid_cursor');
    expect(await codeOf(`?sort=ingested&cursor=${delta}&symbol=NVDA`)).toBe('invalid_cursor');
    expect(await codeOf(`?sort=ingested&cursor=${delta}&include=revisions`)).toBe('invalid_cursor');
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

  test('a bare date of the first day of the archive is inside', async () => {
    expect((await list.get(`?from_date=${new Date(Date.now() - 30 * dayMs).toISOString().slice(0, 10)}`)).status).toBe(200);
  });

  test('OPTIONS is refused without a key, and no header allows another origin', async () => {
    const preflight = { origin: 'https://example.com', 'access-control-request-method': 'GET' };
    for (const path of ['/api/news/', '/elsewhere']) {
      const { status, body, headers } = await call<Problem>(`${list.api.url}${path}`, { method: 'OPTIONS', headers: preflight });
      expect([status, body.code]).toEqual([403, 'cors_not_supported']);
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

describe('404', () => {
  test('an unknown address with a key; without a key the answer is that a key is missing', async () => {
    expect((await call<Problem>(`${list.api.url}/api/nothing/`, { key: list.key })).body.code).toBe('not_found');
    expect((await call<Problem>(`${list.api.url}/API/NEWS/`, { key: list.key })).body.code).toBe('not_found');
    expect((await call<Problem>(`${list.api.url}/api/nothing/`)).body.code).toBe('missing_key');
    expect((await call<Problem>(`${list.api.url}/elsewhere`)).body.code).toBe('not_found');
  });

  test('an address outside of the API costs the key one call, like every answer, and a wrong key learns nothing', async () => {
    const left = async (path: string, key: string) => (await call<Problem>(`${list.api.url}${path}`, { key })).headers.get('x-ratelimit-remaining');
    const before = Number(await left('/api/nothing/', list.key));
    expect(Number(await left('/nothing/', list.key))).toBe(before - 1);
    const wrong = await call<Problem>(`${list.api.url}/nothing/`, { key: `nf_live_${'x'.repeat(40)}` });
    expect([wrong.status, wrong.headers.get('x-ratelimit-remaining')]).toEqual([404, null]);
  });
});

describe('an answer', () => {
  test('the path without its slash and HEAD answer the same, without a redirect', async () => {
    const withSlash = await list.get('?page_size=3');
    const without = await call<List>(`${list.api.url}/api/news?page_size=3`, { key: list.key });
    expect(without.text).toBe(withSlash.text);
    const head = await call(`${list.api.url}/api/news/?page_size=3`, { key: list.key, method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control', 'vary'])
      expect(head.headers.get(name)).toBe(withSlash.headers.get(name));
  });

  test('headers: ETag, caching, quota of both windows, no cross-origin headers', async () => {
    const { headers } = await list.get('');
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

  test('a plain X-Request-Id is returned, any other replaced', async () => {
    expect((await list.get('', { 'x-request-id': 'abc-123' })).headers.get('x-request-id')).toBe('abc-123');
    const replaced = (await list.get('', { 'x-request-id': 'a b;c' })).headers.get('x-request-id');
    expect(replaced).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('304', () => {
  test('for the ETag of the page, alone or in a list, until the page changes', async () => {
    const query = '?sort=ingested&symbol=CHANGING';
    const first = await list.get(query);
    const etag = first.headers.get('etag')!;
    for (const given of [etag, etag.replace('W/', ''), `"x", ${etag}`, '*']) {
      const again = await list.get(query, { 'if-none-match': given });
      expect(again.status).toBe(304);
      expect(again.text).toBe('');
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('x-ratelimit-limit')).not.toBeNull();
    }
    await list.ground.append([rowRecord('changing', { tickers: ['CHANGING'], publishedAt: new Date().toISOString() })]);
    // The new row invalidates the page that was just cached.
    await until('the changed page', async () => (await list.get(query, { 'if-none-match': etag })).status === 200, 5_000);
  });
});

describe('a symbol', () => {
  test('for a stock and a coin of the same letters, the stock is served and the answer names the coin', async () => {
    expect((await list.get('?symbol=eth')).body.symbol_note).toContain('ETH-USD');
    expect((await list.get('?symbol=ETH-USD')).body.symbol_note).toBeNull();
    expect((await list.get('?symbol=btc')).body.symbol_note).toBeNull();
  });

  test('a ticker includes its former name and the other share classes of its issuer', async () => {
    const at = new Date().toISOString();
    const rows = [rowRecord('old name', { tickers: ['FB'], publishedAt: at }), rowRecord('class c', { tickers: ['GOOG'], publishedAt: at })];
    await list.ground.append(rows);
    const find = async (ticker: string): Promise<string[]> => uids(await until(`rows of ${ticker}`, async () => {
      const answer = await list.get(`?sort=ingested&symbol=${ticker}`);
      return answer.body.results.length > 0 && answer;
    })); // prettier-ignore
    expect(await find('meta')).toEqual([rows[0]!.uid]);
    expect(await find('GOOGL')).toEqual([rows[1]!.uid]);
  });
});

describe('stories', () => {
  test('collapse gives one row per story with its sources, in both spellings', async () => {
    const at = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
    const root = rowRecord('story root', { publishedAt: at(3), tickers: ['STORY'] });
    const reprint = rowRecord('story reprint', { publishedAt: at(2), tickers: ['STORY'], storyId: root.uid });
    const other = withOriginal(reprint, { source_domain: 'other.example' });
    await list.ground.append([root, other]);
    for (const query of ['collapse=story', 'collapse_stories=true', 'collapse=story&sort=ingested', 'collapse_stories=True&sort=ingested']) {
      const answer = await until(`the story with ${query}`, async () => {
        const found = await list.get(`?symbol=STORY&${query}`);
        return found.body.results.length > 0 && found;
      });
      expect(uids(answer)).toEqual([root.uid]);
      expect(answer.body.results[0]).toMatchObject({ story_id: root.uid, sources_count: 2, sources: ['example.com', 'other.example'] });
    }
    expect(uids(await list.get('?symbol=STORY&collapse_stories=false'))).toHaveLength(2);
  });

  test('a source that joins a story appears on collapsed pages at once, although no row of the page is new', async () => {
    const root = rowRecord('joined root', { publishedAt: new Date().toISOString(), tickers: ['JOINED'] });
    await list.ground.append([root]);
    const poll = (): Promise<Answer<List>> => list.get('?symbol=JOINED&collapse=story&sort=ingested');
    await until('the story', async () => (await poll()).body.results.length === 1);
    expect((await poll()).body.results[0]!.sources_count).toBe(1);
    const reprint = rowRecord('joined reprint', { publishedAt: new Date().toISOString(), tickers: ['JOINED'], storyId: root.uid });
    await list.ground.append([withOriginal(reprint, { source_domain: 'second.example' })]);
    await until('the second source', async () => (await poll()).body.results[0]!.sources_count === 2, 5_000);
  });

  test.each([true, false])('a story whose first row is withdrawn is represented by its next row only; stored: %s', async (stored) => {
    const ticker = `LEFT${stored ? 'A' : 'B'}`;
    const place = (nth: number, storyId?: string): FeedRow => {
      const row = rowRecord(`zebra ${ticker} ${nth}`, { publishedAt: new Date(Date.now() - 60_000 + nth).toISOString(), tickers: [ticker], ...(storyId !== undefined && { storyId }) }); // prettier-ignore
      return withOriginal(row, { source_domain: `outlet${nth}.example` });
    };
    const root = place(0);
    const [next, third, late] = [place(1, root.uid), place(2, root.uid), place(3, root.uid)];
    await list.ground.append([root, next, third], { stored });
    const lists = [`symbol=${ticker}&`, `symbol=${ticker}&sort=ingested&`, 'min_relevance=1&', 'min_relevance=1&sort=ingested&', ...(stored ? ['search/?q=zebra&'] : [])].map((query) => `${query.includes('?') ? '' : '?'}${query}collapse=story`); // prettier-ignore
    const shown = async (): Promise<string[][]> =>
      Promise.all(lists.map(async (query) => uids(await list.get(query)).filter((uid) => [root, next, third, late].some((row) => row.uid === uid))));
    await until('the story', async () => (await shown()).every((of) => of.length === 1 && of[0] === root.uid));
    const delta = `?symbol=${ticker}&sort=ingested&collapse=story&include=revisions`;
    const { next_cursor } = (await list.get(delta)).body;
    const plain = (await list.get(`?symbol=${ticker}&sort=ingested&include=revisions`)).body.next_cursor;
    const reader = await openStream(list.api.url, { key: list.key, query: `${delta}&cursor=${next_cursor}`.replace('&sort=ingested', '') });
    await list.ground.append([newRootRecord(next), withdrawalRecord(root)], { stored });
    await until('the next', async () => (await shown()).every((of) => of.length === 1 && of[0] === next.uid));
    const kinds = [
      { kind: 'revision', revises: next.uid, story_id: next.uid, changed: [] },
      { kind: 'retraction', revises: root.uid },
    ];
    expect((await list.get(`${delta}&cursor=${next_cursor}`)).body.results).toMatchObject(kinds);
    await until('the events', () => reader.events.length === 2);
    reader.close();
    expect(reader.events.map(({ data }) => JSON.parse(data) as unknown)).toMatchObject(kinds);
    expect((await list.get(`?symbol=${ticker}&sort=ingested&include=revisions&cursor=${plain}`)).body.results).toMatchObject([kinds[1]]);
    await list.ground.append([late], { stored });
    await list.ground.storeRest();
    const page = await until('the late source', async () => {
      const found = await list.get(lists[0]!);
      return found.body.results[0]!.sources!.includes('outlet3.example') && found;
    });
    expect(page.body.results).toMatchObject([{ original: { uid: next.uid }, story_id: next.uid }]);
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

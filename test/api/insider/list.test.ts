import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '#api/main.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import type { NewsItem } from '#schemas/item.ts';
import { call, startApiOn, startGround, type Answer, type Ground } from '#test/support/api.ts';
import { until } from '#test/support/until.ts';
import { dayMs, form4Row, mixedFeed, rowsOf } from '../feed/records.ts';

interface List {
  readonly results: NewsItem[];
  readonly next_cursor: string | null;
  readonly code?: string;
}

const nowMs = Date.now();
const records = mixedFeed(nowMs, 400, 3_600_000);
let ground: Ground;
let api: Api;
let key: string;

beforeAll(async () => {
  ground = await startGround();
  await ground.append(records);
  key = (await ground.account('pro', { perMinute: 100_000 })).key;
  api = await startApiOn(ground);
});

afterAll(async () => {
  await api.stop();
  await ground.stop();
});

const get = (query: string): Promise<Answer<List>> => call<List>(`${api.url}/api/news/insider/${query}`, { key });
const uids = (answer: Answer<List>): string[] => answer.body.results.map((item) => item.original.uid);
const form4 = (keep: (row: FeedRow) => boolean): string[] =>
  rowsOf(records)
    .filter((row) => row.item.insider !== null && row.item.enrichment.relevance_score >= 4 && keep(row))
    .sort((a, b) => (a.item.original.time_published < b.item.original.time_published ? 1 : -1))
    .map((row) => row.uid);

describe('200', () => {
  test.each<[string, (row: FeedRow) => boolean]>([
    ['', () => true],
    ['symbol=nvda', (row) => row.item.enrichment.tickers.includes('NVDA')],
    ['is_10b5_1=true', (row) => row.item.insider?.is_10b5_1 === true],
    // What is unknown is no plan sale.
    ['is_10b5_1=false', (row) => row.item.insider?.is_10b5_1 !== true],
    ['min_relevance=9', (row) => row.item.enrichment.relevance_score >= 9],
  ])('%s gives Form 4 rows only, and all that match', async (query, keep) => {
    expect(uids(await get(`?page_size=50&${query}`))).toEqual(form4(keep));
    expect(uids(await get(`?format=json&page_size=50&sort=ingested&${query}`)).sort()).toEqual(form4(keep).sort());
  });

  test('a window bounds when the filing reached the feed, not when it was published', async () => {
    const day = new Date(nowMs - 5 * dayMs).toISOString().slice(0, 10);
    const expected = form4((row) => row.item.original.created_at.startsWith(day));
    expect(expected).not.toEqual(form4((row) => row.item.original.time_published.startsWith(day)));
    expect(uids(await get(`?page_size=50&from_date=${day}&to_date=${day}`))).toEqual(expected);
  });

  test('a poller sees an event that enters below the newest page', async () => {
    const first = await get('?sort=ingested');
    const late = form4Row('late event', null, { publishedAt: new Date(nowMs - 20 * dayMs).toISOString(), refinedAt: new Date().toISOString() });
    await ground.append([late]);
    const next = await until('the late event', async () => {
      const answer = await get(`?sort=ingested&cursor=${first.body.next_cursor}`);
      return answer.body.results.length > 0 && answer;
    });
    expect(uids(next)).toEqual([late.uid]);
  });
});

describe('400', () => {
  test.each(['format=xml', 'is_10b5_1=maybe', 'category=insider', 'collapse=story', 'item=2.02', 'page_size=51'])('%s', async (query) => {
    const { status, body } = await get(`?${query}`);
    expect(status).toBe(400);
    expect(body.code).toMatch(/^(invalid|unknown)_parameter$/);
  });
});

describe('401', () => {
  test('without a key', async () => {
    expect((await call(`${api.url}/api/news/insider/`)).status).toBe(401);
  });
});

describe('403', () => {
  test('a window past the archive', async () => {
    expect((await get('?from_date=2020-01-01')).body.code).toBe('archive_horizon');
  });
});

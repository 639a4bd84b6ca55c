import { describe, expect, test } from 'vitest';
import type { FeedRow } from '#schemas/feed-log.ts';
import { call, type Answer } from '#test/support/api.ts';
import { keyedApi, sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import type { List } from '../feed/list-ground.ts';
import { dayMs, form4Row, mixedFeed, rowsOf } from '../feed/records.ts';
import { walkPages } from '../walk-pages.ts';

type Found = List & { readonly code?: string };

const nowMs = Date.now();
const records = mixedFeed(nowMs, 400, 3_600_000);

const ground = await sharedGround();
await ground.append(records);
const { api, key } = await keyedApi('pro', ground);

const get = (query: string): Promise<Answer<Found>> => call<Found>(`${api.url}/api/news/insider/${query}`, { key });
const uids = (answer: Answer<Found>): string[] => answer.body.results.map((item) => item.original.uid);
const form4 = (keep: (row: FeedRow) => boolean): string[] =>
  rowsOf(records)
    .filter((row) => row.item.insider !== null && row.item.enrichment.relevance_score >= 4 && keep(row))
    .sort((a, b) => (a.item.original.time_published < b.item.original.time_published ? 1 : -1))
    .map((row) => row.uid);

const enteredOnAnotherDay = ({ item: { original } }: FeedRow): boolean => original.created_at.slice(0, 10) !== original.time_published.slice(0, 10);

describe('200', () => {
  test.each<[string, (row: FeedRow) => boolean]>([
    ['', () => true],
    ['symbol=nvda', (row) => row.item.enrichment.tickers.includes('NVDA')],
    ['is_10b5_1=true', (row) => row.item.insider?.is_10b5_1 === true],
    // An unknown plan status counts as no plan; a plan purchase is not a plan sale.
    ['is_10b5_1=false', (row) => row.item.insider?.is_10b5_1 !== true || row.item.insider.side === 'buy'],
    ['min_relevance=9', (row) => row.item.enrichment.relevance_score >= 9],
  ])('%s gives Form 4 rows only, and all that match', async (query, keep) => {
    expect(uids(await get(`?page_size=50&${query}`))).toEqual(form4(keep));
    expect(uids(await get(`?format=json&page_size=50&sort=ingested&${query}`)).sort()).toEqual(form4(keep).sort());
  });

  test('a window bounds when the filing reached the feed, not when it was published', async () => {
    const enteredLater = form4(enteredOnAnotherDay)[0];
    const day = rowsOf(records)
      .find(({ uid }) => uid === enteredLater)!
      .item.original.created_at.slice(0, 10);
    const expected = form4((row) => row.item.original.created_at.startsWith(day));
    expect(expected).toContain(enteredLater);
    expect(uids(await get(`?page_size=50&from_date=${day}&to_date=${day}`))).toEqual(expected);
  });

  test.each([7, 50])('in pages of %i continues where the page before ended', async (pageSize) => {
    const expected = form4(() => true);
    const pages = await walkPages((cursor) => get(`?page_size=${pageSize}${cursor}`));
    expect([pages.length, pages.flatMap(uids)]).toEqual([Math.ceil(expected.length / pageSize), expected]);
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
  test.each(['category=insider', 'collapse=story', 'sort=ingested&format=csv&to_date=2026-01-01'])('%s', async (query) => {
    const { status, body } = await get(`?${query}`);
    expect(status).toBe(400);
    expect(body.code).toMatch(/^(invalid|unknown)_parameter$/);
  });
});

describe('400 by mode', () => {
  test('a cursor of the other mode, of other filters, of the main feed', async () => {
    const newest = (await get('?page_size=1')).body.next_cursor!;
    const delta = (await get('?page_size=1&sort=ingested')).body.next_cursor!;
    const main = (await call<Found>(`${api.url}/api/news/?page_size=1`, { key })).body.next_cursor!;
    const codeOf = async (query: string): Promise<string | undefined> => (await get(query)).body.code;
    expect(await codeOf(`?sort=ingested&cursor=${newest}`)).toBe('cursor_mode_mismatch');
    expect(await codeOf(`?cursor=${delta}`)).toBe('cursor_mode_mismatch');
    expect(await codeOf(`?is_10b5_1=true&cursor=${newest}`)).toBe('invalid_cursor');
    expect(await codeOf(`?cursor=${main}`)).toBe('invalid_cursor');
  });
});

describe('403', () => {
  test('a walk past the archive: rows that arrived in the window but were published before the archive are refused, not omitted', async () => {
    const old = form4Row('filed long ago, met today', null, {
      publishedAt: new Date(nowMs - 200 * dayMs).toISOString(),
      refinedAt: new Date().toISOString(),
    });
    await ground.append([old]);
    for (const query of ['min_relevance=1', `min_relevance=1&from_date=${new Date(nowMs - 3_600_000).toISOString()}`]) {
      let answer = await until('the row', async () => {
        const found = await get(`?page_size=50&${query}&symbol=acme`);
        return found.body.next_cursor !== null && found;
      });
      while (answer.status === 200 && answer.body.next_cursor !== null)
        answer = await get(`?page_size=50&${query}&symbol=acme&cursor=${answer.body.next_cursor}`);
      expect([answer.status, answer.body.code]).toEqual([403, 'archive_horizon']);
    }
  });
});

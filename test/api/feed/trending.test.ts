import { describe, expect, test } from 'vitest';
import { NewsList } from '#api/feed/envelope.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { call, startApiOn, type Answer } from '#test/support/api.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import type { List, Problem } from './list-ground.ts';

const startMs = Date.now();
const ago = (minutes: number): string => new Date(startMs - minutes * 60_000).toISOString();
const of = (row: FeedRow, source_domain: string): FeedRow => ({ ...row, item: { ...row.item, original: { ...row.item.original, source_domain } } });

const root = of(rowRecord('root', { relevance: 8, publishedAt: ago(600), tickers: ['ACME'] }), 'wire.example');
const writeUp = of(rowRecord('write-up', { relevance: 9, publishedAt: ago(30), tickers: ['ACME', 'NVDA'], storyId: root.uid }), 'daily.example');
const copy = dropRecord('copy', { reason: 'near_duplicate', source_domain: 'copies.example', duplicate_of: root.uid, story_id: root.uid });
const second = rowRecord('second', { relevance: 10, publishedAt: ago(120), tickers: ['ACME'] });
const third = rowRecord('third of the ticker', { relevance: 10, publishedAt: ago(400), tickers: ['ACME'] });
const macro = rowRecord('macro', { relevance: 8, publishedAt: ago(60), tickers: [], category: 'macro_economy' });
const [low, old] = [rowRecord('low', { relevance: 7, publishedAt: ago(5) }), rowRecord('old', { relevance: 10, publishedAt: ago(2_890) })];

let nowMs = startMs;
const ground = await sharedGround();
const key = (await ground.account('free', { perMinute: 100_000, perDay: 1_000_000 })).key;
const api = await sharedApi(ground, {}, () => nowMs);

const get = <T = List>(query = '', headers = {}): Promise<Answer<T>> => call<T>(`${api.url}/api/news/trending/${query}`, { key, headers });
const uids = (answer: Answer<List>): string[] => answer.body.results.map(({ original }) => original.uid);
/** Moves the clock past the minute for which an answer is cached. */
const nextMinute = (): void => void (nowMs += 61_000);

describe('200', () => {
  test('an empty feed has no top stories', async () => {
    expect((await until('the key', async () => { const answer = await get(); return answer.status === 200 && answer; })).body).toEqual({ results: [], next_cursor: null, symbol_note: null, archive_ends_at: null }); // prettier-ignore
  });

  test('each story by its best-ranked article, with all its sources; two of a ticker; newest of equal scores first', async () => {
    await ground.append([root, second, third, macro, low, old, writeUp, copy]);
    const { body, headers } = await until('the copy', async () => { const answer = await get(); return answer.body.results[1]?.sources_count === 3 && answer; }); // prettier-ignore
    expect(NewsList.parse(body)).toEqual(body);
    expect(body.results.map(({ original }) => original.uid)).toEqual([second.uid, writeUp.uid, macro.uid]);
    expect(body.results[1]).toEqual({
      ...writeUp.item,
      story_id: root.uid,
      sources_count: 3,
      sources: ['wire.example', 'daily.example', 'copies.example'],
    });
    expect(body.results[0]).toMatchObject({ story_id: second.uid, sources_count: 1, sources: ['example.com'] });
    expect(body.next_cursor).toBeNull();
    expect(headers.get('cache-control')).toBe('private, max-age=60');
    expect((await get('', { 'if-none-match': headers.get('etag')! })).status).toBe(304);
    expect((await call(`${api.url}/api/news/trending`, { key, method: 'HEAD' })).headers.get('etag')).toBe(headers.get('etag'));
  });

  test('at most ten, told as they arrive', async () => {
    const more = Array.from({ length: 12 }, (_, at) => rowRecord(`more ${at}`, { relevance: 9, publishedAt: ago(at), tickers: [`M${at}`] }));
    await ground.append(more);
    await until('the ten', async () => uids(await get()).length === 10);
  });

  test('out of memory while the store is unreachable', async () => {
    const before = await get();
    await ground.clickhouse.kill();
    nextMinute();
    expect(await get()).toMatchObject({ status: 200, body: before.body });
    await ground.clickhouse.restart();
  }, 60_000);

  test('of a tail that does not hold two days: kept for a minute, and while the store is unreachable; served anew when it is back', async () => {
    // More than one megabyte, the smallest allowed tail.
    await ground.append(Array.from({ length: 900 }, (_, at) => rowRecord(`filler ${at}`, { relevance: 2, publishedAt: ago(0) })));
    const small = await startApiOn(ground, { API_TAIL_BYTES: '1000000' }, () => nowMs);
    const ask = <T = List>(): Promise<Answer<T>> => call<T>(`${small.url}/api/news/trending/`, { key });
    try {
      await until('the store', async () => (await ask()).status === 200);
      nextMinute();
      const before = await ask();
      expect(uids(before)).toEqual(uids(await get()));
      await ground.append([rowRecord('newest', { relevance: 10, publishedAt: ago(0), tickers: ['NEWS'] })]);
      await until('the row', async () => uids(await get())[0] !== uids(before)[0]);
      expect(uids(await ask())).toEqual(uids(before));
      nextMinute();
      const now = await until('the row in the tables', async () => { nextMinute(); const answer = await ask(); return answer.body.results[0]?.enrichment.tickers[0] === 'NEWS' && answer; }); // prettier-ignore
      await ground.clickhouse.kill();
      nextMinute();
      expect(uids(await ask())).toEqual(uids(now));
      // After ten minutes the stale answer is no longer served.
      nowMs += 700_000;
      const answer = await ask<Problem>();
      expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
      expect(answer.headers.get('retry-after')).not.toBeNull();
      await ground.clickhouse.restart();
      await until('the store', async () => (await ask()).status === 200);
    } finally {
      await small.stop();
    }
  }, 60_000);
});

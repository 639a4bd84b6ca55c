import { expect, test } from 'vitest';
import { call, type Answer } from '#test/support/api.ts';
import { dropRecord, rowRecord, withOriginal } from '#test/support/records.ts';
import { keyedApi, sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import type { List, Problem } from './list-ground.ts';

const startMs = Date.now();
const ago = (minutes: number): string => new Date(startMs - minutes * 60_000).toISOString();

const root = withOriginal(rowRecord('root', { relevance: 8, publishedAt: ago(600), tickers: ['ACME'] }), { source_domain: 'wire.example' });
const told = rowRecord('write-up', { relevance: 9, publishedAt: ago(30), tickers: ['ACME', 'NVDA'], storyId: root.uid });
const writeUp = withOriginal(told, { source_domain: 'daily.example' });
const copy = dropRecord('copy', { reason: 'near_duplicate', source_domain: 'copies.example', duplicate_of: root.uid, story_id: root.uid });
const second = rowRecord('second', { relevance: 10, publishedAt: ago(120), tickers: ['ACME'] });
const third = rowRecord('third of the ticker', { relevance: 10, publishedAt: ago(400), tickers: ['ACME'] });
const macro = rowRecord('macro', { relevance: 8, publishedAt: ago(60), tickers: [], category: 'macro_economy' });
const [low, old] = [rowRecord('low', { relevance: 7, publishedAt: ago(5) }), rowRecord('old', { relevance: 10, publishedAt: ago(2_890) })];

let nowMs = startMs;
const ground = await sharedGround();
const { api, key } = await keyedApi('free', ground, {}, () => nowMs);

const get = <T = List>(): Promise<Answer<T>> => call<T>(`${api.url}/api/news/trending/`, { key });
const uids = (answer: Answer<List>): string[] => answer.body.results.map(({ original }) => original.uid);
/** Moves the clock past the minute for which an answer is cached. */
const nextMinute = (): void => void (nowMs += 61_000);

test('an empty feed has no top stories', async () => {
  expect((await get()).body).toEqual({ results: [], next_cursor: null, symbol_note: null, archive_ends_at: null });
});

test('each story by its best-ranked article, with all its sources; at most two per ticker; of equal scores the newest first', async () => {
  await ground.append([root, second, third, macro, low, old, writeUp, copy]);
  nextMinute();
  const { body, headers } = await get();
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
});

test('at most ten', async () => {
  const more = Array.from({ length: 12 }, (_, at) => rowRecord(`more ${at}`, { relevance: 9, publishedAt: ago(at), tickers: [`M${at}`] }));
  await ground.append(more);
  nextMinute();
  expect(uids(await get())).toHaveLength(10);
});

test('is cached for a minute, and while the store is unreachable; it is loaded again when the store is back', async () => {
  nextMinute();
  const before = await get();
  await ground.append([rowRecord('newest', { relevance: 10, publishedAt: ago(0), tickers: ['NEWS'] })]);
  expect(uids(await get())).toEqual(uids(before));
  nextMinute();
  const now = await get();
  expect(now.body.results[0]!.enrichment.tickers).toEqual(['NEWS']);
  await ground.clickhouse.kill();
  nextMinute();
  expect(uids(await get())).toEqual(uids(now));
  // After ten minutes the stale answer is no longer served.
  nowMs += 700_000;
  const answer = await get<Problem>();
  expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
  expect(answer.headers.get('retry-after')).not.toBeNull();
  await ground.clickhouse.restart();
  await until('the store', async () => (await get()).status === 200);
});

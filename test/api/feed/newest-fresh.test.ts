/** A newest-first page across tail and tables: its newest rows come from the tail, whatever the tables have stored. */
import { afterAll, expect, test } from 'vitest';
import type { FeedRow } from '#schemas/feed-log.ts';
import { call, spawnApiOn } from '#test/support/api.ts';
import { rowRecord, withOriginal } from '#test/support/records.ts';
import { sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import type { List } from './list-ground.ts';
import { walkPages } from '../walk-pages.ts';

const minuteMs = 60_000;
const startMs = Date.now() - 2 * 24 * 60 * minuteMs;
const summary = 'what the article says in a few words, '.repeat(45);
const row = (name: string, minute: number, ticker: string): FeedRow => {
  const made = rowRecord(name, {
    publishedAt: new Date(startMs + minute * minuteMs).toISOString(),
    tickers: [ticker],
    relevance: ticker === 'RARE' ? 9 : 5,
  });
  return withOriginal(made, { summary });
};
const old = Array.from({ length: 12 }, (_, index) => row(`rare ${index}`, index, 'RARE'));
const others = Array.from({ length: 900 }, (_, index) => row(`other ${index}`, 20 + index, 'ACME'));

const ground = await sharedGround();
const key = (await ground.account('pro', { perMinute: 1_000_000, perDay: 10_000_000 })).key;
await ground.append([...old, ...others]);
// The tail has some hundred rows, none of them about RARE.
const api = await spawnApiOn(ground, { API_TAIL_BYTES: '1000000' });
afterAll(() => api.stop());

const get = (rest: string) => call<List>(`${api.url}/api/news/?${rest}`, { key });
const list = async (rest: string): Promise<List> => (await get(rest)).body;
const namesOf = ({ results }: List): string[] => results.map(({ original }) => original.title.replace('Title of ', ''));
const walk = async (rest: string): Promise<string[]> => (await walkPages((cursor) => get(`${rest}${cursor}`))).flatMap(({ body }) => namesOf(body));
const oldNames = old.map(({ item }) => item.original.title.replace('Title of ', '')).toReversed();

test.each(['symbol=RARE', 'min_relevance=8'])(
  '%s: a page has a row as soon as a poller has it, once, before and after the row is stored',
  async (filter) => {
    const cursor = (await list('sort=ingested')).next_cursor!;
    const before = namesOf(await list(`${filter}&page_size=50`));
    expect(before.slice(-12)).toEqual(oldNames);
    const name = `fresh of ${filter}`;
    await ground.append([row(name, 1_000 + before.length, 'RARE')], { stored: false });
    await until('a poller to have it', async () => namesOf(await list(`sort=ingested&cursor=${encodeURIComponent(cursor)}`)).includes(name));
    expect(namesOf(await list(`${filter}&page_size=50`))).toEqual([name, ...before]);
    expect(await walk(`${filter}&page_size=5`)).toEqual([name, ...before]);
    await ground.storeRest();
    expect(namesOf(await list(`${filter}&page_size=49`))).toEqual([name, ...before]);
    expect(await walk(`${filter}&page_size=4`)).toEqual([name, ...before]);
  },
);

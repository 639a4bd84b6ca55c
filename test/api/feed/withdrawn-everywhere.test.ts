/** A row is withdrawn or edited after every list has served and cached it. */
import { describe, expect, test } from 'vitest';
import type { FeedRow } from '#schemas/feed-log.ts';
import { call } from '#test/support/api.ts';
import { editRecord, rowRecord, withdrawalRecord } from '#test/support/records.ts';
import { keyedApi, sharedGround } from '#test/support/shared-servers.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { until } from '#test/support/until.ts';
import type { Problem } from './list-ground.ts';

/** Each case has its own ticker: a ticker has at most two trending stories. */
const tickers = ['AACM', 'BACM', 'CACM', 'DACM'];
const ground = await sharedGround();
let aheadMs = 0;
const { api, key } = await keyedApi('pro', ground, {}, () => Date.now() + aheadMs);
await ground.putSymbols(tickers.map((symbol) => symbolEntry(symbol)));

const publishedAt = new Date(Date.now() - 600_000).toISOString();
const day = publishedAt.slice(0, 10);

interface Place {
  readonly ticker: string;
  readonly root: FeedRow;
  readonly beside: FeedRow;
}

/** Addresses that show a row among others. */
const places: Readonly<Record<string, (place: Place) => string>> = {
  'the feed': () => '/api/news/?min_relevance=1',
  'the feed of a symbol': ({ ticker }) => `/api/news/?symbol=${ticker}`,
  'the feed, filtered': () => '/api/news/?category=earnings&min_relevance=9',
  delta: () => '/api/news/?sort=ingested&min_relevance=1',
  'delta of a symbol': ({ ticker }) => `/api/news/?sort=ingested&symbol=${ticker}`,
  collapsed: ({ ticker }) => `/api/news/?collapse=story&symbol=${ticker}`,
  search: ({ root }) => `/api/news/search/?q=${encodeURIComponent(root.item.original.title)}`,
  trending: () => '/api/news/trending/',
  brief: ({ ticker }) => `/api/news/brief/?tickers=${ticker}`,
  related: ({ beside }) => `/api/news/${beside.uid}/related/`,
  article: ({ root }) => `/api/news/${root.uid}/`,
  export: () => `/api/export/news/?date=${day}`,
  'the past': ({ ticker }) => `/api/news/?symbol=${ticker}&to_date=${new Date(Date.now() - 300_000).toISOString()}`,
};

async function answers(place: Place): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, path] of Object.entries(places)) {
    const response = await fetch(`${api.url}${path(place)}`, { headers: { authorization: `Bearer ${key}` } });
    found[name] = `${response.status} ${await response.text()}`;
  }
  return found;
}

const withText = (found: Record<string, string>, text: string): string[] =>
  Object.keys(found)
    .filter((name) => found[name]!.includes(text))
    .toSorted();

describe.each([true, false])('stored: %s', (stored) => {
  const rowsOf = (name: string): Place => {
    const ticker = tickers[(stored ? 0 : 2) + (name.startsWith('edited') ? 1 : 0)]!;
    const common = { tickers: [ticker], category: 'earnings' as const, publishedAt };
    return {
      ticker,
      root: rowRecord(`Quarterly zebra ${name} report`, { ...common, relevance: 10 }),
      beside: rowRecord(`Other ${name} news`, { ...common, relevance: 5 }),
    };
  };
  const begin = async (name: string): Promise<Place> => {
    const place = rowsOf(name);
    // This is longer than the list of trending stories, which the cases share, is cached.
    aheadMs += 61_000;
    await ground.append([place.root, place.beside], { stored });
    await until('the key and the row', async () => (await call(`${api.url}/api/news/${place.root.uid}/`, { key })).status === 200);
    return place;
  };
  /** Addresses that only the tables answer. */
  const needsTables = new Set(['search', 'export', 'brief', 'trending', 'related']);
  const expected = Object.keys(places)
    .filter((name) => stored || !needsTables.has(name))
    .toSorted();

  test('a withdrawn row is in no list, even if it was cached', async () => {
    const place = await begin(`withdrawn ${stored}`);
    const { title } = place.root.item.original;
    expect(withText(await answers(place), title)).toEqual(expect.arrayContaining(expected));
    const revision = withdrawalRecord(place.root);
    await ground.append([revision], { stored });
    await until('the withdrawal', async () => (await call(`${api.url}/api/news/${place.root.uid}/`, { key })).status === 404);
    expect(withText(await answers(place), title)).toEqual([]);
    for (const of of stored ? ['', 'related/', 'source-text/'] : ['']) {
      const { status, body } = await call<Problem>(`${api.url}/api/news/${place.root.uid}/${of}`, { key });
      expect([status, body.code, body.extra], of).toEqual([404, 'not_found', { withdrawn_at: revision.instants.refined_at }]);
      expect(body.detail).toBe(`The article ${place.root.uid} was withdrawn at ${revision.instants.refined_at}. It is no longer served.`);
    }
  });

  test('an edited row has its new headline in every list', async () => {
    const place = await begin(`edited ${stored}`);
    const before = place.root.item.original.title;
    expect(withText(await answers(place), before)).toEqual(expect.arrayContaining(expected));
    const after = `${before} corrected`;
    await ground.append([editRecord(place.root, { title: after })], { stored });
    const isNew = async (): Promise<boolean> =>
      JSON.stringify((await call(`${api.url}/api/news/${place.root.uid}/`, { key })).body).includes('corrected');
    await until('the edit', isNew);
    const found = await answers(place);
    expect(Object.keys(found).filter((name) => found[name]!.includes(before) && !found[name]!.includes(after))).toEqual([]);
  });
});

test('an article is withdrawn even if the tables lack its withdrawal', async () => {
  const row = rowRecord('Withdrawn a moment ago', { publishedAt });
  await ground.append([row]);
  await ground.append([withdrawalRecord(row)], { stored: false });
  for (const of of ['', 'related/', 'source-text/']) {
    const extra = async () => (await call<Problem>(`${api.url}/api/news/${row.uid}/${of}`, { key })).body.extra;
    await until('the withdrawal', async () => (await extra())?.withdrawn_at !== undefined);
  }
});

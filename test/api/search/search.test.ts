import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Api } from '#api/main.ts';
import { SearchList } from '#api/search/search-list.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { call, startApiOn, startGround, type Answer, type Ground } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { until } from '#test/support/until.ts';
import type { Problem } from '../feed/list-ground.ts';

type List = z.output<typeof SearchList>;

const startMs = Date.now();
const hoursAgo = (hours: number): string => new Date(startMs - hours * 3_600_000).toISOString();
type Traits = Parameters<typeof rowRecord>[1] & { readonly title: string; readonly summary?: string; readonly entities?: readonly string[] };
let made = 0;
function article({ title, summary = '', entities = [], ...traits }: Traits): FeedRow {
  made += 1;
  const row = rowRecord(`article ${made}`, { publishedAt: hoursAgo(made), tickers: [], ...traits });
  const key_entities = entities.map((name) => ({ name, type: 'organization', description: '' }));
  return { ...row, key_entities, item: { ...row.item, original: { ...row.item.original, title, summary } } };
}

const chips = article({ title: 'Nvidia raises its data center forecast', summary: 'The maker of chips sees sales of data centers doubling.', tickers: ['NVDA'], relevance: 9 });
const tagged = article({ title: 'Chipmaker climbs on export news', summary: 'Shares rose five per cent.', tickers: ['NVDA'] });
const rival = article({ title: 'AMD takes on rivals', summary: 'Its new center for data in Texas competes with Nvidia.', tickers: ['AMD'], category: 'technology' });
const fed = article({ title: 'Fed cuts rates by half a point', summary: 'The central bank lowers the interest rate, as markets expected.', category: 'macro_economy' });
const fedOld = article({ title: 'Fed holds rates', summary: 'No rate cut this time.', category: 'macro_economy', publishedAt: hoursAgo(24 * 20) });
const former = article({ title: 'Old name reports', tickers: ['FB'] });
const berkshire = article({ title: 'Omaha buys more oil', tickers: ['BRK-B'] });
const byEntity = article({ title: 'A chief executive speaks', entities: ['Zyxwave Robotics'] });
const gold = Array.from({ length: 8 }, (_, at) => article({ title: `Gold price note ${at}`, category: 'commodities' }));
const miner = article({ title: 'Barrick digs', tickers: ['GOLD'] });
const past = article({ title: 'Fed rates of long ago', publishedAt: hoursAgo(24 * 45) });
const rows = [chips, tagged, rival, fed, fedOld, former, berkshire, byEntity, ...gold, miner, past];

let ground: Ground;
let api: Api;
let key: string;
beforeAll(async () => {
  ground = await startGround();
  await ground.putSymbols([
    symbolEntry('NVDA', { name: 'NVIDIA CORP', brand_aliases: ['GeForce'] }),
    symbolEntry('AMD', { name: 'ADVANCED MICRO DEVICES INC' }),
    symbolEntry('META', { name: 'Meta Platforms, Inc.', cik: '0001326801' }),
    symbolEntry('FB', { name: 'Facebook Inc', cik: '0001326801', status: 'delisted', renamed_to: 'META' }),
    symbolEntry('BRK-A', { name: 'BERKSHIRE HATHAWAY INC', cik: '0001067983' }),
    symbolEntry('BRK-B', { name: 'BERKSHIRE HATHAWAY INC', cik: '0001067983' }),
    symbolEntry('GOLD', { name: 'Gold Corp' }),
  ]);
  await ground.append(rows);
  ({ key } = await ground.account('free', { perMinute: 100_000, perDay: 1_000_000 }));
  api = await startApiOn(ground);
  await until('the key and the symbols', async () => {
    const answer = await get('q=berkshire+hathaway');
    return answer.status === 200 && answer.body.matched === 1;
  });
});
afterAll(async () => {
  await api.stop();
  await ground.stop();
});

const get = <T = List>(query: string): Promise<Answer<T>> => call<T>(`${api.url}/api/news/search/?${query}`, { key });
const find = async (q: string, rest = ''): Promise<List> => {
  const { status, body } = await get(`q=${encodeURIComponent(q)}${rest}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(SearchList.parse(body)).toEqual(body);
  expect(body.count).toBe(body.results.length);
  return body;
};
const uids = (list: List): string[] => list.results.map(({ original }) => original.uid);

describe('200', () => {
  test('words in any form, the article that says most of them first, and what of it matched', async () => {
    const list = await find('data centers');
    expect(list.query).toMatchObject({ mode: 'strict', sort: 'relevance', terms: ['data', 'centers'], required_terms: ['data', 'centers'], optional_terms: [], note: null });
    expect(uids(list)).toEqual([chips.uid, rival.uid]);
    expect(list.results[0]!.search_match).toEqual({
      score: expect.any(Number),
      terms_matched: ['data', 'centers'],
      context: 'The maker of chips sees sales of **data** **centers** doubling.',
    });
    expect(list.results[0]).toMatchObject({ ...chips.item, search_match: {} });
  });
});

describe('400', () => {
  test('without a word to search for', async () => {
    const { status, body } = await get<Problem>('sort=relevance');
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
    expect(body.extra).toEqual({ fields: { q: ['is required'] } });
  });
});

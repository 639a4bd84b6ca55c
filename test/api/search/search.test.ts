import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { SearchList } from '#api/search/search-list.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { call, type Answer } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { keyedApi, sharedGround } from '#test/support/shared-servers.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { insiderTrade, revisionRecord } from '#test/support/trades.ts';
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

const chips = article({
  title: 'Nvidia raises its data center forecast',
  summary: 'The maker of chips sees sales of data centers doubling.',
  tickers: ['NVDA'],
  relevance: 9,
});
const tagged = article({ title: 'Chipmaker climbs on export news', summary: 'Shares rose five per cent.', tickers: ['NVDA'] });
const rival = article({
  title: 'AMD takes on rivals',
  summary: 'Its new center for data in Texas competes with Nvidia.',
  tickers: ['AMD'],
  category: 'technology',
});
const fed = article({
  title: 'Fed cuts rates by half a point',
  summary: 'The central bank lowers the interest rate, as markets expected.',
  category: 'macro_economy',
});
const fedOld = article({ title: 'Fed holds rates', summary: 'No rate cut this time.', category: 'macro_economy', publishedAt: hoursAgo(24 * 20) });
const former = article({ title: 'Old name reports', tickers: ['FB'] });
const berkshire = article({ title: 'Omaha buys more oil', tickers: ['BRK-B'] });
const byEntity = article({ title: 'A chief executive speaks', entities: ['Zyxwave Robotics'] });
const gold = Array.from({ length: 8 }, (_, at) => article({ title: `Gold price note ${at}`, category: 'commodities' }));
const miner = article({ title: 'Barrick digs', tickers: ['GOLD'] });
const past = article({ title: 'Fed rates of long ago', publishedAt: hoursAgo(24 * 45) });
const rows = [chips, tagged, rival, fed, fedOld, former, berkshire, byEntity, ...gold, miner, past];

const get = <T = List>(query: string): Promise<Answer<T>> => call<T>(`${api.url}/api/news/search/?${query}`, { key });

const ground = await sharedGround();
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
const { api, key } = await keyedApi('free', ground);
await until('the key and the symbols', async () => {
  const answer = await get('q=berkshire+hathaway');
  return answer.status === 200 && answer.body.matched === 1;
});
const find = async (q: string, rest = ''): Promise<List> => {
  const { status, body } = await get(`q=${encodeURIComponent(q)}${rest}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.count).toBe(body.results.length);
  return body;
};
const uids = (list: List): string[] => list.results.map(({ original }) => original.uid);

describe('200', () => {
  test('finds words in any form, the article with most of them first, and says what matched', async () => {
    const list = await find('data centers');
    expect(list.query).toMatchObject({
      mode: 'strict',
      sort: 'relevance',
      terms: ['data', 'centers'],
      required_terms: ['data', 'centers'],
      optional_terms: [],
      note: null,
    });
    expect(uids(list)).toEqual([chips.uid, rival.uid]);
    expect(list.results[0]!.search_match).toEqual({
      score: expect.any(Number),
      terms_matched: 2,
      terms: ['data', 'centers'],
      context: 'The maker of chips sees sales of **data** **centers** doubling.',
    });
    expect(list.results[0]).toMatchObject({ ...chips.item, story_id: chips.story_id, search_match: {} });
  });

  test('the name, brand or ticker of a company finds its articles, also under former tickers and other share classes', async () => {
    for (const q of ['nvidia', 'NVDA', '$nvda', 'nvda', 'GeForce'])
      expect(uids(await find(q)), q).toEqual(expect.arrayContaining([chips.uid, tagged.uid]));
    expect((await find('nvidia')).results.find(({ original }) => original.uid === tagged.uid)!.search_match).toMatchObject({
      terms_matched: 1,
      terms: ['NVDA'],
      context: null,
    });
    expect(uids(await find('meta platforms'))).toEqual([former.uid]);
    expect(uids(await find('BRK.A'))).toEqual([berkshire.uid]);
    expect(uids(await find('berkshire hathaway oil'))).toEqual([berkshire.uid]);
  });

  test('a common word means itself, not the company of that name', async () => {
    expect(uids(await find('gold')).sort()).toEqual(gold.map(({ uid }) => uid).sort());
    expect(uids(await find('$GOLD'))).toEqual([miner.uid]);
    expect(uids(await find('GOLD'))).toContain(miner.uid);
  });

  test('entities are searched, but give no context', async () => {
    const list = await find('zyxwave');
    expect(uids(list)).toEqual([byEntity.uid]);
    expect(list.results[0]!.search_match.context).toBeNull();
  });

  test('quoted words must be adjacent, -word excludes, OR takes either', async () => {
    expect(uids(await find('"data center"'))).toEqual([chips.uid]);
    expect((await find('"data center"')).query).toMatchObject({ mode: 'strict', terms: ['data center'] });
    expect(uids(await find('nvidia -data'))).toEqual([tagged.uid]);
    expect(uids(await find('rates -"rate cut"'))).toEqual([fed.uid]);
    // The words of the phrase are in the row, but not adjacent: they did not match, so they are neither named nor marked.
    const other = (await find('"center data" OR doubling')).results[0]!;
    expect(other.search_match).toMatchObject({ terms: ['doubling'], context: expect.stringContaining('sales of data centers **doubling**') });
    const either = await find('zyxwave OR omaha');
    expect(uids(either).sort()).toEqual([byEntity.uid, berkshire.uid].sort());
    expect(either.query).toMatchObject({ required_terms: [], optional_terms: ['zyxwave', 'omaha'] });
  });

  test('without results the search is relaxed step by step, and says how', async () => {
    const phrase = await find('"center data forecast"');
    expect(phrase.query).toMatchObject({ mode: 'broadened', note: expect.stringContaining('searched separately') });
    expect(uids(phrase)).toEqual([chips.uid]);
    // The words are not adjacent in the row, so it does not match the phrase.
    expect(phrase.results[0]!.search_match.terms).toEqual(['center', 'data', 'forecast']);
    const half = await find('fed rates zyxwave robotics');
    expect(half.query).toMatchObject({ mode: 'broadened', required_terms: [], optional_terms: ['fed', 'rates', 'zyxwave', 'robotics'] });
    expect(half.query.note).toContain('at least 2');
    expect(uids(half)).toEqual(expect.arrayContaining([fed.uid, byEntity.uid]));
    const none = await find('quux');
    expect(none).toMatchObject({ results: [], next_cursor: null, matched: 0, query: { mode: 'no_match', note: expect.any(String) } });
    for (const q of ['the of', '-nvidia', '!!', '"" ""', 'OR AND'])
      expect((await find(q)).query, q).toMatchObject({ mode: 'no_terms', terms: [], note: expect.any(String) });
    expect((await find('-nvidia -"rate cut"')).query.note).toContain('only excludes words');
  });

  test('sort by time, filters and dates work as in the feed, and stories have their sources', async () => {
    expect(uids(await find('rates', '&sort=published'))).toEqual([fed.uid, fedOld.uid]);
    expect(uids(await find('rates', `&to_date=${hoursAgo(24 * 10)}`))).toEqual([fedOld.uid]);
    expect(uids(await find('nvidia', '&category=technology'))).toEqual([rival.uid]);
    expect(uids(await find('nvidia', '&min_relevance=9'))).toEqual([chips.uid]);
    expect(uids(await find('nvidia', '&symbol=AMD'))).toEqual([rival.uid]);
    expect(uids(await find('nvidia', '&source_type=sec_form4'))).toEqual([]);
    expect(uids(await find('nvidia', '&item=2.02'))).toEqual([]);
    const [story] = (await find('omaha', '&collapse=story')).results;
    expect(story).toMatchObject({ story_id: berkshire.uid, sources_count: 1, sources: ['example.com'] });
  });

  test('no results from before the archive, and the window says where the archive begins', async () => {
    const { body } = await get('q=fed+rates&page_size=20');
    expect(uids(body)).not.toContain(past.uid);
    expect(Date.parse(body.query.window_from)).toBeLessThanOrEqual(startMs - 30 * 86_400_000);
    expect(Date.parse(body.query.window_from)).toBeGreaterThan(startMs - 32 * 86_400_000);
  });
});

describe('400', () => {
  test.each([
    ['q=', 'is required'],
    ['q=x', 'at least 2 characters, not `x`'],
    [`q=${'x'.repeat(201)}`, 'at most 200'],
    ['q=%01%02', 'control characters'],
  ])('%s', async (query, message) => {
    const { status, body } = await get<Problem>(query);
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
    expect(JSON.stringify(body.extra.fields)).toContain(message);
  });

  test('a cursor of another search, other filters, another sort or another list', async () => {
    const cursor = (await find('gold', '&page_size=3')).next_cursor!;
    for (const query of ['q=golds', 'q=gold&min_relevance=5', 'q=gold&sort=published'])
      expect((await get<Problem>(`${query}&cursor=${cursor}`)).body.code, query).toBe('invalid_cursor');
    expect((await call<Problem>(`${api.url}/api/news/?cursor=${cursor}`, { key })).body.code).toBe('cursor_mode_mismatch');
    const foreign = (await call<List>(`${api.url}/api/news/?page_size=2`, { key })).body.next_cursor!;
    expect((await get<Problem>(`q=gold&cursor=${foreign}`)).body.code).toBe('cursor_mode_mismatch');
    expect((await get<Problem>(`q=gold&cursor=${cursor.slice(0, -2)}AA`)).body.code).toBe('invalid_cursor');
  });
});

describe('walking', () => {
  test.each(['zyxcorp', '"zyxcorp files"'])('%s: a correction between two pages neither skips nor repeats a result', async (q) => {
    const trades = Array.from({ length: 5 }, (_, at) => article({ title: `Zyxcorp files ${q.length} ${at}` }));
    await ground.append(trades);
    const seen: string[] = [];
    let list = await until('the rows', async () => {
      const first = await find(q, '&page_size=2');
      return first.matched >= trades.length && first;
    });
    const { matched } = list;
    for (const at of trades.keys()) {
      seen.push(...uids(list));
      if (list.next_cursor === null) break;
      await ground.append([revisionRecord(trades[at]!, insiderTrade({ form: '4/A', shares: `${q.length}${at}` }), { relevance: 2 })]);
      list = await find(q, `&page_size=2&cursor=${list.next_cursor}`);
    }
    expect(seen).toHaveLength(matched);
    expect(new Set(seen).size).toBe(matched);
  });

  test.each(['relevance', 'published'])('by %s has every result once while rows arrive, and none that arrived later', async (sort) => {
    const seen: string[] = [];
    const first = await find('gold', `&sort=${sort}&page_size=3`);
    const later = Array.from({ length: 12 }, (_, at) =>
      article({ title: `Gold gold gold ${sort} ${at}`, publishedAt: hoursAgo(0.1), relevance: 10 }),
    );
    let list = first;
    for (;;) {
      seen.push(...uids(list));
      if (list.next_cursor === null) break;
      await ground.append(later.splice(0, 4));
      list = await find('gold', `&sort=${sort}&page_size=3&cursor=${list.next_cursor}`);
    }
    expect(seen.length).toBe(first.matched);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(gold.map(({ uid }) => uid)));
  });
});

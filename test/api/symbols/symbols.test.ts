import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '#api/main.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { holdingsOf, type SymbolEntry } from '#schemas/symbol.ts';
import type { Sentiment } from '#schemas/vocabulary.ts';
import { call, startApiOn, startGround, type Answer, type Ground } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { until } from '#test/support/until.ts';

let nowMs = Date.parse('2026-07-15T12:00:00.000Z');
const agoAt = (days: number, hour = 6): string =>
  new Date(Date.parse('2026-07-15T00:00:00.000Z') - days * 86_400_000 + hour * 3_600_000).toISOString();
const renamed = (entry: SymbolEntry, to: string): SymbolEntry => ({ ...entry, status: 'delisted', delisted_at: '2026-01-05', renamed_to: to });

const tech = { sector: 'Technology', exchange: 'Nasdaq' };
const entries: readonly SymbolEntry[] = [
  symbolEntry('NVDA', {
    ...tech,
    name: 'NVIDIA CORP',
    cik: '0001045810',
    industry: 'Semiconductors',
    rank: 0,
    country: 'United States',
    currency: 'USD',
    brand_aliases: ['GeForce'],
  }),
  symbolEntry('AMD', { ...tech, name: 'ADVANCED MICRO DEVICES INC', cik: '0000000002', industry: 'Semiconductors', rank: 30 }),
  symbolEntry('MSFT', { ...tech, name: 'MICROSOFT CORP', cik: '0000000003', industry: 'Software', rank: 1 }),
  symbolEntry('NV', { name: 'Nova Vendors Inc', cik: '0000000004', rank: 900 }),
  symbolEntry('NVX', { name: 'NV Holdings Ltd', cik: '0000000005', rank: 800 }),
  symbolEntry('BRK-A', { name: 'BERKSHIRE HATHAWAY INC', cik: '0001067983', rank: 8 }),
  symbolEntry('BRK-B', { name: 'BERKSHIRE HATHAWAY INC', cik: '0001067983', rank: 7 }),
  symbolEntry('0700.HK', { name: 'Tencent Holdings Limited', country: 'China', currency: 'HKD', exchange: 'Hong Kong Stock Exchange' }),
  symbolEntry('ETH', { name: 'Ethan Allen Interiors Inc', cik: '0000000006' }),
  symbolEntry('ETH-USD', { name: 'Ethereum', asset_type: 'Crypto', currency: 'USD' }),
  symbolEntry('META', {
    name: 'Meta Platforms, Inc.',
    cik: '0001326801',
    rank: 5,
    brand_aliases: ['Facebook', 'Instagram'],
    website: 'https://meta.com',
    description: 'Social networks.',
  }),
  renamed(symbolEntry('FB', { name: 'Facebook Inc', cik: '0001326801' }), 'META'),
  renamed(symbolEntry('TFB', { name: 'Thefacebook Inc', cik: '0001326801' }), 'FB'),
  symbolEntry('GONE', { status: 'delisted', delisted_at: '2025-09-05', cik: '0000000007' }),
];

const opinion = (identity: string, publishedAt: string, tickers: readonly (readonly [string, Sentiment])[], relevance = 7): FeedRow => {
  const row = rowRecord(identity, { publishedAt, tickers: tickers.map(([ticker]) => ticker), relevance });
  for (const [at, [, sentiment]] of tickers.entries())
    row.item.enrichment.ai_trading_insights.ticker_analysis[at]!.impact_analysis.sentiment = sentiment;
  return row;
};
const form4 = opinion('form 4', agoAt(1), [['NVDA', 'positive']]);
form4.item.original.source_type = 'sec_form4';
const rows = [
  opinion('old', agoAt(7, 23), [['NVDA', 'positive']]),
  opinion('first day', agoAt(6, 0), [['NVDA', 'negative']]),
  opinion('two companies', agoAt(3), [
    ['AMD', 'negative'],
    ['NVDA', 'positive'],
  ]),
  opinion('below the floor', agoAt(2), [['NVDA', 'positive']], 3),
  form4,
  opinion('today', agoAt(0), [['NVDA', 'neutral']]),
  opinion('class A', agoAt(1), [['BRK-A', 'positive']]),
];

let ground: Ground;
let api: Api;
let adapted: Api;
let key: string;
beforeAll(async () => {
  ground = await startGround();
  await ground.putSymbols(entries);
  await ground.append(rows);
  key = (await ground.account('basic', { perMinute: 100_000, perDay: 1_000_000 })).key;
  [api, adapted] = [await startApiOn(ground, {}, () => nowMs), await startApiOn(ground, { API_COMPATIBILITY: 'alphai' }, () => nowMs)];
  await until('the key', async () => (await get('?limit=1')).status === 200);
});
afterAll(async () => {
  await api.stop();
  await adapted.stop();
  await ground.stop();
});

interface Listed {
  readonly symbol: string;
}
interface List {
  readonly results: readonly Listed[];
  readonly count: number;
  readonly next_cursor: null;
}
const get = <T = List>(rest: string, from: Api = api): Promise<Answer<T>> => call<T>(`${from.url}/api/symbols/${rest}`, { key });
const found = async (search: string): Promise<string[]> =>
  (await get(`?search=${encodeURIComponent(search)}`)).body.results.map(({ symbol }) => symbol);
const active = entries
  .filter(({ status }) => status === 'active')
  .map(({ symbol }) => symbol)
  .sort();

describe('200 of the list', () => {
  test('has every active symbol in the order of the alphabet, with its fields as the contract has them', async () => {
    const { body, headers } = await get('');
    expect(body.results.map(({ symbol }) => symbol)).toEqual(active);
    expect(body).toMatchObject({ count: active.length, next_cursor: null });
    expect(headers.get('etag')).toMatch(/^W\//);
    expect(body.results.find(({ symbol }) => symbol === 'NVDA')).toEqual({
      symbol: 'NVDA',
      name: 'NVIDIA CORP',
      asset_type: 'Stock',
      exchange: 'Nasdaq',
      sector: 'Technology',
      industry: 'Semiconductors',
      country: '',
      currency: '',
      supports_insider: true,
      tv_symbol: '',
      status: 'active',
      brand_aliases: ['GeForce'],
    });
    const fields = {
      '0700.HK': { country: 'China', currency: 'HKD', supports_insider: false },
      'BRK-B': { tv_symbol: 'BRK.B' },
      'ETH-USD': { tv_symbol: 'ETHUSD', currency: '' },
    };
    for (const [symbol, expected] of Object.entries(fields)) expect(body.results.find((one) => one.symbol === symbol)).toMatchObject(expected);
  });

  test('is sliced by limit and offset, and counts what it would have been', async () => {
    const { body } = await get('?limit=3&offset=2');
    expect([body.results.map(({ symbol }) => symbol), body.count]).toEqual([active.slice(2, 5), active.length]);
    expect((await get(`?offset=${active.length}`)).body.results).toEqual([]);
  });

  test.each([
    ['nv', ['NV', 'NVX', 'NVDA']],
    ['NVIDIA', ['NVDA']],
    ['facebook', ['META']],
    ['geforce', ['NVDA']],
    ['brk.b', ['BRK-B']],
    ['micro', ['MSFT', 'AMD']],
    ['tencent', ['0700.HK']],
    ['eth', ['ETH', 'ETH-USD']],
    ['bitcoin', []],
  ])('finds %s, exact ones above beginnings and parts', async (search, expected) => {
    expect((await found(search)).slice(0, expected.length || 1)).toEqual(expected);
  });

  test('follows the directory', async () => {
    const count = async (): Promise<number> => {
      // A second later each time: the list is made anew no more often.
      nowMs += 1_000;
      return (await get('?limit=1')).body.count;
    };
    await ground.putSymbols([symbolEntry('AAAA')]);
    await until('the new symbol', async () => (await count()) === active.length + 1);
    await ground.putSymbols([symbolEntry('AAAA', { status: 'delisted', delisted_at: '2026-07-15' })]);
    await until('it to go', async () => (await count()) === active.length);
  });

  test('is a bare array for clients that read it so', async () => {
    expect((await get<Listed[]>('?limit=2', adapted)).body).toMatchObject([{ symbol: active[0] }, { symbol: active[1] }]);
  });
});

describe('400 of the list', () => {
  test.each(['?limit=0', '?offset=-1', '?page_size=5', `?search=${'x'.repeat(101)}`])('%s', async (query) => {
    expect((await get(query)).status).toBe(400);
  });
});

describe('200 of one symbol', () => {
  test('says all that is known of it', async () => {
    expect((await get('meta/')).body).toMatchObject({
      symbol: 'META',
      status: 'active',
      description: 'Social networks.',
      website: 'https://meta.com',
      delisted_at: null,
      renamed_to: '',
      cik: '0001326801',
      share_classes: [],
      former_tickers: ['FB', 'TFB'],
      crypto_counterpart: null,
      next_report_date: null,
    });
    expect((await get('BRK.B/')).body).toMatchObject({ symbol: 'BRK-B', share_classes: ['BRK-A'] });
    expect((await get('ETH/')).body).toMatchObject({ crypto_counterpart: 'ETH-USD', crypto_counterpart_name: 'Ethereum' });
    expect((await get('facebook/')).body).toMatchObject({ symbol: 'META' });
  });

  test('resolves what is delisted, to the end of its renames', async () => {
    expect((await get('TFB/')).body).toMatchObject({ status: 'delisted', delisted_at: '2026-01-05', renamed_to: 'META' });
    expect((await get('GONE/')).body).toMatchObject({ status: 'delisted', delisted_at: '2025-09-05', renamed_to: '' });
  });
});

describe('200 of the sentiment', () => {
  const sums = async (ticker: string) => (await get<Record<string, unknown>>(`${ticker}/sentiment-summary/`)).body;

  test('counts articles of seven UTC days by day, each once, Form 4 rows and those below the floor left out', async () => {
    const body = await sums('NVDA');
    expect(body).toMatchObject({ ticker: 'NVDA', days: 7, total: 3, bullish: 1, neutral: 1, bearish: 1 });
    const day = (date: string, bullish = 0, neutral = 0, bearish = 0) => ({ day: `2026-07-${date}`, bullish, neutral, bearish });
    expect(body.daily).toEqual([day('09', 0, 0, 1), day('10'), day('11'), day('12', 1), day('13'), day('14'), day('15', 0, 1)]);
  });

  test('is of the company: other classes count, and silence is seven empty days', async () => {
    expect(await sums('BRK-B')).toMatchObject({ total: 1, bullish: 1 });
    const quiet = await sums('MSFT');
    expect([quiet.total, (quiet.daily as unknown[]).length]).toEqual([0, 7]);
  });
});

describe('200 of the peers', () => {
  test('are of the same industry, then of the same sector, the largest first, and none where no sector is known', async () => {
    const peers = async (rest: string) => (await get<List>(rest)).body.results.map(({ symbol }) => symbol);
    expect(await peers('NVDA/peers/')).toEqual(['AMD', 'MSFT']);
    expect(await peers('NVDA/peers/?limit=1')).toEqual(['AMD']);
    expect(await peers('NV/peers/')).toEqual([]);
  });
});

describe('404', () => {
  test.each(['NOSUCH/', 'NOSUCH/peers/', 'NOSUCH/sentiment-summary/'])('%s, which nobody owns', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

test('an entry of a release before has one holder', () => {
  expect(holdingsOf(entries[0]!)).toMatchObject([{ cik: '0001045810', from: null, to: null }]);
});

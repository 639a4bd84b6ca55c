/** An API for the tests of the symbol directory: a few symbols and a week of articles. */
import { compatPath } from '#api/compatibility.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import type { Sentiment } from '#schemas/vocabulary.ts';
import { call, type Answer, type Ground } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { until } from '#test/support/until.ts';

const startMs = Date.parse('2026-07-15T12:00:00.000Z');
const agoAt = (days: number, hour = 6): string =>
  new Date(Date.parse('2026-07-15T00:00:00.000Z') - days * 86_400_000 + hour * 3_600_000).toISOString();
const renamed = (entry: SymbolEntry, to: string): SymbolEntry => ({ ...entry, status: 'delisted', delisted_at: '2026-01-05', renamed_to: to });

const tech = { sector: 'Technology', exchange: 'Nasdaq' };
export const entries: readonly SymbolEntry[] = [
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
  ...['CHIP1', 'CHIP2', 'CHIP2-B', 'CHIP3', 'CHIP4'].map((symbol, rank) =>
    symbolEntry(symbol, {
      name: `Maker ${symbol[4]} Corp`,
      cik: `000000010${symbol[4]}`,
      sector: 'Hardware',
      industry: 'Memory',
      exchange: 'Nasdaq',
      rank: 100 + rank,
    }),
  ),
  symbolEntry('NV', { name: 'Nova Vendors Inc', brand_aliases: ['Sales & Service'], cik: '0000000004', rank: 900 }),
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
  symbolEntry('LATE', {
    name: 'Latecomer Inc',
    holdings: [{ cik: null, name: 'Latecomer Inc', security: null, from: '2026-02-02', cik_from: null, to: null, renamed_to: '' }],
  }),
  symbolEntry('LATE-USD', { name: 'Latecoin', asset_type: 'Crypto', currency: 'USD' }),
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

export interface Listed {
  readonly symbol: string;
}
export interface List {
  readonly results: readonly Listed[];
  readonly count: number;
  readonly next_cursor: null;
}

export const active = entries
  .filter(({ status }) => status === 'active')
  .map(({ symbol }) => symbol)
  .sort();

export interface SymbolsGround {
  readonly ground: Ground;
  /** Requests `/api/symbols/` followed by `rest`; with `adapted` below `/compat/alphai`. */
  readonly get: <T = List>(rest: string, adapted?: 'adapted') => Promise<Answer<T>>;
  /** Advances the clock of the API by a second. */
  readonly wait: () => void;
}

export async function symbolsGround(): Promise<SymbolsGround> {
  let nowMs = startMs;
  const ground = await sharedGround();
  await ground.putSymbols(entries);
  await ground.append(rows);
  const { key } = await ground.account('basic', { perMinute: 100_000, perDay: 1_000_000 });
  const api = await sharedApi(ground, {}, () => nowMs);
  const get: SymbolsGround['get'] = (rest, adapted) => call(`${api.url}${adapted === undefined ? '' : compatPath}/api/symbols/${rest}`, { key });
  await until('the key', async () => (await get('?limit=1')).status === 200);
  return { ground, get, wait: () => void (nowMs += 1_000) };
}

/** Articles, a small directory with every trap in it, and the context of a decision, for the tests of the steps. */
import { decide } from '#pipeline/refine/decide.ts';
import type { SeenDocuments } from '#pipeline/refine/state/seen.ts';
import { createState } from '#pipeline/refine/state/state.ts';
import { refineArticle } from '#pipeline/refine/article/refine-article.ts';
import type { RefineContext } from '#pipeline/refine/context.ts';
import { draftOf, type Draft } from '#pipeline/refine/article/draft.ts';
import { normaliseArticle } from '#pipeline/refine/normalise/normalise.ts';
import { createRecentArticles, type RecentArticles } from '#pipeline/refine/recent/recent-articles.ts';
import { createDirectory, type Directory } from '#pipeline/refine/tickers/names/directory.ts';
import { putTickers } from '#pipeline/refine/tickers/tickers.ts';
import { rowRecord } from '#test/support/records.ts';
import { FeedRecord, type FeedDrop, type FeedRow } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';
import { RawWithdrawal, type RawArticle, type RawMessage } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { symbolEntry } from '#test/support/symbols.ts';

export const startAt = '2026-06-01T12:00:00.000Z';
export const hourMs = 3_600_000;
export const at = (hours: number): string => new Date(Date.parse(startAt) + hours * hourMs).toISOString();
/** Returns the times of an article that was published, seen and fetched so many hours after the start. */
export const timesAt = (hours: number) => ({ published_at: at(hours), seen_at: at(hours), fetched_at: at(hours) });

let articles = 0;

/** Returns a new article each time: no two have the same identity unless `changes` says so. */
export function rawArticle(title: string, changes: Partial<RawArticle> = {}): RawArticle {
  articles += 1;
  const url = `https://www.example.com/news/${articles}`;
  return {
    kind: 'article',
    identity: changes.url ?? url,
    source: 'test',
    seen_at: '2026-06-01T11:58:00.000Z',
    fetched_at: '2026-06-01T11:59:00.000Z',
    url,
    title,
    summary: '',
    body: null,
    outlet: 'Example Wire',
    authors: [],
    topics: [],
    declared_language: null,
    banner_image: null,
    published_at: '2026-06-01T11:50:00.000Z',
    updated_at: null,
    ...changes,
  };
}

export const entry = (symbol: string, name: string, changes: Partial<SymbolEntry> = {}): SymbolEntry =>
  symbolEntry(symbol, { name, exchange: 'NYSE', country: 'US', currency: 'USD', ...changes });

export const coin = (symbol: string, name: string): SymbolEntry => entry(symbol, name, { asset_type: 'Crypto', exchange: 'CCC' });

// prettier-ignore
export const entries: readonly SymbolEntry[] = [
  entry('AAPL', 'Apple Inc.', { exchange: 'Nasdaq', cik: '0000320193' }), entry('MSFT', 'MICROSOFT CORP', { exchange: 'Nasdaq' }), entry('NVDA', 'NVIDIA CORP', { exchange: 'Nasdaq' }),
  entry('GOOG', 'Alphabet Inc.', { exchange: 'Nasdaq', cik: '0001652044' }), entry('GOOGL', 'Alphabet Inc.', { exchange: 'Nasdaq', cik: '0001652044' }), entry('AMZN', 'AMAZON COM INC', { exchange: 'Nasdaq' }),
  entry('TSLA', 'Tesla, Inc.', { exchange: 'Nasdaq' }), entry('F', 'FORD MOTOR CO'), entry('GM', 'General Motors Co'), entry('T', 'AT&T INC.'), entry('V', 'VISA INC.'), entry('TGT', 'TARGET CORP'), entry('GAP', 'GAP INC'),
  entry('SNAP', 'Snap Inc'), entry('NET', 'Cloudflare, Inc.'), entry('ON', 'ON SEMICONDUCTOR CORP', { exchange: 'Nasdaq' }), entry('ALL', 'ALLSTATE CORP'), entry('IT', 'GARTNER INC'), entry('META', 'Meta Platforms, Inc.', { exchange: 'Nasdaq' }),
  entry('FB', 'Facebook Inc', { status: 'delisted', renamed_to: 'META' }), entry('TWTR', 'Twitter Inc', { status: 'delisted' }), entry('JPM', 'JPMORGAN CHASE & CO'), entry('GS', 'GOLDMAN SACHS GROUP INC'), entry('PFE', 'PFIZER INC'), entry('BA', 'BOEING CO'),
  entry('XOM', 'EXXON MOBIL CORP'), entry('CVX', 'CHEVRON CORP'), entry('BYND', 'Beyond Meat, Inc.', { exchange: 'Nasdaq' }), entry('CCL', 'CARNIVAL CORP LTD'), entry('EBAY', 'EBAY INC', { exchange: 'Nasdaq' }), entry('BRK-B', 'BERKSHIRE HATHAWAY INC', { cik: '0001067983' }),
  entry('BRK-A', 'BERKSHIRE HATHAWAY INC', { cik: '0001067983' }), entry('MRK', 'Merck & Co., Inc.'), entry('DAL', 'DELTA AIR LINES, INC.'), entry('MCD', 'MCDONALDS CORP'), entry('JBHT', 'HUNT J B TRANSPORT SERVICES INC', { exchange: 'Nasdaq' }), entry('VIAV', 'VIAVI SOLUTIONS INC.', { exchange: 'Nasdaq' }),
  entry('QTWO', 'Q2 Holdings, Inc.'), entry('TBBK', 'Bancorp, Inc.', { exchange: 'Nasdaq' }), entry('SPY', 'SPDR S&P 500 ETF TRUST', { asset_type: 'ETF' }), entry('SOMMY', 'Sumitomo Chemical Co Ltd/ADR', { exchange: 'OTC' }), entry('SHOP', 'SHOPIFY INC.'), entry('SHOP.TO', 'Shopify Inc.', { country: 'CA', exchange: 'TOR' }), entry('7203.T', 'Toyota Motor Corp', { country: 'JP', exchange: 'TYO' }),
  entry('ATLX', 'Atlas Lithium Corp', { exchange: 'Nasdaq' }), entry('AAWW', 'ATLAS AIR WORLDWIDE HOLDINGS INC', { exchange: 'Nasdaq' }), entry('WMT', 'Walmart Inc.'), entry('DIS', 'Walt Disney Co'), entry('NFLX', 'NETFLIX INC', { exchange: 'Nasdaq' }), entry('KO', 'COCA COLA CO'), entry('PEP', 'PEPSICO INC'), entry('ORCL', 'ORACLE CORP'), entry('AMD', 'ADVANCED MICRO DEVICES INC', { exchange: 'Nasdaq' }),
  coin('BTC-USD', 'Bitcoin USD'), coin('ETH-USD', 'Ethereum USD'), coin('AVAX-USD', 'Avalanche USD'), coin('ON-USD', 'OnCoin USD'),
];

export const directory: Directory = createDirectory(entries);

type Settings = RefineContext['settings'];
/** Returns settings with which every article is served that names a company. */
export const settingsOf = (changes: Partial<Settings> = {}): Settings => ({
  blockedDomains: new Set(),
  relevanceFloor: 1,
  majorTickers: { kind: 'all' },
  surfacedItems: [],
  ...changes,
});

export const contextOf = (changes: Partial<RefineContext> = {}): RefineContext => ({
  refinedAt: startAt,
  claimUid: uidOf,
  directory,
  recent: createRecentArticles(),
  knownEvents: { find: () => null, reportedAs: () => [], sameDay: () => [], pricesNear: () => [] },
  settings: settingsOf({ relevanceFloor: 4 }),
  ...changes,
});

/** Returns an article after the first step; throws if that drops it. */
export function normalised(title: string, changes: Partial<RawArticle> = {}): Draft {
  const outcome = normaliseArticle(draftOf(rawArticle(title, changes), 'a'.repeat(16)));
  if (!outcome.kept) throw new Error(`dropped: ${outcome.reason}`);
  return outcome.value;
}

/** A log in memory: decides on each article and applies the record, as the consumer does. */
export function createLog(changes: Partial<RefineContext> = {}): {
  readonly records: FeedRecord[];
  readonly recent: RecentArticles;
  readonly take: (raw: RawArticle, atTime?: string) => FeedRecord;
} {
  const context = contextOf(changes);
  const records: FeedRecord[] = [];
  return {
    records,
    recent: context.recent,
    take: (raw, atTime = startAt) => {
      const record = refineArticle(raw, { ...context, refinedAt: atTime });
      if (record === null) throw new Error('taken for known');
      records.push(record);
      context.recent.apply(record);
      return record;
    },
  };
}

/** Returns a served row as the log has it, whatever the steps would have made of it. */
export function loggedRow(
  title: string,
  changes: {
    readonly summary?: string;
    readonly uid?: string;
    readonly storyId?: string;
    readonly at?: string;
    readonly tickers?: string[];
    readonly domain?: string;
  } = {},
): FeedRow {
  const { summary = '', uid = uidOf(title), storyId = uid, at: publishedAt = startAt, tickers = [], domain = 'example.com' } = changes;
  const row = rowRecord(uid, { tickers, relevance: 5, publishedAt, storyId });
  const original = { ...row.item.original, uid, title, summary, source_domain: domain, url: `https://${domain}/${uid}` };
  return { ...row, uid, item: { ...row.item, original } };
}

export function rowIn(record: FeedRecord): FeedRow {
  if (record.type !== 'row')
    throw new Error(`expected a row, got ${record.type === 'drop' ? `a drop: ${record.reason} (${record.detail})` : 'a gap'}`);
  return record;
}

export function dropIn(record: FeedRecord): FeedDrop {
  if (record.type !== 'drop') throw new Error(`expected a drop, got a ${record.type}`);
  return record;
}

/** Reads entries, one a line: symbol | name | rank; without a rank, the number of the line. */
export const listed = (rows: string): SymbolEntry[] =>
  rows
    .trim()
    .split('\n')
    .map((row, line) => {
      const [symbol = '', name = '', rank = String(line)] = row.trim().split('|');
      return entry(symbol, name, { rank: Number(rank) });
    });

/** Returns what finds the tickers of an article against a directory. */
export const tickersAgainst =
  (against: Directory) =>
  (title: string, changes: Partial<RawArticle> = {}): string[] => {
    const outcome = putTickers(normalised(title, changes), { directory: against });
    return outcome.kept ? outcome.value.mentions.map((mention) => mention.entry.symbol) : [];
  };

/** Returns the story of a row, or of the row that a drop repeats; null for another drop. */
export const storyOf = (record: FeedRecord): string | null => (record.type === 'row' ? record.story_id : dropIn(record).story_id);

/** Returns what gives a document its uid, or null where it is known. */
export const claimFrom =
  (seen: SeenDocuments) =>
  (identity: string): string | null => {
    const { uid, isKnown } = seen.find(identity);
    return isKnown ? null : uid;
  };

let orders = 0;
/** Returns another order of the operator each time. */
export const withdrawalOf = (uid: string): RawWithdrawal => {
  orders += 1;
  const [identity, url, reason] = [`withdrawal:${uid} ${orders}`, 'https://outlet.example/', 'wrong company'];
  return RawWithdrawal.parse({ kind: 'withdrawal', identity, source: 'operator', seen_at: at(1), fetched_at: at(1), url, uid, reason });
};

/** Decides as the consumer does, on a state that knows what it has decided. */
export function newLog(): { readonly take: (raw: RawMessage, atTime?: string) => FeedRecord[] } {
  const state = createState();
  let seq = 0;
  return {
    take: (raw, refinedAt = at(0)) => {
      const records = decide(raw, contextOf({ refinedAt, claimUid: claimFrom(state.seen), recent: state.recent }));
      for (const record of records) state.applyAppended(FeedRecord.parse(record), { generation: 0, seq: (seq += 1) });
      return records;
    },
  };
}

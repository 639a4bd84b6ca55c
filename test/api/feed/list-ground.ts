/** An API for the tests of /api/news/: rows of some 25 days, a few from before the 30-day archive, and a directory of symbols. */
import type { Api } from '#api/main.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import type { StoredItem } from '#schemas/item.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { call, statusOf, type Answer, type Ground } from '#test/support/api.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { dayMs, mixedFeed, rowsOf } from './records.ts';
import { walkPages } from '../walk-pages.ts';

export interface List {
  readonly results: StoredItem[];
  readonly next_cursor: string | null;
  readonly symbol_note: string | null;
  readonly archive_ends_at: string | null;
}
export interface Problem {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly message: string;
  readonly request_id: string;
  readonly extra: Record<string, unknown>;
}

const symbol = (ticker: string, name: string, asset_type: SymbolEntry['asset_type'], more: Partial<SymbolEntry> = {}): SymbolEntry =>
  symbolEntry(ticker, { name, asset_type, ...more });

const archiveDays = 30;
export const nowMs = Date.now();
const records = [...mixedFeed(nowMs - 40 * dayMs, 20, 3_600_000), ...mixedFeed(nowMs, 300, 7_200_000).map((record) => ({ ...record }))];
const seen = new Set<string>();
export const unique = records.filter((record) => record.type === 'gap' || (!seen.has(record.uid) && seen.add(record.uid)));

export interface ListGround {
  readonly ground: Ground;
  readonly api: Api;
  /** The key of a Basic account. */
  readonly key: string;
  readonly proKey: string;
  /** Requests `/api/news/` followed by `rest`. */
  readonly get: <T = List>(rest: string, headers?: Readonly<Record<string, string>>) => Promise<Answer<T>>;
}

export async function listGround(): Promise<ListGround> {
  const ground = await sharedGround();
  await ground.putSymbols([
    symbol('NVDA', 'NVIDIA Corp', 'Stock'),
    symbol('ACME', 'Acme Inc', 'Stock'),
    symbol('BTC-USD', 'Bitcoin', 'Crypto'),
    symbol('ETH', 'Ethan Allen', 'Stock'),
    symbol('ETH-USD', 'Ethereum', 'Crypto'),
    symbol('FB', 'Facebook', 'Stock', { renamed_to: 'META', status: 'delisted' }),
    symbol('META', 'Meta Platforms', 'Stock'),
    symbol('GOOG', 'Alphabet C', 'Stock', { cik: '0001652044' }),
    symbol('GOOGL', 'Alphabet A', 'Stock', { cik: '0001652044' }),
  ]);
  await ground.append(unique);
  const { key } = await ground.account('basic', { perMinute: 100_000, perDay: 1_000_000 });
  const { key: proKey } = await ground.account('pro', { perMinute: 100_000, perDay: 1_000_000 });
  const api = await sharedApi(ground, { ARCHIVE_DAYS: String(archiveDays) });
  await until('the symbols', async () => (await statusOf(api)).symbols === 9);
  return { ground, api, key, proKey, get: (rest, headers = {}) => call(`${api.url}/api/news/${rest}`, { key, headers }) };
}

export const uids = (answer: Answer<List>): string[] => answer.body.results.map((item) => item.original.uid);
export const relevant = (row: FeedRow): boolean => row.item.enrichment.relevance_score >= 4;
export const horizonMs = (): number => (Math.floor(Date.now() / dayMs) - archiveDays) * dayMs;

/** Returns the uids of the rows inside the archive that `keep` accepts, in the order of the specification. */
export const served = (keep: (row: FeedRow) => boolean): string[] =>
  rowsOf(unique)
    .filter((row) => Date.parse(row.item.original.time_published) >= horizonMs() && keep(row))
    .map((row) => ({ uid: row.uid, at: row.item.original.time_published }))
    .sort((a, b) => b.at.localeCompare(a.at) || a.uid.localeCompare(b.uid))
    .map(({ uid }) => uid);

export async function walk({ get }: Pick<ListGround, 'get'>, query: string): Promise<{ readonly uids: string[]; readonly end: Answer<List> }> {
  const pages = await walkPages((cursor) => get(`?${query}${cursor}`));
  return { uids: pages.filter(({ status }) => status === 200).flatMap(uids), end: pages.at(-1)! };
}

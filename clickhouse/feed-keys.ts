/**
 * Selects the keys of a page without reading its rows. Keys are stored before their rows, so the caller must check that the table feed has
 * the row.
 */
import { z } from 'zod';
import { SeqRow, timeBound, UidHex, uidNumber } from './columns.ts';
import type { NewestPosition } from '#schemas/cursor.ts';
import type { FeedFilter } from '#schemas/feed-filter.ts';
import { filterParams, spanParams } from './filter-params.ts';
import { loadQuery, type Query } from './sql.ts';
import type { Params, Store } from './store.ts';
import type { TickerSpan } from '#schemas/ticker-spans.ts';

export interface KeyPage<Key> {
  readonly keys: readonly Key[];
  /** Whether no further key matches. */
  readonly ended: boolean;
}

/** Returns at most `limit` rows. `nextKeys` selects keys after the last one (null at the beginning), `rowsOf` reads their rows. */
export async function rowsOfKeys<Key, Row>(
  limit: number,
  nextKeys: (last: Key | null, count: number) => Promise<KeyPage<Key>>,
  rowsOf: (keys: readonly Key[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let last: Key | null = null;
  while (rows.length < limit) {
    const { keys, ended }: KeyPage<Key> = await nextKeys(last, limit - rows.length);
    rows.push(...(await rowsOf(keys)));
    if (ended) break;
    last = keys.at(-1) ?? last;
  }
  return rows;
}

const afterSequence = loadQuery('feed/keys-after-sequence');
const tickerAfterSequence = loadQuery('feed/ticker-keys-after-sequence');
const newestBySequence = loadQuery('feed/keys-newest-by-sequence');
const tickerNewestBySequence = loadQuery('feed/ticker-keys-newest-by-sequence');
const newestFirst = loadQuery('feed/keys-newest-first');
const tickerNewestFirst = loadQuery('feed/ticker-keys-newest-first');

const int64Max = '9223372036854775807';

/** Returns matching sequences after `afterSeq`, ascending. */
export const keysAfterSequence = (store: Store, filter: FeedFilter, afterSeq: number, limit: number): Promise<KeyPage<number>> =>
  sequences(store, filter.tickers === null ? afterSequence : tickerAfterSequence, filter, { after: afterSeq, limit });

/** Returns matching sequences below `beforeSeq` (null means the end of the log), descending. */
export const keysNewestBySequence = (store: Store, filter: FeedFilter, beforeSeq: number | null, limit: number): Promise<KeyPage<number>> =>
  sequences(store, filter.tickers === null ? newestBySequence : tickerNewestBySequence, filter, { before: beforeSeq ?? int64Max, limit });

async function sequences(store: Store, query: Query, filter: FeedFilter, range: Params & { readonly limit: number }): Promise<KeyPage<number>> {
  const found = await store.query(query, { ...filterParams(filter), ...tickerParams(filter), ...range }, SeqRow);
  // A key that was stored twice is next to its copy.
  return { keys: [...new Set(found.map(({ seq }) => seq))], ended: found.length < range.limit };
}

/** Returns the parameters that only queries by ticker have. */
export function tickerParams(filter: FeedFilter): Params {
  const tickers = tickersOf(filter);
  return tickers === null ? {} : { tickers, ...spanParams(filter.spans) };
}

/** Returns the filter's tickers without '', which in the table of keys stands for the whole feed; null if the filter has no tickers. */
const tickersOf = ({ tickers }: FeedFilter): string[] | null => (tickers === null ? null : [...new Set(tickers)].filter((ticker) => ticker !== ''));

export interface NewestRange {
  /** The last row of the page before, after which this page begins; null on the first page. */
  readonly before: NewestPosition | null;
  /** Bounds, inclusive; null if unbounded. */
  readonly publishedFromMs: number | null;
  readonly publishedToMs: number | null;
  readonly createdFromMs: number | null;
  readonly createdToMs: number | null;
}

export const wholeRange: NewestRange = { before: null, publishedFromMs: null, publishedToMs: null, createdFromMs: null, createdToMs: null };

/** `version` is the newest matching version of the row. */
const NewestKeyRow = z
  .object({ seq: z.int(), version: z.int(), published_at_ms: z.int(), uid_hex: UidHex })
  .transform(({ seq, version, published_at_ms, uid_hex }) => ({ seq, version, publishedAtMs: published_at_ms, uid: uid_hex }));
export type NewestKey = Readonly<z.output<typeof NewestKeyRow>>;

/** Returns the parameters of one query for the whole feed, or of one query per ticker. */
export function newestFirstParams(filter: FeedFilter, range: NewestRange, limit: number): Params[] {
  const scopes = filter.spans ?? (tickersOf(filter) ?? ['']).map((ticker) => ({ ticker, fromMs: null, toMs: null }));
  return scopes.map((span) => ({ ...filterParams(filter), limit, scope: span.ticker, ...rangeParams(rangeInside(range, span)) }));
}

/** Returns at most `limit` keys, newest first. A row with several of the tickers occurs once. */
export async function keysNewestFirst(store: Store, filter: FeedFilter, range: NewestRange, limit: number): Promise<KeyPage<NewestKey>> {
  const [params, ...others] = newestFirstParams(filter, range, limit);
  if (params === undefined) return { keys: [], ended: true };
  const found =
    others.length === 0
      ? await store.query(newestFirst, params, NewestKeyRow)
      : await store.query(tickerNewestFirst, { ...filterParams(filter), ...tickerParams(filter), limit, ...rangeParams(range) }, NewestKeyRow);
  const bySeq = new Map<number, NewestKey>();
  for (const key of found) if (key.version >= (bySeq.get(key.seq)?.version ?? 0)) bySeq.set(key.seq, key);
  return { keys: [...bySeq.values()], ended: found.length < limit };
}

function rangeInside(range: NewestRange, { fromMs, toMs }: TickerSpan): NewestRange {
  const { publishedFromMs, publishedToMs } = range;
  const [from, to] = [Math.max(publishedFromMs ?? -Infinity, fromMs ?? -Infinity), Math.min(publishedToMs ?? Infinity, (toMs ?? Infinity) - 1)];
  return { ...range, publishedFromMs: from === -Infinity ? null : from, publishedToMs: to === Infinity ? null : to };
}

function rangeParams({ before, publishedFromMs, publishedToMs, createdFromMs, createdToMs }: NewestRange): Params {
  const startsAfter = before !== null && (publishedToMs === null || before.publishedAtMs <= publishedToMs) ? before : null;
  const newestFrom = startsAfter?.publishedAtMs ?? publishedToMs;
  return {
    ...(newestFrom !== null && { newest_from: -newestFrom }),
    ...(startsAfter !== null && { after_uid: uidNumber(startsAfter.uid) }),
    ...(publishedFromMs !== null && { newest_to: -publishedFromMs }),
    ...(createdFromMs !== null && { created_from: timeBound(createdFromMs) }),
    ...(createdToMs !== null && { created_to: timeBound(createdToMs) }),
  };
}

/**
 * Selects the keys of the rows on a page without reading the rows. A key that was written twice is adjacent to its copy and returned once;
 * the caller must check that the table feed already has the row.
 */
import { z } from 'zod';
import { SeqRow, timeBound, UidHex, uidNumber } from './columns.ts';
import type { NewestPosition } from '#schemas/cursor.ts';
import type { FeedFilter } from '#schemas/feed-filter.ts';
import { filterParams } from './filter-params.ts';
import { loadQuery } from './sql.ts';
import type { Params, Store } from './store.ts';
import type { TickerSpan } from '#schemas/ticker-spans.ts';
import { spanParams } from './span-params.ts';

export interface KeyPage<Key> {
  readonly keys: readonly Key[];
  /** True when no row after the last of these matches. */
  readonly ended: boolean;
}

/** Returns rows of keys, at most `limit`: `nextKeys` selects the keys after the last one (null: the first), `rowsOf` reads their rows. */
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

/** Returns the keys of matching rows after a sequence, in the order of the log. `ended`: no further page follows. */
export async function keysAfterSequence(store: Store, filter: FeedFilter, afterSeq: number, limit: number): Promise<KeyPage<number>> {
  const tickers = tickersOf(filter);
  const query = tickers === null ? afterSequence : tickerAfterSequence;
  const found = await store.query(query, { ...filterParams(filter), ...tickerParams(filter), after: afterSeq, limit }, SeqRow);
  return { keys: distinct(found), ended: found.length < limit };
}

/** Returns keys in descending order, below `beforeSeq`; null: from the end. */
export async function keysNewestBySequence(store: Store, filter: FeedFilter, beforeSeq: number | null, limit: number): Promise<KeyPage<number>> {
  const tickers = tickersOf(filter);
  const query = tickers === null ? newestBySequence : tickerNewestBySequence;
  const found = await store.query(query, { ...filterParams(filter), ...tickerParams(filter), before: beforeSeq ?? int64Max, limit }, SeqRow);
  return { keys: distinct(found), ended: found.length < limit };
}

/** Returns the parameters that only the queries of a filter with tickers take. */
export function tickerParams(filter: FeedFilter): Params {
  const tickers = tickersOf(filter);
  return tickers === null ? {} : { tickers, ...spanParams(filter.spans) };
}

/** Returns the filter's tickers without '', which denotes the whole feed. */
const tickersOf = ({ tickers }: FeedFilter): string[] | null => (tickers === null ? null : [...new Set(tickers)].filter((ticker) => ticker !== ''));
const distinct = (rows: readonly { readonly seq: number }[]): number[] => [...new Set(rows.map(({ seq }) => seq))];

export interface NewestRange {
  /** The last row already read; the page starts after it. */
  readonly before: NewestPosition | null;
  /** Bounds, both included; null: none. */
  readonly publishedFromMs: number | null;
  readonly publishedToMs: number | null;
  readonly createdFromMs: number | null;
  readonly createdToMs: number | null;
}

export const wholeRange: NewestRange = { before: null, publishedFromMs: null, publishedToMs: null, createdFromMs: null, createdToMs: null };

export interface NewestKey extends NewestPosition {
  readonly seq: number;
  /** Version of the row to which this key belongs; where several match, the newest. */
  readonly version: number;
}

const NewestKeyRow = z
  .object({ seq: z.int(), version: z.int(), published_at_ms: z.int(), uid_hex: UidHex })
  .transform(({ seq, version, published_at_ms, uid_hex }) => ({ seq, version, publishedAtMs: published_at_ms, uid: uid_hex }));

/** Returns the parameters of one query per key; together the queries return the rows of a range. */
export function newestFirstParams(filter: FeedFilter, range: NewestRange, limit: number): Params[] {
  const scopes = filter.spans ?? (tickersOf(filter) ?? ['']).map((ticker) => ({ ticker, fromMs: null, toMs: null }));
  return scopes.map((span) => ({ ...filterParams(filter), limit, scope: span.ticker, ...rangeParams(rangeInside(range, span)) }));
}

/** Returns at most `limit` keys in the order of a page, each row once even if it names several of the tickers. */
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

/** Returns the part of a range inside the time for which a ticker counts. */
function rangeInside(range: NewestRange, { fromMs, toMs }: TickerSpan): NewestRange {
  const { publishedFromMs, publishedToMs } = range;
  const [from, to] = [Math.max(publishedFromMs ?? -Infinity, fromMs ?? -Infinity), Math.min(publishedToMs ?? Infinity, (toMs ?? Infinity) - 1)];
  return { ...range, publishedFromMs: from === -Infinity ? null : from, publishedToMs: to === Infinity ? null : to };
}

function rangeParams({ before, publishedFromMs, publishedToMs, createdFromMs, createdToMs }: NewestRange): Params {
  const startsBehind = before !== null && (publishedToMs === null || before.publishedAtMs <= publishedToMs) ? before : null;
  const newestFrom = startsBehind?.publishedAtMs ?? publishedToMs;
  return {
    ...(newestFrom !== null && { newest_from: -newestFrom }),
    ...(startsBehind !== null && { after_uid: uidNumber(startsBehind.uid) }),
    ...(publishedFromMs !== null && { newest_to: -publishedFromMs }),
    ...(createdFromMs !== null && { created_from: timeBound(createdFromMs) }),
    ...(createdToMs !== null && { created_to: timeBound(createdToMs) }),
  };
}

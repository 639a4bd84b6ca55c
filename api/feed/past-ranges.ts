/**
 * Caches ranges of the stored feed, or of one ticker's rows, in order of publication. They answer callers that walk through the past, or query
 * one day with several filters. A statement for some hundred rows costs the store about as much as one for twenty, so one range saves some
 * twenty statements.
 *
 * A range is read when pages of its day or ticker were requested several times within a minute, and is kept as long as a cached page. A row
 * that arrives meanwhile appears when the range is read again.
 */
import { LRUCache } from 'lru-cache';
import { wholeRange, type NewestRange } from '#clickhouse/feed-keys.ts';
import { pageNewestFirst } from '#clickhouse/feed-pages.ts';
import type { NewestPosition } from '#schemas/cursor.ts';
import { everything, facetsOf, matches, tickersText, type FeedFacets, type FeedFilter } from '#schemas/feed-filter.ts';
import type { StoredItem } from '#schemas/item.ts';
import { lowerBound } from '#schemas/lower-bound.ts';
import { cacheMs } from '../cache/page-cache.ts';
import type { QueryStore } from '../store-access.ts';
import { pageRow, type PageRow } from './page.ts';
import { comesAfter, uidFirst } from './published-order.ts';

export type PastRanges = ReturnType<typeof createPastRanges>;

export interface PastRows {
  readonly rows: readonly PageRow[];
  /** When the oldest range used was read, in steady milliseconds. */
  readonly readAtMs: number;
}

interface Row extends PageRow {
  readonly facets: FeedFacets;
}

interface CachedRange {
  readonly scope: string;
  /** The range has every row after `from` up to and including `end`; `end` null: up to the oldest row of the feed. */
  readonly from: NewestPosition;
  readonly end: NewestPosition | null;
  readonly rows: readonly Row[];
  readonly bytes: number;
  readonly readAtMs: number;
}

const usualLimits = {
  rowsOfRange: 512,
  /** Queries of one day or ticker within a minute, after which the next one reads a range. */
  queriesBefore: 2,
};

interface PastOptions {
  readonly ask: QueryStore;
  readonly isRevisionStored: () => Promise<boolean>;
  /** A change of this value outdates all ranges. */
  readonly version: () => string;
  readonly steadyMs: () => number;
  readonly bytesMax: number;
  readonly limits?: Partial<typeof usualLimits>;
}

const dayMs = 86_400_000;
/** Estimated bytes of a row besides its document, and of a range besides its rows. */
const [rowOverheadBytes, rangeOverheadBytes] = [500, 1_000];
const countedMax = 10_000;

const wholeFeed = 'all';
const scopeOf = (filter: FeedFilter): string => (filter.tickers === null ? wholeFeed : `of ${tickersText(filter)}`);

export function createPastRanges(options: PastOptions) {
  const { ask, isRevisionStored, version, steadyMs, bytesMax } = options;
  const { rowsOfRange, queriesBefore } = { ...usualLimits, ...options.limits };
  /** Ranges by scope, newest first. The fresh ones of a scope do not overlap. */
  const byScope = new Map<string, readonly CachedRange[]>();
  const ranges = new LRUCache<CachedRange, true>({
    maxSize: bytesMax,
    sizeCalculation: (_, { bytes }) => bytes,
    dispose: (_, dropped) => {
      const left = byScope.get(dropped.scope)!.filter((range) => range !== dropped);
      if (left.length === 0) byScope.delete(dropped.scope);
      else byScope.set(dropped.scope, left);
    },
  });
  let rangesVersion = version();
  /** Number of queries to the store within a minute, by the tickers' scope or by the day of publication. */
  let queries = new Map<string, number>();
  let queriesSinceMs = steadyMs();
  let isReading = false;

  const isFresh = ({ readAtMs }: CachedRange): boolean => steadyMs() < readAtMs + cacheMs;
  /** Drops all ranges after a correction, and once a minute the outdated ones and the counts of queries. */
  const dropOld = (): void => {
    if (version() !== rangesVersion) ranges.clear();
    rangesVersion = version();
    if (steadyMs() < queriesSinceMs + cacheMs) return;
    for (const range of ranges.keys()) if (!isFresh(range)) ranges.delete(range);
    queries = new Map();
    queriesSinceMs = steadyMs();
  };

  const at = (scope: string, position: NewestPosition): CachedRange | undefined =>
    byScope
      .get(scope)
      ?.find((range) => isFresh(range) && !comesAfter(range.from, position) && (range.end === null || comesAfter(range.end, position)));

  /** Returns the first rows of the range, at most `limit`; null if the cached ranges cannot answer. */
  const find = (filter: FeedFilter, range: NewestRange, limit: number): PastRows | null => {
    dropOld();
    const scope = scopeOf(filter);
    return findIn(scope, filter, range, limit) ?? (scope === wholeFeed ? null : findIn(wholeFeed, filter, range, limit));
  };

  const findIn = (scope: string, filter: FeedFilter, range: NewestRange, limit: number): PastRows | null => {
    let position = beginningOf(range);
    const rows: Row[] = [];
    let readAtMs = Number.POSITIVE_INFINITY;
    const lastMs = range.publishedFromMs ?? Number.NEGATIVE_INFINITY;
    while (position !== null) {
      const cached = at(scope, position);
      if (cached === undefined) return null;
      ranges.get(cached);
      readAtMs = Math.min(readAtMs, cached.readAtMs);
      for (let index = firstAfter(cached.rows, position); index < cached.rows.length; index += 1) {
        const row = cached.rows[index]!;
        if (row.publishedAtMs < lastMs) return { rows, readAtMs };
        if (!matches(filter, row.facets)) continue;
        rows.push(row);
        if (rows.length === limit) return { rows, readAtMs };
      }
      position = cached.end;
    }
    return Number.isFinite(readAtMs) ? { rows, readAtMs } : null;
  };

  /** Records a query to the store for this range. After several queries of its day or tickers, reads and caches rows from its beginning on. */
  const learn = async (filter: FeedFilter, range: NewestRange): Promise<void> => {
    dropOld();
    const beginning = beginningOf(range);
    if (beginning === null || isReading) return;
    const scope = scopeOf(filter);
    const place = scope === wholeFeed ? String(Math.floor(beginning.publishedAtMs / dayMs)) : scope;
    const count = queries.get(place) ?? 0;
    if (count > 0 || queries.size < countedMax) queries.set(place, count + 1);
    if (count < queriesBefore) return;
    const from = endOfCached(scope, beginning);
    if (from === null) return;
    isReading = true;
    try {
      await read(scope, { ...everything, tickers: filter.tickers, spans: filter.spans ?? null }, from);
    } finally {
      isReading = false;
    }
  };

  /** Returns where the cached ranges that continue from `beginning` without a gap end; null if they reach the oldest row. */
  const endOfCached = (scope: string, beginning: NewestPosition): NewestPosition | null => {
    let position: NewestPosition | null = beginning;
    while (position !== null) {
      const cached = at(scope, position);
      if (cached === undefined) return position;
      position = cached.end;
    }
    return null;
  };

  const read = async (scope: string, filter: FeedFilter, from: NewestPosition): Promise<void> => {
    const readVersion = version();
    const readAtMs = steadyMs();
    if (!(await isRevisionStored())) return;
    const stored = await ask((store) => pageNewestFirst(store, filter, rangeAfter(from), rowsOfRange));
    dropOld();
    if (version() !== readVersion || at(scope, from) !== undefined) return;
    const next = byScope.get(scope)?.find((range) => isFresh(range) && !comesAfter(from, range.from));
    const isCut = next !== undefined && (stored.length < rowsOfRange || !comesAfter(next.from, stored.at(-1)!));
    const rows = (isCut ? stored.filter((row) => !comesAfter(row, next.from)) : stored).map(withFacets);
    const bytes = rows.reduce((sum, { docBytes }) => sum + docBytes + rowOverheadBytes, rangeOverheadBytes);
    const end = isCut ? next.from : stored.length < rowsOfRange ? null : placeOf(stored.at(-1)!);
    const cached: CachedRange = { scope, from, end, rows, bytes, readAtMs };
    ranges.set(cached, true);
    // The cache refuses a range that is larger than its bound.
    if (!ranges.has(cached)) return;
    byScope.set(
      scope,
      [...(byScope.get(scope) ?? []), cached].toSorted((left, right) => (comesAfter(left.from, right.from) ? 1 : -1)),
    );
  };

  return { find, learn, bytes: (): number => ranges.calculatedSize };
}

/** Returns the position before the newest row of a range; null for ranges that are not cached: without a newest bound, or bounded by arrival. */
function beginningOf({ before, publishedToMs, createdFromMs, createdToMs }: NewestRange): NewestPosition | null {
  if (createdFromMs !== null || createdToMs !== null) return null;
  const newest = publishedToMs === null ? null : { publishedAtMs: publishedToMs, uid: uidFirst };
  if (before === null || newest === null) return before ?? newest;
  return comesAfter(newest, before) ? newest : before;
}

const rangeAfter = (from: NewestPosition): NewestRange => ({
  ...wholeRange,
  before: from.uid === uidFirst ? null : from,
  publishedToMs: from.publishedAtMs,
});

const firstAfter = (rows: readonly Row[], position: NewestPosition): number =>
  lowerBound(0, rows.length, (index) => !comesAfter(rows[index]!, position));

const placeOf = ({ publishedAtMs, uid }: NewestPosition): NewestPosition => ({ publishedAtMs, uid });

const withFacets = (stored: Parameters<typeof pageRow>[0]): Row => ({
  ...pageRow(stored),
  facets: facetsOf({ item: JSON.parse(stored.doc) as StoredItem, uid: stored.uid, story_id: stored.storyId, is_root: stored.isRoot }),
});

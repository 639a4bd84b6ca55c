/**
 * Cached ranges of the stored feed, or of a ticker's rows, in order of publication, each read whole in one statement. They answer callers that
 * walk through the past, or query one of its days with several filters. A statement costs the store about the same for twenty rows as for
 * some hundred, so one range saves some twenty pages.
 *
 * A range is read where pages of one day or one ticker were requested several times within a minute, and is kept as long as a cached
 * page. A row that arrives in it meanwhile appears when the range is read again, as on a cached page.
 */
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

export interface PastRanges {
  /** Returns at most `limit` rows; fewer: the range has no more. Null where no cached ranges cover it. */
  readonly find: (filter: FeedFilter, range: NewestRange, limit: number) => PastRows | null;
  /** Records that the store is queried for this range; reads a range at its beginning where that happened often. */
  readonly learn: (filter: FeedFilter, range: NewestRange) => Promise<void>;
  readonly bytes: () => number;
}

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
  /** The range has every row after `from` up to and including `end`; null: to the end of the feed. */
  readonly from: NewestPosition;
  readonly end: NewestPosition | null;
  readonly rows: readonly Row[];
  readonly bytes: number;
  readonly readAtMs: number;
  usedAtMs: number;
}

const usualLimits = {
  /** Rows that one statement reads. */
  rowsOfRange: 512,
  /** Queries of a place within a minute, after which the next one reads a range. */
  queriesBefore: 2,
};

export interface PastOptions {
  readonly ask: QueryStore;
  readonly isRevisionStored: () => Promise<boolean>;
  /** Ranges read under another value are outdated. */
  readonly version: () => string;
  readonly steadyMs: () => number;
  readonly bytesMax: number;
  /** For tests. */
  readonly limits?: Partial<typeof usualLimits>;
}

const dayMs = 86_400_000;
/** Bytes per row beyond the document (facets and their objects), and per range beyond its rows, of which it may have none. */
const [rowOverheadBytes, rangeOverheadBytes] = [500, 1_000];
/** Maximum number of days and tickers whose requests are counted within a minute. */
const countedMax = 10_000;

/** The scope of a range: the whole feed, or the rows of some tickers, of which there may be none. */
const wholeFeed = 'all';
const scopeOf = (filter: FeedFilter): string => (filter.tickers === null ? wholeFeed : `of ${tickersText(filter)}`);

/** Creates the cache, which is empty. */
export function createPastRanges(options: PastOptions): PastRanges {
  const { ask, isRevisionStored, version, steadyMs, bytesMax } = options;
  const { rowsOfRange, queriesBefore } = { ...usualLimits, ...options.limits };
  /** Ranges by scope, newest first; those of one scope do not overlap. */
  let byScope: ReadonlyMap<string, readonly CachedRange[]> = new Map();
  let oldestReadAtMs = Number.POSITIVE_INFINITY;
  let rangesVersion = version();
  /** Scope of tickers, or day of publication -> number of queries to the store within a minute for a page of it. */
  let queries = new Map<string, number>();
  let queriesSinceMs = steadyMs();
  let isReading = false;

  const all = (): CachedRange[] => [...byScope.values()].flat();
  const keep = (ranges: readonly CachedRange[]): void => {
    byScope = Map.groupBy(ranges, ({ scope }) => scope);
    oldestReadAtMs = ranges.reduce((oldest, { readAtMs }) => Math.min(oldest, readAtMs), Number.POSITIVE_INFINITY);
  };

  const dropOld = (): void => {
    const nowMs = steadyMs();
    if (version() !== rangesVersion) {
      keep([]);
      rangesVersion = version();
    } else if (nowMs >= oldestReadAtMs + cacheMs) {
      keep(all().filter(({ readAtMs }) => nowMs < readAtMs + cacheMs));
    }
    if (nowMs < queriesSinceMs + cacheMs) return;
    queries = new Map();
    queriesSinceMs = nowMs;
  };

  const at = (scope: string, position: NewestPosition): CachedRange | undefined =>
    byScope.get(scope)?.find(({ from, end }) => !comesAfter(from, position) && (end === null || comesAfter(end, position)));

  const find: PastRanges['find'] = (filter, range, limit) => {
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
      cached.usedAtMs = steadyMs();
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

  const learn: PastRanges['learn'] = async (filter, range) => {
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

  /** Returns the end of the uninterrupted ranges from there on; null: they reach the end of the feed. */
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
    const ofScope = byScope.get(scope) ?? [];
    const next = ofScope.find((cached) => !comesAfter(from, cached.from));
    const isCut = next !== undefined && (stored.length < rowsOfRange || !comesAfter(next.from, stored.at(-1)!));
    const rows = (isCut ? stored.filter((row) => !comesAfter(row, next.from)) : stored).map(withFacets);
    const bytes = rows.reduce((sum, { docBytes }) => sum + docBytes + rowOverheadBytes, rangeOverheadBytes);
    const end = isCut ? next.from : stored.length < rowsOfRange ? null : placeOf(stored.at(-1)!);
    const cached: CachedRange = { scope, from, end, rows, bytes, readAtMs, usedAtMs: readAtMs };
    const sorted = [...ofScope, cached].toSorted((left, right) => (comesAfter(left.from, right.from) ? 1 : -1));
    keep(fitting([...new Map([...byScope, [scope, sorted]]).values()].flat()));
  };

  /** Returns the ranges that fit the bound, without the least recently used. */
  const fitting = (ranges: readonly CachedRange[]): readonly CachedRange[] => {
    let bytes = bytesOf(ranges);
    if (bytes <= bytesMax) return ranges;
    const dropped = new Set<CachedRange>();
    for (const cached of ranges.toSorted((left, right) => left.usedAtMs - right.usedAtMs)) {
      if (bytes <= bytesMax) break;
      dropped.add(cached);
      bytes -= cached.bytes;
    }
    return ranges.filter((cached) => !dropped.has(cached));
  };

  return { find, learn, bytes: () => bytesOf(all()) };
}

const bytesOf = (ranges: readonly CachedRange[]): number => ranges.reduce((sum, { bytes }) => sum + bytes, 0);

/** Returns the position that precedes the rows of a range; null: the range has no such bound, or one that is not on publication. */
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

/** Returns the index of the first row after a position. */
const firstAfter = (rows: readonly Row[], position: NewestPosition): number =>
  lowerBound(0, rows.length, (index) => !comesAfter(rows[index]!, position));

const placeOf = ({ publishedAtMs, uid }: NewestPosition): NewestPosition => ({ publishedAtMs, uid });

const withFacets = (stored: Parameters<typeof pageRow>[0]): Row => ({
  ...pageRow(stored),
  facets: facetsOf({ item: JSON.parse(stored.doc) as StoredItem, uid: stored.uid, story_id: stored.storyId, is_root: stored.isRoot }),
});

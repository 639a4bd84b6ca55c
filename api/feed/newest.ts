/**
 * Newest-first mode: rows by publication time, newest first, then by uid. Pages end at the start of the plan's archive (the horizon); a request
 * past it gets 403. If the tail or the cached ranges of the past have a page's whole range, they answer with the same bytes as the store.
 * Otherwise ClickHouse answers, joined with the tail's rows, so that a page has every row that a poller has seen.
 */
import { pageNewestFirst, sourcesOfStories } from '#clickhouse/feed-pages.ts';
import { tickersText, type FeedFilter } from '#schemas/feed-filter.ts';
import { wholeRange, type NewestRange } from '#clickhouse/feed-keys.ts';
import { newestOrder, type NewestPosition } from '#schemas/cursor.ts';
import { pageFor, type CachedPage, type Page, type PageWatch } from '../cache/page-cache.ts';
import { pageRow, renderPage, type PageParts, type PageRow, type OutletsByStory } from './page.ts';
import type { FeedWindow } from './parameters.ts';
import type { PastRows } from './past-ranges.ts';
import { rangeInArchive, horizonFor, pastHorizon, readCursor } from './position.ts';
import type { FeedDeps, FeedRequest } from './feed-request.ts';

interface NewestRows {
  readonly rows: readonly PageRow[];
  readonly next: NewestPosition | null;
  /** The outlets of the rows' stories; null if the feed is not collapsed or there is no row. */
  readonly outlets: OutletsByStory | null;
  readonly source: 'tail' | 'past';
}

/** Returns a page by publication. Throws 400 for an invalid cursor, 403 where window or cursor are past the archive. */
export function readNewest(request: FeedRequest, deps: FeedDeps): CachedPage | Promise<CachedPage> {
  const { binding, filter, cursor, pageSize, symbolNote, caller } = request;
  const horizon = horizonFor(request, deps);
  // Most pages of the past are requested once, so a first request is rendered without caching.
  const isFirst = !deps.wasRequested(cursor ?? `${binding}${pageSize}`);
  const found = isFirst ? (ofTail(request, horizon, deps) ?? ofPast(request, horizon, deps)) : null;
  if (found !== null) {
    const content = renderPage(partsOf(found, horizon, request, deps), found.outlets, deps.responseBuffer);
    return { content, rowsCount: found.rows.length, firstCreatedAtMs: null, source: found.source };
  }
  const scope = `${cursor === null ? 'first' : `at ${cursor}`} ${deps.version()}`;
  const key = `newest ${binding} ${scope} ${pageSize} ${tickersText(filter)} ${symbolNote ?? ''} ${caller.plan.name} ${horizon}`;
  return deps.cache.get(key, () => {
    const inTail = isFirst ? null : ofTail(request, horizon, deps);
    return inTail === null
      ? { isShared: true, load: () => loadPage(request, horizon, deps) }
      : { isShared: false, load: () => tailPage(inTail, horizon, request, deps) };
  });
}

function ofTail(request: FeedRequest, horizon: number, deps: FeedDeps): NewestRows | null {
  const { tail } = deps;
  if (!deps.isTailWhole()) return null;
  const { cursor, filter, pageSize, window } = request;
  const before = cursor === null ? null : readCursor('newest', request, deps);
  const { rows: published, isCertain } = tail.published(filter, { ...rangeInArchive(window, horizon), before }, pageSize + 1);
  if (!isCertain) return null;
  const rows = published.slice(0, pageSize);
  const isFull = published.length > pageSize;
  const past = isFull ? null : rangePast(window, horizon);
  const older = past === null ? null : tail.published(filter, past, 1);
  if (older !== null && older.rows.length === 0 && !older.isCertain) return null;
  const next = isFull ? rows.at(-1)! : nextPosition((older?.rows.length ?? 0) > 0, request, horizon, rows.at(-1), deps);
  const storyIds = rows.map(({ storyId }) => storyId);
  // Without the first row of a story the tail may lack some of its outlets.
  if (request.isCollapsed && !storyIds.every(tail.holds)) return null;
  const outlets = request.isCollapsed && rows.length > 0 ? tail.outletsOf(storyIds) : null;
  return { rows, next, outlets, source: 'tail' };
}

/** Returns the rows from cached ranges of the past; null if these lack some of them. */
function ofPast(request: FeedRequest, horizon: number, deps: FeedDeps): NewestRows | null {
  // Cached ranges do not have the outlets of stories.
  if (request.isCollapsed) return null;
  const queried = pageRange(request, horizon, deps);
  const cached = deps.past.find(request.filter, queried.range, request.pageSize + 1);
  if (cached === null) return null;
  const { rows, isFull, hasRowsPast } = insideArchive(cached.rows, queried, request, horizon);
  if (!isFull && hasRowsPast === null) return null;
  const next = isFull ? rows.at(-1)! : nextPosition(hasRowsPast === true, request, horizon, rows.at(-1), deps);
  return { rows, next, outlets: null, source: 'past' };
}

interface PageRange {
  readonly range: NewestRange;
  /** Whether the range extends past the horizon, so that one query finds the rows of the page and whether older ones exist. */
  readonly isOpen: boolean;
}

function pageRange(request: FeedRequest, horizon: number, deps: FeedDeps): PageRange {
  const { cursor, window } = request;
  const before = cursor === null ? null : readCursor('newest', request, deps);
  const isOpen = window.by === 'published' && window.fromMs === null && (before === null || before.publishedAtMs >= horizon);
  return { range: { ...rangeInArchive(window, horizon), before, ...(isOpen && { publishedFromMs: null }) }, isOpen };
}

/** Returns the rows of the page, whether there are more inside the archive, and whether there are any past it (null: not queried). */
function insideArchive(
  found: readonly PageRow[],
  { isOpen }: PageRange,
  { pageSize, window }: FeedRequest,
  horizon: number,
): { readonly rows: readonly PageRow[]; readonly isFull: boolean; readonly hasRowsPast: boolean | null } {
  const inside = isOpen ? found.filter(({ publishedAtMs }) => publishedAtMs >= horizon) : found;
  const hasRowsPast = isOpen ? inside.length < found.length : rangePast(window, horizon) === null ? false : null;
  return { rows: inside.slice(0, pageSize), isFull: inside.length > pageSize, hasRowsPast };
}

function tailPage(found: NewestRows, horizon: number, request: FeedRequest, deps: FeedDeps): Page {
  const { rows } = found;
  const storyIds = request.isCollapsed ? new Set(rows.map(({ storyId }) => storyId)) : null;
  const watch: PageWatch = { seenSeq: deps.tail.lastSeq(), filter: request.filter, storyIds };
  const content = renderPage(partsOf(found, horizon, request, deps), found.outlets);
  return pageFor({ content, rowsCount: rows.length, readAtMs: deps.steadyMs(), watch, isShared: false });
}

type RowsWithNext = Pick<NewestRows, 'rows' | 'next'>;

function partsOf({ rows, next }: RowsWithNext, horizonMs: number, { binding, symbolNote }: FeedRequest, { cursors }: FeedDeps): PageParts {
  return { rows, nextCursor: next === null ? null : cursors.write('newest', binding, next), symbolNote, horizonMs };
}

async function loadPage(request: FeedRequest, horizon: number, deps: FeedDeps): Promise<Page> {
  const { pageSize, isCollapsed } = request;
  const isLasting = await deps.isRevisionStored();
  const queried = pageRange(request, horizon, deps);
  const stored = await rowsInside(request.filter, queried.range, pageSize + 1, deps);
  const joined = withTailRows(stored.rows, queried.range, request, deps);
  const { rows, isFull, hasRowsPast } = insideArchive(joined.rows, queried, request, horizon);
  const last = rows.at(-1);
  const next = isFull
    ? last!
    : hasRowsPast === null
      ? await positionPast(request, horizon, last, deps)
      : nextPosition(hasRowsPast, request, horizon, last, deps);
  const storyIds = rows.map((row) => row.storyId);
  const outlets = isCollapsed && storyIds.length > 0 ? await deps.ask((store) => sourcesOfStories(store, storyIds)) : null;
  const content = renderPage(partsOf({ rows, next }, horizon, request, deps), outlets);
  // A watched page is not shared, because another process does not know which records change it.
  const isShared = joined.watch === null;
  return pageFor({ content, rowsCount: rows.length, readAtMs: stored.readAtMs, isLasting, watch: joined.watch, isShared });
}

/**
 * Adds the tail's rows of the range that the tables lack. `watch` is set on a first page that the next row may enter. A collapsed page has none,
 * because its outlets come from the store.
 */
function withTailRows(
  stored: readonly PageRow[],
  range: NewestRange,
  { cursor, filter, pageSize, window, isCollapsed, asOfMs }: FeedRequest,
  { tail }: FeedDeps,
): { readonly rows: readonly PageRow[]; readonly watch: PageWatch | null } {
  const limit = pageSize + 1;
  const known = new Set(stored.map(({ uid }) => uid));
  const added = tail.published(filter, range, limit).rows.filter(({ uid }) => !known.has(uid));
  const rows = added.length === 0 ? stored : [...stored, ...added].toSorted(newestOrder).slice(0, limit);
  const isOpen = cursor === null && window.toMs === null && asOfMs === null && !isCollapsed;
  return { rows, watch: isOpen ? { seenSeq: tail.lastSeq(), filter, storyIds: null } : null };
}

async function rowsInside(filter: FeedFilter, range: NewestRange, limit: number, deps: FeedDeps): Promise<PastRows> {
  await deps.past.learn(filter, range);
  const cached = deps.past.find(filter, range, limit);
  if (cached !== null) return cached;
  const rows = (await deps.ask((store) => pageNewestFirst(store, filter, range, limit))).map(pageRow);
  return { rows, readAtMs: deps.steadyMs() };
}

/**
 * Returns the position after `last`, the last row inside the archive, if there are older rows, else null. The next page then answers 403.
 * Throws that 403 for a page after a cursor without a row (`last` undefined).
 */
export async function positionPast(
  request: FeedRequest,
  horizon: number,
  last: NewestPosition | undefined,
  deps: FeedDeps,
): Promise<NewestPosition | null> {
  const past = rangePast(request.window, horizon);
  const hasRows = past !== null && (await deps.ask((store) => pageNewestFirst(store, request.filter, past, 1))).length > 0;
  return nextPosition(hasRows, request, horizon, last, deps);
}

function nextPosition(
  hasRows: boolean,
  { caller, cursor }: FeedRequest,
  horizon: number,
  last: NewestPosition | undefined,
  { pricingUrl }: FeedDeps,
): NewestPosition | null {
  if (!hasRows) return null;
  if (cursor !== null && last === undefined) throw pastHorizon(caller.plan, horizon, pricingUrl);
  return last ?? { publishedAtMs: horizon, uid: '0'.repeat(16) };
}

/**
 * Returns the range of the window's rows that lie past the horizon; null if there are none because the window's publication times start inside.
 * A window over arrival always has a range, because an article may arrive long after its publication.
 */
const rangePast = ({ by, fromMs, toMs }: FeedWindow, horizon: number): NewestRange | null =>
  fromMs !== null && by === 'published'
    ? null
    : {
        ...wholeRange,
        publishedToMs: horizon - 1,
        ...(by === 'created' && { createdFromMs: fromMs, createdToMs: toMs }),
      };

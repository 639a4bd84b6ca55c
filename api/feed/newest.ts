/**
 * Newest-first mode: rows by publication time, newest first, then by uid, paged by cursor. Pages end at the plan's archive horizon; a
 * request past it is refused with 403. A page whose whole range lies in the tail, or in recently read ranges of the past, is answered
 * from there with the same bytes as from the store. ClickHouse answers the rest, joined with the tail's rows of that range, so that pages
 * contain every row that a poller has seen.
 */
import { pageNewestFirst, sourcesOfStories } from '#clickhouse/feed.ts';
import { tickersText, type FeedFilter } from '#schemas/feed-filter.ts';
import { wholeRange, type NewestRange } from '#clickhouse/feed-keys.ts';
import { newestOrder, type NewestPosition } from '#schemas/cursor.ts';
import type { CachedPage } from '../cache/page-cache.ts';
import { pageFor, type Page, type PageWatch } from '../cache/page.ts';
import type { ResponseBuffer } from '../reply/response-buffer.ts';
import { readCursor } from './cursor.ts';
import { horizonMs, pastHorizon } from './horizon.ts';
import { renderPage, renderStoryPage, type PageRow, type StorySources } from './page.ts';
import type { FeedWindow } from './parameters.ts';
import type { PastRows } from './past-ranges.ts';
import type { FeedDeps, FeedRequest } from './read.ts';
import { pageRow } from './stored-row.ts';
import { isTailWhole } from './tail-reach.ts';

/** The rows of a page and the position after it; null: there are no more. */
interface NewestRows {
  readonly rows: readonly PageRow[];
  readonly next: NewestPosition | null;
}

/** Returns a page by publication. Throws 400 for an invalid cursor, 403 where window or cursor are past the archive. */
export function readNewest(request: FeedRequest, deps: FeedDeps): CachedPage | Promise<CachedPage> {
  const { binding, filter, cursor, pageSize, symbolNote, caller } = request;
  const horizon = horizonInside(request, deps);
  const { cache, version } = deps;
  // Most pages of the past are requested once, so a first request is rendered without caching.
  const isFirst = !deps.wasRequested(cursor ?? `${binding}${pageSize}`);
  const inTail = isFirst ? ofTail(request, horizon, deps) : null;
  if (inTail !== null) return { page: tailPage(inTail, horizon, request, deps, deps.responseBuffer), source: 'tail' };
  const past = isFirst ? ofPast(request, horizon, deps) : null;
  if (past !== null) return { page: past, source: 'past' };
  const scope = `${cursor === null ? 'first' : `at ${cursor}`} ${version()}`;
  const key = `newest ${binding} ${scope} ${pageSize} ${tickersText(filter)} ${symbolNote ?? ''} ${caller.plan.name} ${horizon}`;
  return cache.get(key, () => {
    const rows = isFirst ? null : ofTail(request, horizon, deps);
    return rows === null
      ? { isShared: true, load: () => loadPage(request, horizon, deps) }
      : { isShared: false, load: () => tailPage(rows, horizon, request, deps) };
  });
}

/** Returns the page from the tail; null where the tail does not have all of it. */
function ofTail(request: FeedRequest, horizon: number, deps: FeedDeps): NewestRows | null {
  const { tail } = deps;
  if (!isTailWhole(deps)) return null;
  const { cursor, filter, pageSize, window } = request;
  const before = cursor === null ? null : readCursor('newest', request, deps);
  const { rows: published, isCertain } = tail.published(filter, { ...boundsInside(window, horizon), before }, pageSize + 1);
  if (!isCertain) return null;
  const rows = published.slice(0, pageSize);
  if (published.length > pageSize) return { rows, next: rows.at(-1)! };
  const past = rangePast(window, horizon);
  if (past === null) return { rows, next: null };
  const older = tail.published(filter, past, 1);
  if (older.rows.length === 0 && !older.isCertain) return null;
  return { rows, next: nextPosition(older.rows.length > 0, request, horizon, rows.at(-1), deps) };
}

/** Returns the page from ranges of the past; null where they do not have all of it. */
function ofPast(request: FeedRequest, horizon: number, deps: FeedDeps): Page | null {
  // Only the store has the outlets of stories.
  if (request.isCollapsed) return null;
  const queried = pageRange(request, horizon, deps);
  const cached = deps.past.find(request.filter, queried.range, request.pageSize + 1);
  if (cached === null) return null;
  const { rows, isFull, hasRowsPast } = insideArchive(cached.rows, queried, request, horizon);
  if (!isFull && hasRowsPast === null) return null;
  const next = isFull ? rows.at(-1)! : nextPosition(hasRowsPast === true, request, horizon, rows.at(-1), deps);
  const content = contentOf({ rows, next }, horizon, request, deps, null, deps.responseBuffer);
  return pageFor({ content, rowsCount: rows.length, readAtMs: cached.readAtMs, isShared: true });
}

interface PageRange {
  readonly range: NewestRange;
  /** Whether the range extends past the archive's horizon: one query then finds the rows of the page and whether older ones exist. */
  readonly isOpen: boolean;
}

function pageRange(request: FeedRequest, horizon: number, deps: FeedDeps): PageRange {
  const { cursor, window } = request;
  const before = cursor === null ? null : readCursor('newest', request, deps);
  const isOpen = window.by === 'published' && window.fromMs === null && (before === null || before.publishedAtMs >= horizon);
  return { range: { ...boundsInside(window, horizon), before, ...(isOpen && { publishedFromMs: null }) }, isOpen };
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

function tailPage(
  { rows, next }: NewestRows,
  horizon: number,
  request: FeedRequest,
  deps: FeedDeps,
  responseBuffer: ResponseBuffer | null = null,
): Page {
  const { tail, steadyMs } = deps;
  const { filter, isCollapsed } = request;
  const storyIds = isCollapsed ? rows.map(({ storyId }) => storyId) : null;
  const stories = storyIds === null || storyIds.length === 0 ? null : tail.outletsOf(storyIds);
  const watch: PageWatch = { seenSeq: tail.lastSeq(), filter, storyIds: storyIds && new Set(storyIds) };
  const content = contentOf({ rows, next }, horizon, request, deps, stories, responseBuffer);
  return pageFor({ content, rowsCount: rows.length, readAtMs: steadyMs(), watch, isShared: false });
}

function contentOf(
  { rows, next }: NewestRows,
  archiveEndsMs: number,
  { binding, symbolNote }: FeedRequest,
  { cursors }: FeedDeps,
  stories: ReadonlyMap<string, StorySources> | null,
  responseBuffer: ResponseBuffer | null = null,
): Page['content'] {
  const parts = { rows, nextCursor: next === null ? null : cursors.write('newest', binding, next), symbolNote, archiveEndsMs };
  return stories === null ? renderPage(parts, responseBuffer) : renderStoryPage(parts, stories);
}

/** Returns the plan's horizon; throws 403 where the requested window lies past it. */
export function horizonInside({ caller, window }: FeedRequest, deps: FeedDeps): number {
  const horizon = horizonMs(caller.plan, deps.nowMs());
  const isPast = (ms: number | null): boolean => ms !== null && ms < horizon;
  if (isPast(window.fromMs) || isPast(window.toMs)) throw pastHorizon(caller.plan, horizon, deps.pricingUrl);
  return horizon;
}

async function loadPage(request: FeedRequest, horizon: number, deps: FeedDeps): Promise<Page> {
  const { pageSize, isCollapsed } = request;
  const isLasting = await deps.isRevisionStored();
  const queried = pageRange(request, horizon, deps);
  const stored = await rowsInside(request.filter, queried.range, pageSize + 1, deps);
  const joined = withTailRows(stored.rows, queried.range, request, deps);
  const { rows, isFull, hasRowsPast } = insideArchive(joined.rows, queried, request, horizon);
  const positionAfter = (): NewestPosition | null | Promise<NewestPosition | null> =>
    hasRowsPast === null ? positionPast(request, horizon, rows.at(-1), deps) : nextPosition(hasRowsPast, request, horizon, rows.at(-1), deps);
  const next = isFull ? rows.at(-1)! : await positionAfter();
  const storyIds = rows.map((row) => row.storyId);
  const stories = isCollapsed && storyIds.length > 0 ? await deps.ask((store) => sourcesOfStories(store, storyIds)) : null;
  const content = contentOf({ rows, next }, horizon, request, deps, stories);
  // Another process could not tell what changes a watched page.
  const isShared = joined.watch === null;
  return pageFor({ content, rowsCount: rows.length, readAtMs: stored.readAtMs, isLasting, watch: joined.watch, isShared });
}

/**
 * Adds the tail's rows of the range that the tables lack. `watch` is set on a page that the next row may enter; it is null where the window
 * ends before now, where `as_of` is given, and with collapse, because only the store has the outlets of stories.
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

/** Returns the bounds of a window's rows inside the archive. */
export function boundsInside({ by, fromMs, toMs }: FeedWindow, horizon: number): NewestRange {
  return by === 'published'
    ? { ...wholeRange, publishedFromMs: Math.max(horizon, fromMs ?? horizon), publishedToMs: toMs }
    : { ...wholeRange, publishedFromMs: horizon, createdFromMs: fromMs, createdToMs: toMs };
}

/**
 * Returns the position after the last row inside the archive; null: there are no more rows. The next page then answers 403, as does this
 * one when it has no row (`last` is undefined) after a cursor.
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
 * Returns the range past the archive in which a walk would find more. A window over publication time that starts inside has none (null);
 * one over arrival may have: what was published long ago may arrive today.
 */
const rangePast = ({ by, fromMs, toMs }: FeedWindow, horizon: number): NewestRange | null =>
  fromMs !== null && by === 'published'
    ? null
    : {
        ...wholeRange,
        publishedToMs: horizon - 1,
        ...(by === 'created' && { createdFromMs: fromMs, createdToMs: toMs }),
      };

/**
 * Newest-first mode: rows by time published, newest first, then by uid, walked by cursor. Pages end at the archive
 * horizon of the plan; a walk past it is told so.
 */
import { pageNewestFirst, sourcesOfStories } from '#clickhouse/feed.ts';
import { storiesNewestFirst } from '#clickhouse/story-pages.ts';
import { tickersText } from '#schemas/feed-filter.ts';
import type { NewestRange } from '#clickhouse/feed-keys.ts';
import type { NewestPosition } from '#schemas/cursor.ts';
import { cacheMs, staleMs } from '../cache/lifetimes.ts';
import type { CachedPage } from '../cache/page-cache.ts';
import type { Page } from '../cache/page.ts';
import { readCursor } from './cursor.ts';
import { horizonMs, pastHorizon } from './horizon.ts';
import { renderPage, renderStoryPage, type PageRow } from './page.ts';
import type { FeedDeps, FeedRequest, FeedWindow, PageWatch } from './read.ts';
import { pageRow } from './stored-row.ts';

export function readNewest(request: FeedRequest, deps: FeedDeps): CachedPage<PageWatch> | Promise<CachedPage<PageWatch>> {
  const { binding, filter, cursor, pageSize, symbolNote, caller } = request;
  const horizon = horizonInside(request, deps);
  const scope = `${cursor === null ? 'first' : `at ${cursor}`} revised ${deps.tail.revisedSeq()}`;
  const key = `newest ${binding} ${scope} ${pageSize} ${tickersText(filter)} ${symbolNote ?? ''} ${caller.plan.name} ${horizon}`;
  return deps.cache.get(key, { isCurrent: () => true, isShared: () => true, load: () => loadPage(request, horizon, deps) });
}

/** The plan's horizon; 403 where the window that is asked for lies past it. */
export function horizonInside({ caller, window }: FeedRequest, deps: FeedDeps): number {
  const horizon = horizonMs(caller.plan, deps.nowMs());
  const isPast = (ms: number | null): boolean => ms !== null && ms < horizon;
  if (isPast(window.fromMs) || isPast(window.toMs)) throw pastHorizon(caller.plan, horizon, deps.pricingUrl);
  return horizon;
}

async function loadPage(request: FeedRequest, horizon: number, deps: FeedDeps): Promise<Page<PageWatch>> {
  const { cursor, pageSize, binding, symbolNote, isCollapsed } = request;
  const before = cursor === null ? null : readCursor('newest', request, deps);
  const isLasting = await deps.isRevisionStored();
  const found = await rowsInside(request, before, horizon, pageSize + 1, deps);
  const rows = found.slice(0, pageSize);
  const next = found.length > pageSize ? rows.at(-1)! : await positionPast(request, horizon, rows.at(-1), deps);
  const storyIds = rows.map((row) => row.storyId);
  const stories = isCollapsed && storyIds.length > 0 ? await deps.ask((store) => sourcesOfStories(store, storyIds)) : null;
  const parts = { rows, nextCursor: next === null ? null : deps.cursors.write('newest', binding, next), symbolNote };
  const nowMs = deps.steadyMs();
  return {
    content: stories === null ? renderPage(parts) : renderStoryPage(parts, stories),
    rowsCount: rows.length,
    firstCreatedAtMs: null,
    freshUntilMs: isLasting ? nowMs + cacheMs : nowMs,
    staleUntilMs: isLasting ? nowMs + cacheMs + staleMs : nowMs,
    watch: null,
    isShared: isLasting,
  };
}

async function rowsInside(
  request: FeedRequest,
  before: NewestPosition | null,
  horizon: number,
  limit: number,
  { ask }: FeedDeps,
): Promise<PageRow[]> {
  const range = { before, ...boundsInside(request.window, horizon) };
  const read = request.isCollapsed ? storiesNewestFirst : pageNewestFirst;
  return (await ask((store) => read(store, request.filter, range, limit))).map(pageRow);
}

/** Where the rows of a window stand that the archive holds. */
export function boundsInside({ by, fromMs, toMs }: FeedWindow, horizon: number): Omit<NewestRange, 'before'> {
  return by === 'published'
    ? { publishedFromMs: Math.max(horizon, fromMs ?? horizon), publishedToMs: toMs, createdFromMs: null, createdToMs: null }
    : { publishedFromMs: horizon, publishedToMs: null, createdFromMs: fromMs, createdToMs: toMs };
}

/**
 * Where a walk that has read all inside the archive goes on; null: it has read everything. The page there says that it
 * is past the horizon: 403 where `last`, the last row of this one, is none and the walk had begun.
 */
export async function positionPast(
  request: FeedRequest,
  horizon: number,
  last: NewestPosition | undefined,
  deps: FeedDeps,
): Promise<NewestPosition | null> {
  if (!(await hasRowsPast(request, horizon, deps))) return null;
  if (request.cursor !== null && last === undefined) throw pastHorizon(request.caller.plan, horizon, deps.pricingUrl);
  return last ?? { publishedAtMs: horizon, uid: '0'.repeat(16) };
}

/**
 * Whether a walk that has read everything inside the archive would find more. A window over the time of publication
 * that starts inside would not; one over the time of arrival may: what is published long ago may arrive today.
 */
async function hasRowsPast({ filter, window }: FeedRequest, horizon: number, { ask }: FeedDeps): Promise<boolean> {
  if (window.fromMs !== null && window.by === 'published') return false;
  const past = {
    before: null,
    publishedFromMs: null,
    publishedToMs: horizon - 1,
    createdFromMs: window.by === 'created' ? window.fromMs : null,
    createdToMs: window.by === 'created' ? window.toMs : null,
  };
  return (await ask((store) => pageNewestFirst(store, filter, past, 1))).length > 0;
}

/**
 * Newest-first mode: rows by time published, newest first, then by uid, walked by cursor. Pages end at the archive
 * horizon of the plan; a walk past it is told so.
 */
import { pageNewestFirst, sourcesOfStories } from '#clickhouse/feed.ts';
import type { NewestPosition } from '#schemas/cursor.ts';
import type { CachedPage, Page } from '../cache/page-cache.ts';
import { readCursor } from './cursor.ts';
import { horizonMs, pastHorizon } from './horizon.ts';
import { renderPage, renderStoryPage, type PageRow } from './page.ts';
import { cacheMs, staleMs, type FeedDeps, type FeedRequest } from './read.ts';
import { pageRow } from './stored-row.ts';

export function readNewest(request: FeedRequest, deps: FeedDeps): CachedPage | Promise<CachedPage> {
  const { binding, filter, cursor, pageSize, symbolNote, window, caller } = request;
  const horizon = horizonMs(caller.plan, deps.nowMs());
  const isPast = (ms: number | null): boolean => ms !== null && ms < horizon;
  if (isPast(window.fromMs) || isPast(window.toMs)) throw pastHorizon(caller.plan, horizon, deps.pricingUrl);
  const scope = cursor === null ? 'first' : `at ${cursor}`;
  const key = `newest ${binding} ${scope} ${pageSize} ${filter.tickers?.join() ?? ''} ${symbolNote ?? ''} ${caller.plan.name} ${horizon}`;
  return deps.cache.get(key, { isCurrent: () => true, isShared: () => true, load: () => loadPage(request, horizon, deps) });
}

async function loadPage(request: FeedRequest, horizon: number, deps: FeedDeps): Promise<Page> {
  const { cursor, pageSize, binding, symbolNote, isCollapsed, caller } = request;
  const before = cursor === null ? null : readCursor('newest', request, deps);
  const found = await rowsInside(request, before, horizon, pageSize + 1, deps);
  const rows = found.slice(0, pageSize);
  let next: NewestPosition | null = found.length > pageSize ? rows.at(-1)! : null;
  if (next === null && (await hasRowsPast(request, horizon, deps))) {
    if (cursor !== null && rows.length === 0) throw pastHorizon(caller.plan, horizon, deps.pricingUrl);
    // The walk goes on past the horizon: the next page says so.
    next = rows.at(-1) ?? { publishedAtMs: horizon, uid: '0'.repeat(16) };
  }
  const storyIds = rows.map((row) => row.storyId);
  const stories = isCollapsed && storyIds.length > 0 ? await deps.ask((store) => sourcesOfStories(store, storyIds)) : null;
  const parts = { rows, nextCursor: next === null ? null : deps.cursors.write('newest', binding, next), symbolNote };
  const nowMs = deps.nowMs();
  return {
    content: stories === null ? renderPage(parts) : renderStoryPage(parts, stories),
    rowsCount: rows.length,
    firstCreatedAtMs: null,
    freshUntilMs: nowMs + cacheMs,
    staleUntilMs: nowMs + cacheMs + staleMs,
    watch: null,
    isShared: true,
  };
}

async function rowsInside(
  request: FeedRequest,
  before: NewestPosition | null,
  horizon: number,
  limit: number,
  { ask }: FeedDeps,
): Promise<PageRow[]> {
  const { filter, window } = request;
  const { fromMs, toMs } = window;
  const bounds =
    window.by === 'published'
      ? { publishedFromMs: Math.max(horizon, fromMs ?? horizon), publishedToMs: toMs, createdFromMs: null, createdToMs: null }
      : { publishedFromMs: horizon, publishedToMs: null, createdFromMs: fromMs, createdToMs: toMs };
  return (await ask((store) => pageNewestFirst(store, filter, { before, ...bounds }, limit))).map(pageRow);
}

/** Whether a walk that has read everything inside the archive would find more; a window that starts inside would not. */
async function hasRowsPast({ filter, window }: FeedRequest, horizon: number, { ask }: FeedDeps): Promise<boolean> {
  if (window.fromMs !== null) return false;
  const past = {
    before: null,
    publishedFromMs: null,
    publishedToMs: horizon - 1,
    createdFromMs: null,
    createdToMs: window.by === 'created' ? window.toMs : null,
  };
  return (await ask((store) => pageNewestFirst(store, filter, past, 1))).length > 0;
}

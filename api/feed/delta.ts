/**
 * Delta mode: rows in the order in which they entered the feed. The tail has the newest rows, ClickHouse the older ones, and both join without
 * gap or duplicate. A cursor of an older generation resolves to a position of the present log: a poller may get a row twice, but misses none.
 */
import { newestBySequence, pageAfterSequence, sourcesOfStories } from '#clickhouse/feed-pages.ts';
import { lastSequence } from '#clickhouse/feed-records.ts';
import { tickersText, type FeedFilter } from '#schemas/feed-filter.ts';
import type { LogPosition } from '#schemas/generation.ts';
import { cacheMs, finalPageMs, pageFor, staleMs, type CachedPage, type Page } from '../cache/page-cache.ts';
import { storeBehind } from '../errors.ts';
import { withRevisions } from './add-revisions.ts';
import { pageRow, renderPage, type PageParts, type PageRow, type OutletsByStory } from './page.ts';
import { continueAfter, horizonMs, inOneGeneration, positionAt, readCursor, refusePast, storedTo } from './position.ts';
import type { DeltaRows, FeedDeps, FeedRequest } from './feed-request.ts';

/** Attempts to join stored rows to the tail, whose first sequence may advance during a query; then the answer is 503. */
const roundsMax = 4;

/** Returns a page in log order. Throws 400 for an invalid cursor, 403 for one past the archive, 503 where the tables lack rows. */
export function readDelta(request: FeedRequest, deps: FeedDeps): CachedPage | Promise<CachedPage> {
  const { caller, cursor } = request;
  // A page without cursor has only rows inside the archive. A page after a cursor is refused if its first row is older.
  const horizon = horizonMs(caller.plan, deps.nowMs());
  if (cursor === null) return readThroughCache(request, horizon, deps);
  const checked = (page: CachedPage): CachedPage => {
    // The check uses the row's arrival, not its publication: an old article that arrives late must not block a poller.
    refusePast(page.firstCreatedAtMs, horizon, caller, deps);
    return page;
  };
  const page = readOnce(request, deps) ?? readThroughCache(request, horizon, deps);
  return page instanceof Promise ? page.then(checked) : checked(page);
}

/** Returns a page from the tail, uncached, for a cursor that was not requested recently; null if the page needs the store or the cache. */
function readOnce(request: FeedRequest, deps: FeedDeps): CachedPage | null {
  const { cursor, filter, pageSize, isCollapsed } = request;
  // `wasRequested` comes last, because it also records the request.
  if (cursor === null || isCollapsed || request.withRevisions || !deps.isFollowing() || deps.wasRequested(cursor)) return null;
  const start = continueAfter(readCursor('delta', request, deps), deps);
  if (start instanceof Promise || start.seq < deps.tail.firstSeq() - 1) return null;
  const found = ofTail(start, filter, pageSize, deps);
  const content = renderPage(partsOf(found, request, deps), null, deps.responseBuffer);
  return { content, rowsCount: found.rows.length, firstCreatedAtMs: found.rows[0]?.createdAtMs ?? null, source: 'tail' };
}

function ofTail(start: LogPosition, filter: FeedFilter, limit: number, deps: FeedDeps): DeltaRows {
  const { rows, position } = deps.tail.after(filter, start.seq, limit);
  return { rows, position: position === start.seq ? start : positionAt(position, deps) };
}

function readThroughCache(request: FeedRequest, horizon: number, deps: FeedDeps): CachedPage | Promise<CachedPage> {
  const { binding, filter, cursor, pageSize, symbolNote } = request;
  const { cache, tail, version } = deps;
  const scope = `${cursor === null ? `newest since ${horizon}` : `at ${cursor}`} ${version()}`;
  const key = `delta ${binding} ${pageSize} ${tickersText(filter)} ${symbolNote ?? ''} ${scope}`;
  return cache.get(key, () => {
    const position = cursor === null ? null : readCursor('delta', request, deps);
    const start = position === null ? null : continueAfter(position, deps);
    const isShared = start !== null && !(start instanceof Promise) && start.seq < tail.firstSeq() - 1;
    const load = (): Page | Promise<Page> => {
      const gathered = gather(position, request, horizon, deps);
      if (request.isCollapsed) return loadCollapsed(gathered, request, deps);
      return gathered instanceof Promise ? gathered.then((rows) => pageOf(rows, true, request, deps)) : pageOf(gathered, false, request, deps);
    };
    return { isShared, load };
  });
}

/**
 * Returns the rows after a cursor's `position`, or the newest rows if it is null. The position is resolved here, because the log's generation
 * may have changed while the request waited for Redis.
 */
export function gather(
  position: LogPosition | null,
  request: Pick<FeedRequest, 'filter' | 'pageSize'> & Partial<Pick<FeedRequest, 'withRevisions'>>,
  horizon: number,
  deps: FeedDeps,
): DeltaRows | Promise<DeltaRows> {
  const { filter, pageSize, withRevisions: isMarked = false } = request;
  const from = (start: LogPosition | null): DeltaRows | Promise<DeltaRows> =>
    inOneGeneration(deps.generations, () => {
      const rows = start === null ? gatherNewest(request, horizon, deps) : gatherAfter(filter, start, pageSize, deps);
      return isMarked ? withRevisions(rows, start, request, deps) : rows;
    });
  const start = position === null ? null : continueAfter(position, deps);
  return start instanceof Promise ? start.then(from) : from(start);
}

async function loadCollapsed(gathering: DeltaRows | Promise<DeltaRows>, request: FeedRequest, deps: FeedDeps): Promise<Page> {
  const gathered = await gathering;
  // The sequence is read before the outlets: a later record of these stories changes the page.
  const seenSeq = await deps.ask(lastSequence);
  const storyIds = gathered.rows.map((row) => row.storyId);
  const outlets: OutletsByStory = storyIds.length === 0 ? new Map() : await deps.ask((store) => sourcesOfStories(store, storyIds));
  return pageOf(gathered, gathering instanceof Promise, request, deps, { outlets, seenSeq });
}

/** Makes a page. `isStored` says whether the store was read for its rows; `collapsed` has the outlets of a collapsed feed, as stored at `seenSeq`. */
function pageOf(
  gathered: DeltaRows,
  isStored: boolean,
  request: FeedRequest,
  deps: FeedDeps,
  collapsed: { readonly outlets: OutletsByStory; readonly seenSeq: number } | null = null,
): Page {
  const { rows, position, mayLackRevision = false } = gathered;
  const { cursor, pageSize, filter, asOfMs } = request;
  // A full page after a cursor never changes, except for the outlets of its stories.
  const isFull = cursor !== null && rows.length === pageSize;
  const isFinal = isFull && collapsed === null;
  // Rows that entered during the query for the outlets belong on a page with room, but are missing there.
  const seenSeq = collapsed === null ? position.seq : isFull ? collapsed.seenSeq : Math.min(collapsed.seenSeq, position.seq);
  const storyIds = collapsed === null ? null : new Set(rows.map((row) => row.storyId));
  return pageFor({
    content: renderPage(partsOf(gathered, request, deps), collapsed?.outlets ?? null),
    rowsCount: rows.length,
    firstCreatedAtMs: rows[0]?.createdAtMs ?? null,
    readAtMs: deps.steadyMs(),
    isLasting: !mayLackRevision,
    freshForMs: isFinal ? finalPageMs : cacheMs,
    staleForMs: isFinal ? staleMs : 0,
    watch: isFinal || asOfMs !== null ? null : { seenSeq, filter, storyIds },
    isShared: isFinal && isStored,
  });
}

function partsOf({ rows, position }: DeltaRows, { binding, symbolNote }: FeedRequest, { cursors }: FeedDeps): PageParts {
  return { rows, nextCursor: cursors.write('delta', binding, position), symbolNote, horizonMs: null };
}

function gatherAfter(filter: FeedFilter, start: LogPosition, limit: number, deps: FeedDeps): DeltaRows | Promise<DeltaRows> {
  const { tail, isFollowing } = deps;
  if (isFollowing() && start.seq >= tail.firstSeq() - 1) return ofTail(start, filter, limit, deps);
  return gatherAcross(filter, start, limit, deps);
}

async function gatherAcross(filter: FeedFilter, from: LogPosition, limit: number, deps: FeedDeps): Promise<DeltaRows> {
  const { tail, isFollowing } = deps;
  const mayLackRevision = !(await deps.isRevisionStored());
  const rows: PageRow[] = [];
  let position = from;
  const add = (next: DeltaRows): void => {
    rows.push(...next.rows);
    position = next.position;
  };
  for (let round = 0; round < roundsMax; round += 1) {
    if (position.seq >= tail.firstSeq() - 1) {
      add(ofTail(position, filter, limit - rows.length, deps));
      if (rows.length === limit || isFollowing()) return { rows, position, mayLackRevision };
    }
    try {
      add(await storedAfter(filter, position, limit - rows.length, deps));
    } catch (error) {
      // The rows read so far are a correct, shorter page. An empty page would say that the caller has everything.
      if (rows.length > 0) return { rows, position, mayLackRevision };
      throw error;
    }
    if (rows.length === limit || !isFollowing()) return { rows, position, mayLackRevision };
    if (position.seq < tail.firstSeq() - 1 && rows.length > 0) return { rows, position, mayLackRevision };
  }
  throw storeBehind();
}

async function storedAfter(filter: FeedFilter, start: LogPosition, limit: number, deps: FeedDeps): Promise<DeltaRows> {
  const { ask } = deps;
  // The last stored sequence is read before the rows, so that a row stored in between is not skipped.
  const endSeq = await storedTo(deps);
  const rows = (await ask((tables) => pageAfterSequence(tables, filter, start.seq, limit))).map(pageRow);
  const lastSeq = rows.at(-1)?.seq ?? start.seq;
  const seq = rows.length === limit ? lastSeq : Math.max(start.seq, endSeq, lastSeq);
  return { rows, position: seq === start.seq ? start : positionAt(seq, deps) };
}

function gatherNewest(
  { filter, pageSize }: Pick<FeedRequest, 'filter' | 'pageSize'>,
  horizon: number,
  deps: FeedDeps,
): DeltaRows | Promise<DeltaRows> {
  const { tail, isFollowing } = deps;
  const inside = (gathered: DeltaRows): DeltaRows => ({ ...gathered, rows: gathered.rows.filter((row) => row.createdAtMs >= horizon) });
  const inTail = tail.newest(filter, pageSize);
  const isWholeLog = tail.firstSeq() === 1;
  if (isFollowing() && (inTail.rows.length === pageSize || isWholeLog))
    return inside({ rows: inTail.rows, position: positionAt(inTail.position, deps) });
  return newestAcross(filter, pageSize, deps).then(inside);
}

async function newestAcross(filter: FeedFilter, limit: number, deps: FeedDeps): Promise<DeltaRows> {
  const { ask, tail, isRevisionStored } = deps;
  const mayLackRevision = !(await isRevisionStored());
  const endSeq = await storedTo(deps);
  const stored = (await ask((tables) => newestBySequence(tables, filter, limit))).map(pageRow);
  const [firstSeq, lastSeq] = [tail.firstSeq(), tail.lastSeq()];
  const isJoined = lastSeq >= firstSeq;
  if (isJoined && endSeq < firstSeq - 1) throw storeBehind();
  const inTail = isJoined ? tail.newest(filter, limit) : { rows: [], position: 0 };
  const outside = isJoined ? stored.filter((row) => row.seq < firstSeq || row.seq > lastSeq) : stored;
  const rows = [...outside, ...inTail.rows].sort((a, b) => a.seq - b.seq).slice(-limit);
  const seq = Math.max(endSeq, inTail.position, rows.at(-1)?.seq ?? 0);
  return { rows, position: positionAt(seq, deps), mayLackRevision };
}

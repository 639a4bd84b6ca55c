/** Makes a stream's requests, and reads its first rows and the outlets of its stories. */
import { sourcesOfStories } from '#clickhouse/feed-pages.ts';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { feedRequest } from './answer.ts';
import { gather } from './delta.ts';
import type { OutletsByStory } from './page.ts';
import type { ReadQuery } from './parameters.ts';
import { readCursor, refusePast } from './position.ts';
import type { DeltaRows, FeedRequest } from './feed-request.ts';

export type StreamDeps = Omit<ApiDeps, 'streams'>;

/** Name of the operation; a stream's minutes are counted under it too. */
export const streamName = 'streamNews';

const rowsAtOnce = 20;

export const requestOf = (read: ReadQuery, cursor: string | null, caller: Caller, deps: StreamDeps): FeedRequest => ({
  ...feedRequest(read, caller, deps),
  cursor,
  pageSize: rowsAtOnce,
});

/** Returns the rows after the cursor, or the newest row without a cursor. Throws 403 for a cursor past the archive, 400 for an invalid one. */
export async function firstRows(request: FeedRequest, horizon: number, deps: StreamDeps): Promise<DeltaRows> {
  if (request.cursor === null) return gather(null, { ...request, pageSize: 1 }, horizon, deps);
  const found = await gather(readCursor('delta', request, deps), request, horizon, deps);
  refusePast(found.rows[0]?.createdAtMs ?? null, horizon, request.caller, deps);
  return found;
}

/** Returns the outlets of the rows' stories, from the tail for the stories that began inside it; null if the feed is not collapsed. */
export async function outletsOf({ rows }: DeltaRows, { isCollapsed }: FeedRequest, { tail, ask }: StreamDeps): Promise<OutletsByStory | null> {
  if (!isCollapsed) return null;
  const storyIds = rows.map(({ storyId }) => storyId);
  const elsewhere = storyIds.filter((storyId) => !tail.holds(storyId));
  const inTail = tail.outletsOf(storyIds);
  return elsewhere.length === 0 ? inTail : new Map([...inTail, ...(await ask((store) => sourcesOfStories(store, elsewhere)))]);
}

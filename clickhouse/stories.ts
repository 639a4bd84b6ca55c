/** Reads the rows of stories, and selects the stories that may rank highest. */
import { z } from 'zod';
import { UidHex, uidNumber } from './columns.ts';
import { RowColumns, type StoredRow } from './feed-pages.ts';
import { loadQuery, requestParts } from './sql.ts';
import type { Store } from './store.ts';

/** Maximum time between the publications of two articles of one story (pipeline/refine/story/open-stories.ts). */
export const storySpanMs = 48 * 3_600_000;

const rowsQuery = loadQuery('stories/rows');

interface StoryRange {
  readonly storyIds: readonly string[];
  readonly seqTo: number;
  /** Stories with newer records that the tables lack. Their rows are returned even if only one is stored. */
  readonly joinedLate: readonly string[];
}

/** Returns the rows up to `seqTo` of those stories that have several records. Rows of a story are in the order of the log. */
export async function rowsOfStories(store: Store, range: StoryRange): Promise<StoredRow[]> {
  const { storyIds, seqTo } = range;
  const joinedLate = new Set(range.joinedLate);
  const rows: StoredRow[] = [];
  for (const part of requestParts(storyIds)) {
    const { late = [], others = [] } = Object.groupBy(part, (storyId) => (joinedLate.has(storyId) ? 'late' : 'others'));
    const params = { story_ids: others.map(uidNumber), seq_to: seqTo, ...(late.length > 0 && { joined_late: late.map(uidNumber) }) };
    rows.push(...(await store.query(rowsQuery, params, RowColumns)).filter(({ doc }) => doc !== ''));
  }
  return rows;
}

const promisingQuery = loadQuery('stories/most-promising');
const Promising = z
  .object({ story_id_hex: UidHex, score_max: z.number() })
  .transform(({ story_id_hex, score_max }) => ({ storyId: story_id_hex, scoreMax: score_max }));
type PromisingStory = z.output<typeof Promising>;

interface Ranking {
  readonly nowMs: number;
  /** Stories whose last article is older are omitted. */
  readonly sinceMs: number;
  /** Age for which a story loses one point. `bonusMax` is the maximum number of points for its publishers. */
  readonly pointMs: number;
  readonly bonusMax: number;
}

/** Returns at most `limit` stories by the upper bound of their scores, highest first. */
export const mostPromising = (store: Store, { nowMs, sinceMs, pointMs, bonusMax }: Ranking, limit: number): Promise<PromisingStory[]> =>
  store.query(
    promisingQuery,
    { now_ms: nowMs, since_ms: sinceMs, point_ms: pointMs, bonus_max: bonusMax, newest_to: storySpanMs - sinceMs, limit },
    Promising,
  );

/**
 * Reads stories up to one sequence of the log: stored rows from the tables, later rows from the tail. Stories are computed at each read and
 * never stored.
 */
import { newestRowSequence } from '#clickhouse/feed-records.ts';
import { rowsOfStories } from '#clickhouse/stories.ts';
import { everything } from '#schemas/feed-filter.ts';
import type { ApiDeps } from '../deps.ts';
import { materialOf } from './material.ts';
import { outlineOf, type Outline } from './outline.ts';
import type { TailRow } from '../feed/tail-row.ts';

type StoryDeps = Pick<ApiDeps, 'ask' | 'tail'>;

/** Maximum number of rows from the tail that the tables lack. */
const lateRowsMax = 5_000;

export interface LogEnd {
  readonly seqTo: number;
  /** The rows up to `seqTo` that the tables lack, in log order. */
  readonly late: readonly TailRow[];
}

/** Returns the present end of the log, but at most `seqTo`, the end at an earlier page. */
export async function logEnd({ ask, tail }: StoryDeps, seqTo = Number.MAX_SAFE_INTEGER): Promise<LogEnd> {
  const storedTo = await ask(newestRowSequence);
  // A tail that begins later is not used, because the rows between the tables and the tail would be missing.
  const tailRows = tail.firstSeq() <= storedTo + 1 ? tail.after(everything, storedTo, lateRowsMax).rows : [];
  const late = tailRows.filter(({ seq }) => seq <= seqTo);
  return { seqTo: Math.min(seqTo, late.at(-1)?.seq ?? storedTo), late };
}

/** Returns the outlines of the ids that are stories, each once. */
export async function outlinesOf(storyIds: readonly string[], { seqTo, late }: LogEnd, { ask }: StoryDeps): Promise<Outline[]> {
  if (storyIds.length === 0) return [];
  const wanted = new Set(storyIds);
  const joined = late.filter(({ storyId }) => wanted.has(storyId));
  const range = { storyIds: [...wanted], seqTo, joinedLate: joined.map(({ storyId }) => storyId) };
  const stored = await ask((store) => rowsOfStories(store, range));
  // A late row may have been stored since `logEnd` listed it.
  const seen = new Set(stored.map(({ seq }) => seq));
  const rows = [...stored, ...joined.filter(({ seq }) => !seen.has(seq))];
  return [...Map.groupBy(rows, ({ storyId }) => storyId)].flatMap(([storyId, of]) => outlineOf(storyId, of.map(materialOf)) ?? []);
}

/**
 * Reads stories as they are at one end of the log: rows from the tables up to the last stored one, later rows from the tail. Stories are
 * computed from these rows at each reading; nothing of them is stored.
 */
import { newestRowSequence } from '#clickhouse/feed-records.ts';
import { rowsOfStories } from '#clickhouse/stories.ts';
import { everything } from '#schemas/feed-filter.ts';
import type { ApiDeps } from '../deps.ts';
import { materialOf } from './material.ts';
import { outlineOf, type Outline } from './outline.ts';
import type { TailRow } from '../feed/tail-row.ts';

export type StoryDeps = Pick<ApiDeps, 'ask' | 'tail'>;

/** Maximum number of rows that a reading adds from the tail: those that the writer has yet to store. */
const lateRowsMax = 5_000;

export interface LogEnd {
  /** Rows up to this sequence count. */
  readonly seqTo: number;
  /** Rows among them that the tables lack, in log order. */
  readonly late: readonly TailRow[];
}

/** Returns the end of the log: the present one, but at most `seqTo`, the end that an earlier page saw. */
export async function logEnd({ ask, tail }: StoryDeps, seqTo = Number.MAX_SAFE_INTEGER): Promise<LogEnd> {
  const storedTo = await ask(newestRowSequence);
  // A tail that begins later has a gap before it, which the tables will fill.
  const tailRows = tail.firstSeq() <= storedTo + 1 ? tail.after(everything, storedTo, lateRowsMax).rows : [];
  const late = tailRows.filter(({ seq }) => seq <= seqTo);
  return { seqTo: Math.min(seqTo, late.at(-1)?.seq ?? storedTo), late };
}

/** Returns those that are stories, each once. */
export async function outlinesOf(storyIds: readonly string[], { seqTo, late }: LogEnd, { ask }: StoryDeps): Promise<Outline[]> {
  if (storyIds.length === 0) return [];
  const wanted = new Set(storyIds);
  const joined = late.filter(({ storyId }) => wanted.has(storyId));
  const range = { storyIds: [...wanted], seqTo, joinedLate: joined.map(({ storyId }) => storyId) };
  const stored = await ask((store) => rowsOfStories(store, range));
  // A row may be stored after the end was read.
  const seen = new Set(stored.map(({ seq }) => seq));
  const rows = [...stored, ...joined.filter(({ seq }) => !seen.has(seq))];
  return [...Map.groupBy(rows, ({ storyId }) => storyId)].flatMap(([storyId, of]) => outlineOf(storyId, of.map(materialOf)) ?? []);
}

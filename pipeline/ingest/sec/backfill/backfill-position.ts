/** Stores the progress of a backfill after each day. After a kill it repeats the day, without the filings that the log has by then. */
import { z } from 'zod';
import { DateOnly } from '#schemas/primitives.ts';
import type { Positions } from '../../stage.ts';

interface BackfillPosition {
  /** The next day to process; null when the backfill is complete. */
  day: string | null;
  readonly counts: BackfillCounts;
  readonly withoutIndex: string[];
}

const Counts = z.object({
  days: z.int(),
  listed: z.int(),
  /** Listed filings that were skipped: the log has them, or a live stage is about to fetch them. */
  held: z.int(),
  published: z.int(),
  refused: z.int(),
});
export type BackfillCounts = z.infer<typeof Counts>;
const Kept = z.object({
  v: z.literal(1),
  day: DateOnly,
  counts: Counts,
  without_index: z.array(DateOnly),
});

export const freshPosition = (day: string): BackfillPosition => ({
  day,
  counts: { days: 0, listed: 0, held: 0, published: 0, refused: 0 },
  withoutIndex: [],
});

/** Returns the stored position, or null when there is none to resume from. */
export async function loadPosition(positions: Positions, key: string): Promise<BackfillPosition | null> {
  const kept = Kept.safeParse(await positions.get(key));
  if (!kept.success) return null;
  const { day, counts, without_index } = kept.data;
  return { day, counts, withoutIndex: without_index };
}

export async function savePosition(positions: Positions, key: string, position: BackfillPosition): Promise<void> {
  const { day, counts, withoutIndex } = position;
  await positions.set(key, day === null ? null : ({ v: 1, day, counts, without_index: withoutIndex } satisfies z.infer<typeof Kept>));
}

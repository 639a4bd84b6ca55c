/**
 * Stores the progress of a backfill: its current day and, by place in that day's index, the settled filings. A filing is marked after RAW
 * has acknowledged it, so a kill causes only another fetch of the unmarked ones, which changes nothing.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DateOnly } from '#schemas/primitives.ts';
import type { Positions } from '../../stage.ts';

export interface BackfillCounts {
  /** Days processed, including those without an index. */
  days: number;
  listed: number;
  /** Filings that the log had already, or that the live stage is about to fetch. */
  held: number;
  published: number;
  refused: number;
}

export interface BackfillPosition {
  /** Null when the backfill is complete. */
  day: string | null;
  /** Distinguishes the index that `settled` refers to from a corrected one. */
  digest: string;
  settled: Set<number>;
  readonly counts: BackfillCounts;
  readonly withoutIndex: string[];
}

const Counts = z.object({ days: z.int(), listed: z.int(), held: z.int(), published: z.int(), refused: z.int() });
const Kept = z.object({
  v: z.literal(1),
  day: DateOnly,
  digest: z.string(),
  /** One bit per filing, base64. */
  settled: z.base64(),
  counts: Counts,
  without_index: z.array(DateOnly),
});

/** Returns the position of a backfill that begins on this day. */
export const freshPosition = (day: string): BackfillPosition => ({
  day,
  digest: '',
  settled: new Set(),
  counts: { days: 0, listed: 0, held: 0, published: 0, refused: 0 },
  withoutIndex: [],
});

/** Returns the digest of the filings of an index. */
export const digestOfIndex = (accessions: readonly string[]): string => createHash('sha256').update(accessions.join('\n')).digest('hex').slice(0, 32);

function toBits(indexes: ReadonlySet<number>): string {
  const bytes = Buffer.alloc(indexes.size === 0 ? 0 : (Math.max(...indexes) >> 3) + 1);
  for (const index of indexes) bytes[index >> 3]! |= 1 << (index & 7);
  return bytes.toString('base64');
}

function fromBits(text: string): Set<number> {
  const indexes = new Set<number>();
  Buffer.from(text, 'base64').forEach((byte, at) => {
    for (let bit = 0; bit < 8; bit += 1) if ((byte & (1 << bit)) !== 0) indexes.add(at * 8 + bit);
  });
  return indexes;
}

/** Returns null when none is stored, or when the backfill was complete. */
export async function loadPosition(positions: Positions, key: string): Promise<BackfillPosition | null> {
  const kept = Kept.safeParse(await positions.get(key));
  if (!kept.success) return null;
  const { day, digest, settled, counts, without_index } = kept.data;
  return { day, digest, settled: fromBits(settled), counts, withoutIndex: without_index };
}

/** Stores the position; a complete one is removed. */
export async function savePosition(positions: Positions, key: string, position: BackfillPosition): Promise<void> {
  const { day, digest, settled, counts, withoutIndex } = position;
  await positions.set(
    key,
    day === null ? null : ({ v: 1, day, digest, settled: toBits(settled), counts, without_index: withoutIndex } satisfies z.infer<typeof Kept>),
  );
}

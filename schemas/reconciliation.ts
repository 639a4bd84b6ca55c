/**
 * The reconciliation of a day: EDGAR's daily index compared with the stored filings. It is stored in JetStream KV, one entry per day.
 */
import { z } from 'zod';
import { Accession, DateOnly, Instant } from './primitives.ts';
import { sourceTypes } from './vocabulary.ts';

export const FamilyReconciliation = z.object({
  /** Filings in the index that have the family's forms. */
  listed: z.int(),
  /** Stored as a row, a trade or a revision. */
  served: z.int(),
  dropped: z.record(z.string(), z.int()),
  /** Known to the live stage but not fetched yet. */
  pending: z.int(),
  missing: z.int(),
  missing_accessions: z.array(Accession).max(50),
  looks: z.int(),
  next_look_at: Instant.nullable(),
});
export type FamilyReconciliation = z.infer<typeof FamilyReconciliation>;

export const DayReconciliation = z.object({
  v: z.literal(1),
  day: DateOnly,
  checked_at: Instant,
  /** False if EDGAR has no index of that day, or none yet. */
  has_index: z.boolean(),
  families: z.partialRecord(z.enum(sourceTypes), FamilyReconciliation),
  /** Number of looks of the source with the most, and the next look of any source. */
  looks: z.int(),
  next_look_at: Instant.nullable(),
});
export type DayReconciliation = z.infer<typeof DayReconciliation>;

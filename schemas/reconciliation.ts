/**
 * The reconciliation of one day: EDGAR's daily index compared with what the service holds. Stored in JetStream KV, one
 * entry per day.
 */
import { z } from 'zod';
import { Accession, DateOnly, Instant } from './primitives.ts';
import { sourceTypes } from './vocabulary.ts';

export const FamilyReconciliation = z.object({
  /** Filings of the family's forms that the index lists. */
  listed: z.int(),
  /** Held as a row, a trade or a correction. */
  served: z.int(),
  /** Not served, by reason. */
  dropped: z.record(z.string(), z.int()),
  /** Known to the live stage, which has not fetched them yet. */
  pending: z.int(),
  /** Neither held nor known. */
  missing: z.int(),
  /** The first of those. */
  missing_accessions: z.array(Accession).max(50),
});
export type FamilyReconciliation = z.infer<typeof FamilyReconciliation>;

export const DayReconciliation = z.object({
  v: z.literal(1),
  day: DateOnly,
  checked_at: Instant,
  /** False: EDGAR has no index of that day, or none yet. */
  has_index: z.boolean(),
  families: z.partialRecord(z.enum(sourceTypes), FamilyReconciliation),
  /** How often it was looked at. */
  looks: z.int(),
  /** When it is looked at again; null: no more. */
  next_look_at: Instant.nullable(),
});
export type DayReconciliation = z.infer<typeof DayReconciliation>;

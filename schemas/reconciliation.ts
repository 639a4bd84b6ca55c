/**
 * The reconciliation of one day: EDGAR's daily index compared with the filings that the service has. Stored in JetStream KV, one entry per
 * day.
 */
import { z } from 'zod';
import { Accession, DateOnly, Instant } from './primitives.ts';
import { sourceTypes } from './vocabulary.ts';

export const FamilyReconciliation = z.object({
  /** Filings of the family's forms that the index lists. */
  listed: z.int(),
  /** Stored as a row, a trade or a revision. */
  served: z.int(),
  /** Not served, by reason. */
  dropped: z.record(z.string(), z.int()),
  /** Known to the live stage, which has not fetched them yet. */
  pending: z.int(),
  /** Neither stored nor known. */
  missing: z.int(),
  /** The first of the missing ones. */
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
  /** How often the day was checked. */
  looks: z.int(),
  /** When it is checked again; null: never. */
  next_look_at: Instant.nullable(),
});
export type DayReconciliation = z.infer<typeof DayReconciliation>;

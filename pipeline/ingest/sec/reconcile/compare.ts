/** Compares the filings of an index with those that the log has. Pure. */
import type { HeldFiling } from '#clickhouse/filings-held.ts';
import type { FamilyReconciliation } from '#schemas/reconciliation.ts';
import type { IndexEntry } from '../listing/daily-index.ts';

const accessionsNamedMax = 50;

/** Counts a family's filings by outcome. `isPending`: a live stage knows it and has not fetched it yet. */
export function reconcileFamily(
  entries: readonly IndexEntry[],
  held: ReadonlyMap<string, HeldFiling>,
  isPending: (accession: string) => boolean,
): { readonly counts: FamilyReconciliation; readonly missing: readonly IndexEntry[] } {
  const dropped: Record<string, number> = {};
  const missing: IndexEntry[] = [];
  let [served, pending] = [0, 0];
  for (const entry of entries) {
    const found = held.get(entry.accession);
    if (found?.as === 'served') served += 1;
    else if (found !== undefined) dropped[found.reason] = (dropped[found.reason] ?? 0) + 1;
    else if (isPending(entry.accession)) pending += 1;
    else missing.push(entry);
  }
  const missing_accessions = missing.slice(0, accessionsNamedMax).map(({ accession }) => accession);
  return { counts: { listed: entries.length, served, dropped, pending, missing: missing.length, missing_accessions }, missing };
}

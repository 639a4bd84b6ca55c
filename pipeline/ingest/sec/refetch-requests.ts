/**
 * Requests to fetch filings again. The reconciliation adds a source's missing filings to a KV value, and the live stage of the source takes
 * them.
 */
import { z } from 'zod';
import { Accession, Cik, DateOnly } from '#schemas/primitives.ts';
import type { SecSourceType } from '#schemas/vocabulary.ts';
import type { Positions } from '../stage.ts';
import type { IndexEntry } from './listing/daily-index.ts';
import { pendingMax, pendingOf } from './filing-progress.ts';
import { save, type SecStageWork } from './stage-context.ts';

/** Maximum number of filings in a request, about 100 KB. The next check finds the others. */
const wantedMax = 1_500;

const Wanted = z.object({
  v: z.literal(1),
  filings: z.array(z.object({ accession: Accession, cik: Cik, form: z.string().max(20), filedOn: DateOnly })).max(wantedMax),
});

const keyOf = (family: SecSourceType): string => `${family}.wanted`;

/** Requests that the live stage of this source fetches these filings. Returns how many of them the request has room for. */
export async function requestRefetch(positions: Positions, family: SecSourceType, missing: readonly IndexEntry[]): Promise<number> {
  let added = 0;
  await positions.change(keyOf(family), (kept) => {
    const others = without(kept, missing);
    const own = missing.slice(0, wantedMax - others.length).map(({ accession, cik, form, filedOn }) => ({ accession, cik, form, filedOn }));
    added = own.length;
    return { v: 1, filings: [...others, ...own] } satisfies z.infer<typeof Wanted>;
  });
  return added;
}

/** Returns the filings of a stored request without these. */
function without(kept: unknown, filings: readonly { readonly accession: string }[]): z.infer<typeof Wanted>['filings'] {
  const accessions = new Set(filings.map(({ accession }) => accession));
  return (Wanted.safeParse(kept).data?.filings ?? []).filter(({ accession }) => !accessions.has(accession));
}

/** Makes the requested filings pending, even those that are done. Returns whether there was a request. */
export async function takeRefetchRequests(work: SecStageWork): Promise<boolean> {
  const { deps, source, progress } = work;
  const wanted = Wanted.safeParse(await deps.positions.get(keyOf(source.name)));
  if (!wanted.success) return false;
  const seenAt = deps.now().toISOString();
  const fresh = wanted.data.filings.filter(({ accession }) => !progress.pending.has(accession));
  for (const entry of fresh.slice(0, Math.max(0, pendingMax - progress.pending.size))) {
    for (const day of progress.done.values()) day.delete(entry.accession);
    progress.pending.set(entry.accession, pendingOf(entry, seenAt));
  }
  await save(work);
  // A request that came meanwhile stays.
  await deps.positions.change(keyOf(source.name), (kept) => {
    const filings = without(kept, wanted.data.filings);
    return filings.length > 0 ? { v: 1, filings } : null;
  });
  deps.log.info({ wanted: wanted.data.filings.length, fresh: fresh.length }, 'filings.wanted');
  return true;
}

/**
 * Requests to fetch filings again. The reconciliation writes a source's missing filings to a KV value, and the live stage of the source
 * takes them. If a value is overwritten before it is taken, the next check finds its filings missing again.
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

/** Requests that the live stage of this source fetches these filings. */
export async function requestRefetch(positions: Positions, family: SecSourceType, missing: readonly IndexEntry[]): Promise<void> {
  const filings = missing.slice(0, wantedMax).map(({ accession, cik, form, filedOn }) => ({ accession, cik, form, filedOn }));
  await positions.set(keyOf(family), { v: 1, filings } satisfies z.infer<typeof Wanted>);
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
  await deps.positions.set(keyOf(source.name), null);
  deps.log.info({ wanted: wanted.data.filings.length, fresh: fresh.length }, 'filings.wanted');
  return true;
}

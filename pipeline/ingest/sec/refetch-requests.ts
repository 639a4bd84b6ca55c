/**
 * Passes missing filings to the live stage of their family, which fetches them again: one process writes a KV value, the stage takes it.
 * Filings of an overwritten value are found missing again by the next check.
 */
import { z } from 'zod';
import { Accession, Cik, DateOnly } from '#schemas/primitives.ts';
import type { SecSourceType } from '#schemas/vocabulary.ts';
import type { Positions } from '../stage.ts';
import type { IndexEntry } from './listing/daily-index.ts';
import { pendingMax, pendingOf } from './filing-progress.ts';
import { save, type SecStageWork } from './stage-context.ts';

/** About 100 KB; further filings are found again once these are done. */
const wantedMax = 1_500;

const Wanted = z.object({
  v: z.literal(1),
  filings: z.array(z.object({ accession: Accession, cik: Cik, form: z.string().max(20), filedOn: DateOnly })).max(wantedMax),
});

const keyOf = (family: SecSourceType): string => `${family}.wanted`;

/** Leaves filings for the stage of this source to fetch. */
export async function handOver(positions: Positions, family: SecSourceType, missing: readonly IndexEntry[]): Promise<void> {
  const filings = missing.slice(0, wantedMax).map(({ accession, cik, form, filedOn }) => ({ accession, cik, form, filedOn }));
  await positions.set(keyOf(family), { v: 1, filings } satisfies z.infer<typeof Wanted>);
}

/** Makes the requested filings pending, even those marked done; returns true when there were any. */
export async function takeWanted(work: SecStageWork): Promise<boolean> {
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

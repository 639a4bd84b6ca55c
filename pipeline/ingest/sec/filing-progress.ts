/**
 * The filings that a stage has seen: done (RAW has them or their refusal), or pending. Also converts them to their form in the positions
 * bucket, which is compact because a value there has at most 1 MB. Two keys store them. `done` is written first: a kill between the two
 * writes leaves a filing in both, and done wins. A filing moves from `pending` to `done` only after RAW has acknowledged it, so a kill
 * anywhere loses none.
 */
import { z } from 'zod';
import { DateOnly, Instant } from '#schemas/primitives.ts';
import type { SecSourceType } from '#schemas/vocabulary.ts';
import type { Positions } from '../stage.ts';

export interface PendingFiling {
  readonly accession: string;
  /** Ten digits, of a filer that has a folder on EDGAR. */
  readonly cik: string;
  /** Form as in the listing; null in a position stored before forms were. */
  readonly form: string | null;
  readonly acceptedAt: string | null;
  readonly filedOn: string | null;
  readonly seenAt: string;
  /** True for a filing of the feed, which is fetched before those that a past day's index added. */
  readonly isLive: boolean;
  readonly failures: number;
  /** Those of the failures in which its reader could not finish it. */
  readonly faults: number;
  /** Steady milliseconds before which it is not fetched. */
  readonly dueAtMs: number;
}

export interface Progress {
  /** Every filing that the feed listed up to this acceptance time is done or pending; null before the first walk. */
  watermarkAt: string | null;
  /** Last Eastern day whose daily index was processed. */
  coveredThrough: string;
  /** Consecutive walks that ended before they met the watermark. */
  cutWalks: number;
  /** Accession numbers by the Eastern day on which they became done. */
  readonly done: Map<string, Set<string>>;
  readonly pending: Map<string, PendingFiling>;
}

/** Maximum number of pending filings: about 600 KB as stored. */
export const pendingMax = 6_000;
/** Known accession numbers; an older one that is listed again is fetched again, which changes nothing downstream. */
const doneMax = 30_000;
/** Days that done filings are remembered; feed and index list a filing for a few days. */
const doneDaysKept = 5;

const keysOf = (source: SecSourceType) => ({ done: `${source}.done`, progress: `${source}.progress` });

const PendingTuple = z.tuple([
  z.string(),
  z.string(),
  Instant.nullable(),
  DateOnly.nullable(),
  z.number(),
  z.boolean(),
  z.int(),
  z.number(),
  z.string().nullish(),
  z.int().optional(),
]);
const Kept = z.object({
  v: z.literal(1),
  watermark_at: Instant.nullable(),
  covered_through: DateOnly,
  cut_walks: z.int(),
  pending: z.array(PendingTuple),
});
const KeptDone = z.object({ v: z.literal(1), days: z.record(DateOnly, z.string()) });

/** Returns the progress of a stage that has seen nothing. `coveredThrough`: the last day that it leaves out. */
export const freshProgress = (coveredThrough: string): Progress => ({
  watermarkAt: null,
  coveredThrough,
  cutWalks: 0,
  done: new Map(),
  pending: new Map(),
});

/** Returns a filing to fetch, as an index names it. `seenAt`: when it was listed. */
export const pendingOf = (
  { accession, cik, form, filedOn }: Pick<PendingFiling, 'accession' | 'cik' | 'form' | 'filedOn'>,
  seenAt: string,
): PendingFiling => ({ accession, cik, form, acceptedAt: null, filedOn, seenAt, isLive: false, failures: 0, faults: 0, dueAtMs: 0 });

/** Returns whether RAW has the filing or its refusal. */
export const isDone = (progress: Progress, accession: string): boolean => [...progress.done.values()].some((day) => day.has(accession));

/** Whether a filing is pending or done. */
export const isKnown = (progress: Progress, accession: string): boolean => progress.pending.has(accession) || isDone(progress, accession);

/** Moves a filing from the pending ones to those done on this Eastern day. */
export function markDone(progress: Progress, accession: string, day: string): void {
  progress.pending.delete(accession);
  const accessions = progress.done.get(day) ?? new Set<string>();
  progress.done.set(day, accessions.add(accession));
}

/** Drops filings that can no longer be listed. Days still to be compared with their index stay: their filings became done then or later. */
function prune(progress: Progress, today: string): void {
  const oldestKept = [progress.coveredThrough, Temporal.PlainDate.from(today).subtract({ days: doneDaysKept }).toString()].sort()[0]!;
  const days = [...progress.done.keys()].sort();
  let total = days.reduce((sum, day) => sum + progress.done.get(day)!.size, 0);
  for (const day of days) {
    if (day >= oldestKept && total <= doneMax) return;
    total -= progress.done.get(day)!.size;
    progress.done.delete(day);
  }
}

const withoutDashes = (accession: string): string => accession.replaceAll('-', '');
const withDashes = (digits: string): string => `${digits.slice(0, 10)}-${digits.slice(10, 12)}-${digits.slice(12)}`;

/** Stores the progress, without done filings that can no longer be listed. */
export async function saveProgress(positions: Positions, source: SecSourceType, progress: Progress, today: string): Promise<void> {
  const keys = keysOf(source);
  prune(progress, today);
  const days = [...progress.done].map(([day, accessions]) => [day, [...accessions].map(withoutDashes).join(',')]);
  const pending = [...progress.pending.values()].map((filing): z.infer<typeof PendingTuple> => [
    filing.accession,
    filing.cik,
    filing.acceptedAt,
    filing.filedOn,
    Date.parse(filing.seenAt),
    filing.isLive,
    filing.failures,
    filing.dueAtMs,
    filing.form,
    filing.faults,
  ]);
  await positions.set(keys.done, { v: 1, days: Object.fromEntries(days) } satisfies z.infer<typeof KeptDone>);
  await positions.set(keys.progress, {
    v: 1,
    watermark_at: progress.watermarkAt,
    covered_through: progress.coveredThrough,
    cut_walks: progress.cutWalks,
    pending,
  } satisfies z.infer<typeof Kept>);
}

/** Returns null when nothing readable is stored: the stage starts again, at the cost of re-reading. */
export async function loadProgress(positions: Positions, source: SecSourceType): Promise<Progress | null> {
  const keys = keysOf(source);
  const [kept, keptDone] = [Kept.safeParse(await positions.get(keys.progress)), KeptDone.safeParse(await positions.get(keys.done))];
  if (!kept.success) return null;
  const progress: Progress = {
    ...freshProgress(kept.data.covered_through),
    watermarkAt: kept.data.watermark_at,
    cutWalks: kept.data.cut_walks,
  };
  for (const [day, list] of Object.entries(keptDone.success ? keptDone.data.days : {}))
    progress.done.set(day, new Set((list.match(/\d+/g) ?? []).map(withDashes)));
  for (const [accession, cik, acceptedAt, filedOn, seenAtMs, isLive, failures, dueAtMs, form = null, faults = 0] of kept.data.pending) {
    const seenAt = new Date(seenAtMs).toISOString();
    if (!isDone(progress, accession))
      progress.pending.set(accession, { ...pendingOf({ accession, cik, form, filedOn }, seenAt), acceptedAt, isLive, failures, faults, dueAtMs });
  }
  return progress;
}

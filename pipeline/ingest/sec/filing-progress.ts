/**
 * The progress of a stage: filings that are done (RAW has them or their refusal), and filings that are pending. A filing becomes done only
 * after RAW has acknowledged it, so a kill loses none. The positions bucket stores the progress under two keys, in a compact form because a
 * value has at most 1 MB. `done` is written first: after a kill between the two writes a filing is under both keys, and counts as done.
 */
import { z } from 'zod';
import { DateOnly, Instant } from '#schemas/primitives.ts';
import type { SecSourceType } from '#schemas/vocabulary.ts';
import type { Positions } from '../stage.ts';
import type { ListedFiling } from './listed-filing.ts';

export interface PendingFiling extends Omit<ListedFiling, 'fetchedAt'> {
  /** Form as the listing names it. */
  readonly form: string;
  /** Whether the feed listed it. Such filings are fetched before those that a daily index added. */
  readonly isLive: boolean;
  readonly failures: number;
  /** The number of `failures` in which the parser could not finish the document. */
  readonly faults: number;
  /** Earliest time of the next attempt, in monotonic milliseconds. */
  readonly dueAtMs: number;
}

export interface Progress {
  /** Every filing that the feed listed up to this acceptance time is done or pending; null before the first walk. */
  watermarkAt: string | null;
  /** Last Eastern day whose daily index was processed. */
  coveredThrough: string;
  /** Number of consecutive walks that trouble cut before they reached the watermark. */
  cutWalks: number;
  /** Accession numbers by the Eastern day on which they became done. */
  readonly done: Map<string, Set<string>>;
  readonly pending: Map<string, PendingFiling>;
}

/** Maximum number of pending filings: about 600 KB as stored. */
export const pendingMax = 6_000;
/** Maximum number of done filings. A forgotten one that is listed again is fetched again, and RAW ignores the duplicate. */
const doneMax = 30_000;
/** Days for which done filings are kept. Feed and index list a filing for a few days only. */
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
  z.string(),
  z.int(),
]);
const Kept = z.object({
  v: z.literal(1),
  watermark_at: Instant.nullable(),
  covered_through: DateOnly,
  cut_walks: z.int(),
  pending: z.array(PendingTuple),
});
const KeptDone = z.object({ v: z.literal(1), days: z.record(DateOnly, z.string()) });

/** Returns the progress at a stage's first start. `coveredThrough`: the last day that the stage does not collect. */
export const freshProgress = (coveredThrough: string): Progress => ({
  watermarkAt: null,
  coveredThrough,
  cutWalks: 0,
  done: new Map(),
  pending: new Map(),
});

/** Returns a pending filing that is due at once. `seenAt`: when the listing was read. */
export const pendingOf = (
  { accession, cik, form, filedOn }: Pick<PendingFiling, 'accession' | 'cik' | 'form' | 'filedOn'>,
  seenAt: string,
): PendingFiling => ({ accession, cik, form, acceptedAt: null, filedOn, seenAt, isLive: false, failures: 0, faults: 0, dueAtMs: 0 });

export const isDone = (progress: Progress, accession: string): boolean => [...progress.done.values()].some((day) => day.has(accession));

export const isKnown = (progress: Progress, accession: string): boolean => progress.pending.has(accession) || isDone(progress, accession);

export function markDone(progress: Progress, accession: string, day: string): void {
  progress.pending.delete(accession);
  const accessions = progress.done.get(day) ?? new Set<string>();
  progress.done.set(day, accessions.add(accession));
}

/** Forgets done filings that no listing can name any more. Days whose index is still to be compared are kept. */
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

/** Returns the stored progress, or null when none is stored or it cannot be parsed: the stage then starts as on the first day. */
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
  for (const [accession, cik, acceptedAt, filedOn, seenAtMs, isLive, failures, dueAtMs, form, faults] of kept.data.pending) {
    const seenAt = new Date(seenAtMs).toISOString();
    if (!isDone(progress, accession))
      progress.pending.set(accession, { ...pendingOf({ accession, cik, form, filedOn }, seenAt), acceptedAt, isLive, failures, faults, dueAtMs });
  }
  return progress;
}

/**
 * Epochs of the feed log. A log can become shorter behind its readers' backs (a power loss before a flush, a lost block,
 * a restore from a backup) and then grow again with other records under the same sequences. So a position in the log is
 * (epoch, sequence), and every session of the log's one writer begins an epoch behind the last sequence that it found.
 *
 * Records carry their epoch in the header `Tw-Epoch`; those of releases before epochs carry none and belong to epoch 0.
 */

import { z } from 'zod';

export const epochHeader = 'Tw-Epoch';

/** Epoch of records that name none. */
export const epochUnnamed = 0;

export interface Epoch {
  /** Thousandths of milliseconds since 1970 at its begin, up to 999 added at random; more than the epoch before. */
  readonly id: number;
  /** The last sequence that it shares with the epochs before it: its own records follow. */
  readonly afterSeq: number;
}

/** Ascending by id. */
export type EpochHistory = readonly Epoch[];

const whole = z.int().min(0);
/** The history as it is kept, whatever its order. */
export const EpochHistoryJson = z
  .array(z.object({ id: whole, afterSeq: whole }))
  .transform((history): EpochHistory => history.toSorted((left, right) => left.id - right.id));

/** The epoch in a record's header; `epochUnnamed` where it is missing or malformed. */
export function epochOfHeader(text: string | undefined): number {
  if (text === undefined || text === '') return epochUnnamed;
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : epochUnnamed;
}

/** What several places know of the history: of an epoch that they begin at different sequences, the lower one is on the safe side. */
export function mergeHistories(...histories: readonly EpochHistory[]): EpochHistory {
  const known = new Map<number, Epoch>();
  for (const epoch of histories.flat()) if (epoch.afterSeq < (known.get(epoch.id)?.afterSeq ?? Number.POSITIVE_INFINITY)) known.set(epoch.id, epoch);
  return [...known.values()].toSorted((left, right) => left.id - right.id);
}

export interface LogPosition {
  readonly epoch: number;
  readonly seq: number;
}

/** As many epochs are told apart; older ones count as one. */
export const epochsKeptMax = 1_000;

/** How far a writer's clock may have stood wrong: one day, in units of an id. */
const clockErrorMax = 86_400_000_000;

/** The epoch of the record at `seq`. */
export function epochAt(history: EpochHistory, seq: number): number {
  for (let at = history.length - 1; at >= 0; at -= 1) if (history[at]!.afterSeq < seq) return history[at]!.id;
  return epochUnnamed;
}

/**
 * The sequence up to which a reader at `position` has read the log as it is now: at most its own, less where a later
 * epoch began further down. An epoch that the history does not name was lost whole, and where it stood among the others
 * is known only as well as the writers' clocks were right: every epoch that may have come after it counts, at least the newest.
 */
export function resolvePosition(history: EpochHistory, { epoch, seq }: LogPosition): number {
  const isNamed = epoch === epochUnnamed || history.some(({ id }) => id === epoch);
  const later = history.filter(({ id }) => id > (isNamed ? epoch : epoch - clockErrorMax));
  const bounds = isNamed || later.length > 0 ? later : history.slice(-1);
  return bounds.reduce((least, { afterSeq }) => Math.min(least, afterSeq), seq);
}

/** `history` with one more epoch that begins behind `afterSeq`; `nonce`: a random integer from 0 to 999. */
export function withNewEpoch(
  history: EpochHistory,
  afterSeq: number,
  { nowMs, nonce }: { readonly nowMs: number; readonly nonce: number },
): { readonly history: EpochHistory; readonly epoch: Epoch } {
  // At random behind the one before, too: a clock that stands back would else give an id again whose epoch was lost whole.
  const epoch = { id: Math.max(nowMs * 1_000, (history.at(-1)?.id ?? epochUnnamed) + 1) + nonce, afterSeq };
  const all = [...history, epoch];
  const surplus = all.splice(0, Math.max(0, all.length - epochsKeptMax));
  if (surplus.length === 0) return { history: all, epoch };
  // What is told apart no longer binds as its strictest member did.
  const [oldest, ...rest] = all;
  return { history: [{ id: oldest!.id, afterSeq: Math.min(oldest!.afterSeq, ...surplus.map((each) => each.afterSeq)) }, ...rest], epoch };
}

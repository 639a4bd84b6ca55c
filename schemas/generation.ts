/**
 * Generations of the feed log. A log can become shorter behind its readers' backs (a power loss before a flush, a lost block,
 * a restore from a backup) and then grow again with other records under the same sequences. So a position in the log is
 * (generation, sequence), and every session of the log's one writer begins a generation behind the last sequence that it found.
 *
 * Records carry their generation in the header `Tw-Epoch`; those of releases before generations carry none and belong to generation 0.
 */

import { z } from 'zod';

export const generationHeader = 'Tw-Epoch';

/** Generation of records that name none. */
export const unnamedGeneration = 0;

export interface Generation {
  /** Thousandths of milliseconds since 1970 at its begin, up to 999 added at random; more than the generation before. */
  readonly id: number;
  /** The last sequence that it shares with the generations before it: its own records follow. */
  readonly afterSeq: number;
}

/** Ascending by id. */
export type GenerationList = readonly Generation[];

const whole = z.int().min(0);
/** The history as it is kept, whatever its order. */
export const GenerationListJson = z
  .array(z.object({ id: whole, afterSeq: whole }))
  .transform((history): GenerationList => history.toSorted((left, right) => left.id - right.id));

/** The generation in a record's header; `unnamedGeneration` where it is missing or malformed. */
export function generationOfHeader(text: string | undefined): number {
  if (text === undefined || text === '') return unnamedGeneration;
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : unnamedGeneration;
}

/** Returns one list of what several places know. Where they begin a generation at different sequences, the lower one is on the safe side: a reader goes back further. */
export function mergeLists(...histories: readonly GenerationList[]): GenerationList {
  const known = new Map<number, Generation>();
  for (const generation of histories.flat())
    if (generation.afterSeq < (known.get(generation.id)?.afterSeq ?? Number.POSITIVE_INFINITY)) known.set(generation.id, generation);
  return [...known.values()].toSorted((left, right) => left.id - right.id);
}

export interface LogPosition {
  readonly generation: number;
  readonly seq: number;
}

/** As many generations are told apart; older ones count as one. */
export const generationsKeptMax = 1_000;

/** How far a writer's clock may have stood wrong: one day, in units of an id. */
const clockErrorMax = 86_400_000_000;

/** The generation of the record at `seq`. */
export function generationAt(history: GenerationList, seq: number): number {
  for (let at = history.length - 1; at >= 0; at -= 1) if (history[at]!.afterSeq < seq) return history[at]!.id;
  return unnamedGeneration;
}

/**
 * The sequence up to which a reader at `position` has read the log as it is now: at most its own, less where a later
 * generation began further down. A generation that the history does not name was lost whole, and where it stood among the others
 * is known only as well as the writers' clocks were right: every generation that may have come after it counts, at least the newest.
 */
export function resolvePosition(history: GenerationList, { generation, seq }: LogPosition): number {
  const isNamed = generation === unnamedGeneration || history.some(({ id }) => id === generation);
  const later = history.filter(({ id }) => id > (isNamed ? generation : generation - clockErrorMax));
  const bounds = isNamed || later.length > 0 ? later : history.slice(-1);
  return bounds.reduce((least, { afterSeq }) => Math.min(least, afterSeq), seq);
}

/** `history` with one more generation that begins behind `afterSeq`; `nonce`: a random integer from 0 to 999. */
export function withNewGeneration(
  history: GenerationList,
  afterSeq: number,
  { nowMs, nonce }: { readonly nowMs: number; readonly nonce: number },
): { readonly history: GenerationList; readonly generation: Generation } {
  // At random behind the one before, too: a clock that stands back would else give an id again whose generation was lost whole.
  const generation = { id: Math.max(nowMs * 1_000, (history.at(-1)?.id ?? unnamedGeneration) + 1) + nonce, afterSeq };
  const all = [...history, generation];
  const surplus = all.splice(0, Math.max(0, all.length - generationsKeptMax));
  if (surplus.length === 0) return { history: all, generation };
  // Generations beyond the bound count as one, which begins where the first of them began lowest.
  const [oldest, ...rest] = all;
  return { history: [{ id: oldest!.id, afterSeq: Math.min(oldest!.afterSeq, ...surplus.map((each) => each.afterSeq)) }, ...rest], generation };
}

/**
 * Generations of the feed log. A log can lose its end without its readers noticing (a power loss before a flush, a lost block, a
 * restore from a backup) and then grow again with other records under the same sequences. So a position in the log is (generation,
 * sequence). Repair, restore and rebuild begin a generation, and nothing else does.
 *
 * Records carry their generation in the header `Tw-Epoch`; records of releases before generations lack it and belong to generation
 * 0.
 */

import { z } from 'zod';

export const generationHeader = 'Tw-Epoch';

/** Generation of records that name none. */
export const unnamedGeneration = 0;

export interface Generation {
  /** Microseconds since 1970 at its start, plus up to 999 added at random; greater than the generation before. */
  readonly id: number;
  /** The last sequence that it shares with earlier generations; its own records follow. */
  readonly afterSeq: number;
}

/** Generations, ascending by id. */
export type GenerationList = readonly Generation[];

const whole = z.int().min(0);
/** The history as stored, in any order. */
export const GenerationListJson = z
  .array(z.object({ id: whole, afterSeq: whole }))
  .transform((history): GenerationList => history.toSorted((left, right) => left.id - right.id));

/** Returns the generation in a record's header; `unnamedGeneration` where it is missing or malformed. */
export function generationOfHeader(text: string | undefined): number {
  if (text === undefined || text === '') return unnamedGeneration;
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : unnamedGeneration;
}

/** Merges lists of several places. Of different starts of a generation the lower one is safe: a reader goes back further. */
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

/** Generations that are distinguished; older ones count as one. */
export const generationsKeptMax = 1_000;

/** Bound on the error of a writer's clock: one day, in units of an id. */
const clockErrorMax = 86_400_000_000;

/** Returns the generation of the record at `seq`. */
export function generationAt(history: GenerationList, seq: number): number {
  for (let at = history.length - 1; at >= 0; at -= 1) if (history[at]!.afterSeq < seq) return history[at]!.id;
  return unnamedGeneration;
}

/**
 * Returns the sequence up to which a reader at `position` has read the present log: at most its own, less where a later generation began
 * further down. A generation that the history does not name was lost whole, and the clocks of writers tell only roughly which generations
 * came after it: every generation that may have counts, at least the newest.
 */
export function resolvePosition(history: GenerationList, { generation, seq }: LogPosition): number {
  const isNamed = generation === unnamedGeneration || history.some(({ id }) => id === generation);
  const later = history.filter(({ id }) => id > (isNamed ? generation : generation - clockErrorMax));
  const bounds = isNamed || later.length > 0 ? later : history.slice(-1);
  return bounds.reduce((least, { afterSeq }) => Math.min(least, afterSeq), seq);
}

/** Returns `history` with one more generation that begins after `afterSeq`; `nonce` is a random integer from 0 to 999. */
export function withNewGeneration(
  history: GenerationList,
  afterSeq: number,
  { nowMs, nonce }: { readonly nowMs: number; readonly nonce: number },
): { readonly history: GenerationList; readonly generation: Generation } {
  // Randomness is added to the id of the generation before, too: otherwise a clock that runs late could reuse the id of a
  // generation that was lost whole.
  const generation = { id: Math.max(nowMs * 1_000, (history.at(-1)?.id ?? unnamedGeneration) + 1) + nonce, afterSeq };
  const all = [...history, generation];
  const surplus = all.splice(0, Math.max(0, all.length - generationsKeptMax));
  if (surplus.length === 0) return { history: all, generation };
  // Generations beyond the bound count as one, which begins at the lowest start among them.
  const [oldest, ...rest] = all;
  return { history: [{ id: oldest!.id, afterSeq: Math.min(oldest!.afterSeq, ...surplus.map((each) => each.afterSeq)) }, ...rest], generation };
}

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

/** Generation of records without the header. */
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
/** The list as stored, in any order. */
export const GenerationListJson = z
  .array(z.object({ id: whole, afterSeq: whole }))
  .transform((generations): GenerationList => generations.toSorted((left, right) => left.id - right.id));

/** Returns the generation in a record's header; `unnamedGeneration` where it is missing or malformed. */
export function generationOfHeader(text: string | undefined): number {
  if (text === undefined || text === '') return unnamedGeneration;
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : unnamedGeneration;
}

/**
 * Merges the lists of several places (tables, bucket, backup). Where they disagree about the start of a generation, the lower sequence counts:
 * readers may then read some records twice, but miss none.
 */
export function mergeLists(...lists: readonly GenerationList[]): GenerationList {
  const known = new Map<number, Generation>();
  for (const generation of lists.flat())
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
export function generationAt(generations: GenerationList, seq: number): number {
  for (let at = generations.length - 1; at >= 0; at -= 1) if (generations[at]!.afterSeq < seq) return generations[at]!.id;
  return unnamedGeneration;
}

/**
 * Returns the sequence up to which a reader at `position` has read the present log: at most its own, less where a later generation began
 * further down. If the list lacks the reader's generation, that generation was lost whole. Writers' clocks show only roughly which
 * generations came later, so all that may be later count, and always the newest.
 */
export function resolvePosition(generations: GenerationList, { generation, seq }: LogPosition): number {
  const isNamed = generation === unnamedGeneration || generations.some(({ id }) => id === generation);
  const later = generations.filter(({ id }) => id > (isNamed ? generation : generation - clockErrorMax));
  const bounds = isNamed || later.length > 0 ? later : generations.slice(-1);
  return bounds.reduce((least, { afterSeq }) => Math.min(least, afterSeq), seq);
}

/** Returns `generations` with one more generation that begins after `afterSeq`; `nonce` is a random integer from 0 to 999. */
export function withNewGeneration(
  generations: GenerationList,
  afterSeq: number,
  { nowMs, nonce }: { readonly nowMs: number; readonly nonce: number },
): { readonly generations: GenerationList; readonly generation: Generation } {
  // Randomness is added to the id of the generation before, too: otherwise a clock that runs late could reuse the id of a
  // generation that was lost whole.
  const generation = { id: Math.max(nowMs * 1_000, (generations.at(-1)?.id ?? unnamedGeneration) + 1) + nonce, afterSeq };
  const all = [...generations, generation];
  const surplus = all.splice(0, Math.max(0, all.length - generationsKeptMax));
  if (surplus.length === 0) return { generations: all, generation };
  // Generations beyond the bound count as one, which begins at the lowest start among them.
  const [oldest, ...rest] = all;
  return { generations: [{ id: oldest!.id, afterSeq: Math.min(oldest!.afterSeq, ...surplus.map((each) => each.afterSeq)) }, ...rest], generation };
}

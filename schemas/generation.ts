/**
 * Generations of the feed log. The log can lose its newest records (a power loss before a flush, a restore from a backup) and then store
 * other records under the same sequences. Therefore a position is a generation and a sequence. Only repair, restore and rebuild begin a
 * generation.
 *
 * The header `Tw-Epoch` of a record has its generation. Records of the first releases lack the header; their generation is 0.
 */

import { z } from 'zod';

export const generationHeader = 'Tw-Epoch';

export const unnamedGeneration = 0;

export interface Generation {
  /** Microseconds since 1970 at its start plus a random number up to 999; greater than the id of the generation before. */
  readonly id: number;
  /** The last sequence that belongs to earlier generations. */
  readonly afterSeq: number;
}

export type GenerationList = readonly Generation[];

const whole = z.int().min(0);
/** The list as stored, which need not be sorted. */
export const GenerationListJson = z
  .array(z.object({ id: whole, afterSeq: whole }))
  .transform((generations): GenerationList => generations.toSorted((left, right) => left.id - right.id));

/** Returns the generation in the header; `unnamedGeneration` if the header is missing or malformed. */
export function generationOfHeader(text: string | undefined): number {
  if (text === undefined || text === '') return unnamedGeneration;
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : unnamedGeneration;
}

/**
 * Merges the lists of tables, bucket and backup. If they disagree about the start of a generation, the lower sequence is used: readers may
 * then read some records twice, but miss none.
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

/** Maximum length of a list; older generations are merged into one. */
export const generationsKeptMax = 1_000;

/** Maximum error of a writer's clock: one day in microseconds, the unit of ids. */
const clockErrorMax = 86_400_000_000;

export function generationAt(generations: GenerationList, seq: number): number {
  for (let at = generations.length - 1; at >= 0; at -= 1) if (generations[at]!.afterSeq < seq) return generations[at]!.id;
  return unnamedGeneration;
}

/**
 * Returns the sequence up to which a reader at `position` has read the present log. It is lower than the reader's own if a later generation
 * began before it. If the list lacks the reader's generation, all its records were lost; because clocks differ, every generation that may
 * be later counts as later, and the newest always does.
 */
export function resolvePosition(generations: GenerationList, { generation, seq }: LogPosition): number {
  const isNamed = generation === unnamedGeneration || generations.some(({ id }) => id === generation);
  const later = generations.filter(({ id }) => id > (isNamed ? generation : generation - clockErrorMax));
  const bounds = isNamed || later.length > 0 ? later : generations.slice(-1);
  return bounds.reduce((least, { afterSeq }) => Math.min(least, afterSeq), seq);
}

/** Returns the list with a new generation that begins after `afterSeq`; `nonce` is a random integer from 0 to 999. */
export function withNewGeneration(
  generations: GenerationList,
  afterSeq: number,
  { nowMs, nonce }: { readonly nowMs: number; readonly nonce: number },
): { readonly generations: GenerationList; readonly generation: Generation } {
  // The nonce is also added if the clock is behind the newest id: otherwise the id of a lost generation could be used again.
  const generation = { id: Math.max(nowMs * 1_000, (generations.at(-1)?.id ?? unnamedGeneration) + 1) + nonce, afterSeq };
  const all = [...generations, generation];
  const surplus = all.splice(0, Math.max(0, all.length - generationsKeptMax));
  if (surplus.length === 0) return { generations: all, generation };
  // Surplus generations are merged into the oldest remaining one, which then begins at the lowest of their starts.
  const [oldest, ...rest] = all;
  return { generations: [{ id: oldest!.id, afterSeq: Math.min(oldest!.afterSeq, ...surplus.map((each) => each.afterSeq)) }, ...rest], generation };
}

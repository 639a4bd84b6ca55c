/** Stores and reads the generations of the feed log in the tables, where they survive a loss of NATS. */
import { z } from 'zod';
import { generationsKeptMax, unnamedGeneration, type Generation, type GenerationList } from '#schemas/generation.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

const generationsQuery = loadQuery('feed/generations');
const GenerationRow = z.object({ id: z.int(), after_seq: z.int() }).transform(({ id, after_seq }): Generation => ({ id, afterSeq: after_seq }));

/** Returns the newest generations, ascending by id. */
const generationsUpTo = async (store: Store, limit: number): Promise<GenerationList> =>
  (await store.query(generationsQuery, { limit }, GenerationRow)).reverse();

export const storedGenerations = (store: Store): Promise<GenerationList> => generationsUpTo(store, generationsKeptMax);

/** Returns the id of the newest stored generation, which changes whenever one is added; `unnamedGeneration` if none is stored. */
export const newestStoredGeneration = async (store: Store): Promise<number> => (await generationsUpTo(store, 1))[0]?.id ?? unnamedGeneration;

/** Stores generations. It must be called before the first record of a generation is stored. */
export const storeGenerations = (store: Store, generations: readonly Generation[]): Promise<void> =>
  store.insert('feed_epochs', generations.map(({ id, afterSeq }) => ({ id, after_seq: afterSeq }))); // prettier-ignore

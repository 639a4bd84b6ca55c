/** Reads the last sequence that the tables have, for pages that continue after it. */
import { storedGenerations } from '#clickhouse/generations.ts';
import { storedEnd } from '#clickhouse/feed.ts';
import { newGeneration } from '../errors.ts';
import type { FeedDeps } from './read.ts';

/** Returns the sequence. Throws where the tables have a generation new to this process; the next request resolves its cursor with it. */
export async function storedTo({ ask, generations }: Pick<FeedDeps, 'ask' | 'generations'>): Promise<number> {
  const { seq, generation } = await ask(storedEnd);
  if (generation <= generations.newest()) return seq;
  generations.put(await ask(storedGenerations));
  throw newGeneration();
}

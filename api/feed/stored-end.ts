/** Up to where the tables hold the log, for pages that go on behind what they have. */
import { storedGenerations } from '#clickhouse/generations.ts';
import { storedEnd } from '#clickhouse/feed.ts';
import { unavailable } from '../errors.ts';
import type { FeedDeps } from './read.ts';

/** Throws where the tables are of a generation that this process has not heard of: by the next request the cursor is resolved in it. */
export async function storedTo({ ask, generations }: Pick<FeedDeps, 'ask' | 'generations'>): Promise<number> {
  const { seq, generation } = await ask(storedEnd);
  if (generation <= generations.newest()) return seq;
  generations.put(await ask(storedGenerations));
  throw unavailable('new_generation', 'The feed log was repaired a moment ago: ask again.');
}

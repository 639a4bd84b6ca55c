/** Up to where the tables hold the log, for pages that go on behind what they have. */
import { storedEpochs } from '#clickhouse/feed-epochs.ts';
import { storedEnd } from '#clickhouse/feed.ts';
import { unavailable } from '../errors.ts';
import type { FeedDeps } from './read.ts';

/** Throws where the tables are of a generation that this process has not heard of: by the next request the cursor is resolved in it. */
export async function storedTo({ ask, epochs }: Pick<FeedDeps, 'ask' | 'epochs'>): Promise<number> {
  const { seq, generation } = await ask(storedEnd);
  if (generation <= epochs.newest()) return seq;
  epochs.put(await ask(storedEpochs));
  throw unavailable('new_generation', 'The feed log was repaired a moment ago: ask again.');
}

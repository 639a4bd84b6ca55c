/** Reads the feed as it was at a moment: a place in the log, with the versions that rows had there. */
import { SeqRow } from './columns.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

const sequenceQuery = loadQuery('feed/sequence-at');

/** Returns the last sequence that was decided by then; 0: none. */
export async function sequenceAt(store: Store, atMs: number): Promise<number> {
  const [found] = await store.query(sequenceQuery, { at_ms: atMs }, SeqRow);
  return found?.seq ?? 0;
}

/** Returns the store whose queries of the feed end at this sequence, corrections included (`at_seq` in the queries). */
export const storeAt = (store: Store, seq: number): Store => ({
  ...store,
  query: (query, params, row) => store.query(query, { ...params, at_seq: seq }, row),
});

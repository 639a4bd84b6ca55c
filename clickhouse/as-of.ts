/** Reads the feed as it was at an earlier time, with the versions that rows had then. */
import { SeqRow } from './columns.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

const sequenceQuery = loadQuery('feed/sequence-at');

/** Returns the last sequence that refine had decided at the time; 0 if there was none. */
export async function sequenceAt(store: Store, atMs: number): Promise<number> {
  const [found] = await store.query(sequenceQuery, { at_ms: atMs }, SeqRow);
  return found?.seq ?? 0;
}

/** Returns a store whose feed queries ignore rows and corrections after this sequence (`at_seq` in the queries). */
export const storeAt = (store: Store, seq: number): Store => ({
  ...store,
  query: (query, params, row) => store.query(query, { ...params, at_seq: seq }, row),
});

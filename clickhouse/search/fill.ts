/** Writes the search terms of a batch's rows. Writing them again has no effect on readers. */
import type { FeedRow } from '#schemas/feed-log.ts';
import type { Store } from '../store.ts';
import { searchTerms } from './postings.ts';

interface IndexedRow {
  readonly seq: number;
  readonly version: number;
  readonly record: FeedRow;
}

/** Bounds the memory for entries; a row has about thirty. */
const entriesPerInsert = 50_000;

export async function insertSearchTerms(store: Store, rows: readonly IndexedRow[]): Promise<void> {
  let entries: object[] = [];
  for (const { seq, record, version } of rows) {
    entries.push(...searchTerms(seq, record, version));
    if (entries.length < entriesPerInsert) continue;
    await store.insert('search_terms', entries);
    entries = [];
  }
  await store.insert('search_terms', entries);
}

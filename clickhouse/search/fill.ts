/** Writes the index of search for the rows of a batch, before the rows stand in feed. Writing an entry again changes nothing that a reader sees. */
import type { FeedRow } from '#schemas/feed-log.ts';
import type { Store } from '../store.ts';
import { searchTerms } from './postings.ts';

export interface IndexedRow {
  readonly seq: number;
  readonly version: number;
  readonly record: FeedRow;
}

/** A row has some thirty; what is in memory at once is bounded by them. */
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

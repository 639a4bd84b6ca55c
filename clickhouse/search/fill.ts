/**
 * Fills the index of search: with the rows of a batch before they stand in feed, and with rows that a release before
 * search stored. Writing an entry again changes nothing that a reader sees.
 */
import { z } from 'zod';
import type { FeedRow } from '#schemas/feed-log.ts';
import { RecordColumns, restoreRow } from '../record.ts';
import { loadQuery } from '../sql.ts';
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

const stretchesQuery = loadQuery('search/indexed-stretches');
const versionsQuery = loadQuery('search/versions-between');
const Stretch = z.object({ stretch: z.int(), missing: z.int() });
const stretchRecords = 10_000;
const recordsAtOnce = 500;

/** Indexes rows of feed that are not, the newest first; answers how many stood in stretches that lacked some. Ends early when `signal` says so. */
export async function indexMissing(store: Store, signal: AbortSignal): Promise<number> {
  let indexed = 0;
  for (const { stretch } of await store.query(stretchesQuery, { stretch: stretchRecords }, Stretch)) {
    const [first, end] = [stretch * stretchRecords, (stretch + 1) * stretchRecords];
    for (let from = first; from < end && !signal.aborted; from += recordsAtOnce) {
      const found = await store.query(versionsQuery, { from, to: from + recordsAtOnce - 1 }, RecordColumns);
      await insertSearchTerms(store, found.map((row) => ({ seq: row.seq, version: row.version, record: restoreRow(row) }))); // prettier-ignore
      indexed += found.length;
    }
  }
  return indexed;
}

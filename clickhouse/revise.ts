/**
 * Computes the corrected rows for the revisions in a batch: each keeps the sequence number of the original row and takes
 * the revision's as its version. The original comes from the batch or from the store, so writing a batch again produces
 * the same rows.
 */
import type { FeedRow, LogRecord } from '#schemas/feed-log.ts';
import { uidNumber } from './columns.ts';
import { RecordColumns, restoreRow } from './record.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

export interface RevisedRow {
  /** Of the row that is corrected. */
  readonly seq: number;
  /** Sequence of the revision. */
  readonly version: number;
  /** The row from now on. */
  readonly record: FeedRow;
  /** The row itself is of the same batch. */
  readonly isOfBatch: boolean;
}

type Batch = readonly { readonly seq: number; readonly record: LogRecord }[];

const recordsOfUids = loadQuery('feed/records-of-uids');
/** Uids travel in the address of a request, which servers bound. */
const uidsPerRequest = 400;

/** A revision whose row the store never had (its place in the log is a gap) corrects nothing. */
export async function revisedRows(store: Store, batch: Batch): Promise<RevisedRow[]> {
  const revisions = batch.flatMap(({ seq, record }) =>
    record.type === 'revision' && record.item !== null ? [{ version: seq, record, item: record.item }] : [],
  );
  if (revisions.length === 0) return [];
  const ofBatch = new Map(batch.flatMap(({ seq, record }) => (record.type === 'row' ? [[record.uid, { seq, record }] as const] : [])));
  const missing = [...new Set(revisions.map(({ record }) => record.revises))].filter((uid) => !ofBatch.has(uid));
  const stored = await rowsOfUids(store, missing);
  return revisions.flatMap(({ version, record: { revises, key_entities, trade }, item }) => {
    const own = ofBatch.get(revises);
    const first = own ?? stored.get(revises);
    // A row behind its revision is another document's, whose uid came to be the same.
    if (first === undefined || first.seq > version) return [];
    return [{ seq: first.seq, version, record: { ...first.record, item, key_entities, trade }, isOfBatch: own !== undefined }];
  });
}

async function rowsOfUids(store: Store, uids: readonly string[]): Promise<Map<string, { seq: number; record: FeedRow }>> {
  const found = new Map<string, { seq: number; record: FeedRow }>();
  for (let at = 0; at < uids.length; at += uidsPerRequest) {
    const wanted = uids.slice(at, at + uidsPerRequest).map(uidNumber);
    for (const row of await store.query(recordsOfUids, { uids: wanted }, RecordColumns)) {
      const record = restoreRow(row);
      found.set(record.uid, { seq: row.seq, record });
    }
  }
  return found;
}

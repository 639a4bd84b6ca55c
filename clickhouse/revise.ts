/**
 * Computes the corrected and withdrawn rows for the revisions in a batch. Each keeps the sequence of the original row and takes the revision's as its
 * version. The original comes from the batch or from the store, so writing a batch again produces the same rows.
 */
import type { FeedRow, LogRecord } from '#schemas/feed-log.ts';
import { uidNumber } from './columns.ts';
import { RecordRow, restoreRow } from './record.ts';
import { loadQuery, requestParts } from './sql.ts';
import type { Store } from './store.ts';

export interface RevisedRow {
  /** Sequence of the corrected row. */
  readonly seq: number;
  /** Sequence of the revision. */
  readonly version: number;
  /** The corrected row; for a withdrawal, the row as it entered the log. */
  readonly record: FeedRow;
  readonly isWithdrawn: boolean;
  /** Whether the corrected row is of the same batch. */
  readonly isOfBatch: boolean;
}

type Batch = readonly { readonly seq: number; readonly record: LogRecord }[];

const recordsOfUids = loadQuery('feed/records-of-uids');

/** Returns the corrected rows. A revision whose row the store never had (a gap in the log) corrects nothing. */
export async function revisedRows(store: Store, batch: Batch): Promise<RevisedRow[]> {
  const revisions = batch.flatMap(({ seq, record }) =>
    record.type === 'revision' && (record.item !== null || record.withdrawn !== undefined) ? [{ version: seq, record }] : [],
  );
  if (revisions.length === 0) return [];
  const ofBatch = new Map(batch.flatMap(({ seq, record }) => (record.type === 'row' ? [[record.uid, { seq, record }] as const] : [])));
  const missing = [...new Set(revisions.map(({ record }) => record.revises))].filter((uid) => !ofBatch.has(uid));
  const stored = await rowsOfUids(store, missing);
  return revisions.flatMap(({ version, record: { revises, item, key_entities, trade, evidence, extract, is_category_unsure } }): RevisedRow[] => {
    const own = ofBatch.get(revises);
    const first = own ?? stored.get(revises);
    // A row that comes after its revision belongs to another document with the same uid.
    if (first === undefined || first.seq > version) return [];
    const place = { seq: first.seq, version, isOfBatch: own !== undefined };
    if (item === null) return [{ ...place, record: first.record, isWithdrawn: true }];
    const { evidence: _, extract: __, is_category_unsure: ___, ...kept } = first.record;
    const record = {
      ...kept,
      item,
      key_entities,
      ...(trade !== undefined && { trade }),
      ...(evidence !== undefined && { evidence }),
      ...(extract !== undefined && { extract }),
      ...(is_category_unsure !== undefined && { is_category_unsure }),
    };
    return [{ ...place, record, isWithdrawn: false }];
  });
}

async function rowsOfUids(store: Store, uids: readonly string[]): Promise<Map<string, { seq: number; record: FeedRow }>> {
  const found = new Map<string, { seq: number; record: FeedRow }>();
  for (const part of requestParts(uids)) {
    for (const row of await store.query(recordsOfUids, { uids: part.map(uidNumber) }, RecordRow)) {
      const record = restoreRow(row);
      found.set(record.uid, { seq: row.seq, record });
    }
  }
  return found;
}

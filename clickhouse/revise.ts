/**
 * Computes the new versions of rows for the revisions in a batch. A new version has the sequence of the row, and the sequence of the revision
 * as `version`. It is based on the batch and on stored versions before it, so writing a batch again gives the same versions.
 */
import { changesRow, type FeedRevision, type FeedRow, type LogRecord } from '#schemas/feed-log.ts';
import { uidNumber } from './columns.ts';
import { RecordRow, restoreRow } from './record.ts';
import { loadQuery, requestParts } from './sql.ts';
import type { Store } from './store.ts';

interface RevisedRow extends BatchRow {
  /** Sequence of the revision. */
  readonly version: number;
}

interface BatchRow extends RowState {
  readonly seq: number;
  /** Whether the original row is in the same batch. */
  readonly isOfBatch: boolean;
}

interface RowState {
  /** The corrected row; of a withdrawn row, the state before the withdrawal. */
  readonly record: FeedRow;
  readonly isWithdrawn: boolean;
}

type Batch = readonly { readonly seq: number; readonly record: LogRecord }[];

const recordsOfUids = loadQuery('feed/records-of-uids');

/** Returns the new versions. Revisions of rows that the tables lack (because of a gap) are ignored. */
export async function revisedRows(store: Store, batch: Batch): Promise<RevisedRow[]> {
  const revisions = batch.flatMap(({ seq, record }) => (record.type === 'revision' && changesRow(record) ? [{ version: seq, record }] : []));
  if (revisions.length === 0) return [];
  const rows = new Map<string, BatchRow>();
  for (const { seq, record } of batch) if (record.type === 'row') rows.set(record.uid, { seq, record, isWithdrawn: false, isOfBatch: true });
  const missing = [...new Set(revisions.map(({ record }) => record.revises))].filter((uid) => !rows.has(uid));
  for (const row of await storedRows(store, missing, revisions[0]!.version)) rows.set(row.record.uid, row);
  return revisions.flatMap(({ version, record: revision }): RevisedRow[] => {
    const before = rows.get(revision.revises);
    // A row after the revision is another document with the same uid.
    if (before === undefined || before.seq > version) return [];
    const row = { ...before, ...revised(before, revision) };
    rows.set(revision.revises, row);
    return [{ ...row, version }];
  });
}

function revised({ record, isWithdrawn }: RowState, revision: FeedRevision): RowState {
  const { item, key_entities, evidence, extract, is_category_unsure, withdrawn } = revision;
  if (withdrawn !== undefined) return { record, isWithdrawn: true };
  const is_root = revision.is_root ?? record.is_root;
  if (item === null) return { record: { ...record, is_root }, isWithdrawn };
  const trade = revision.trade ?? record.trade;
  return { record: { ...record, item, key_entities, is_root, trade, evidence, extract, is_category_unsure }, isWithdrawn: false };
}

/** Returns the rows with these uids in their last versions before `beforeSeq`. */
async function storedRows(store: Store, uids: readonly string[], beforeSeq: number): Promise<BatchRow[]> {
  const found: BatchRow[] = [];
  for (const part of requestParts(uids)) {
    const rows = await store.query(recordsOfUids, { uids: part.map(uidNumber), before: beforeSeq }, RecordRow);
    found.push(...rows.map((row) => ({ seq: row.seq, record: restoreRow(row), isWithdrawn: row.doc === '', isOfBatch: false })));
  }
  return found;
}

/**
 * Writes batches of the feed log to the tables, so that a batch which a crash interrupts is invisible and is written again.
 *
 * A batch is written to the key and derived tables, then to drops, then to feed. Each insert is one block, which is stored whole or not at
 * all. Readers serve only rows that feed has, and the checkpoint includes a batch only when its rows are in feed
 * (queries/feed/checkpoint.sql). Queries ignore duplicates, so writing a batch twice has no effect.
 *
 * A revision is written to drops as a record, and to feed as a new version of its row. If the row is of an earlier batch, its new version
 * must be written before drops: the checkpoint includes the row already, so a restarted writer skips the revision if drops has it.
 */
import { z } from 'zod';
import { changesRow, isKnownRecord, type FeedRevision, type FeedRow, type LogRecord } from '#schemas/feed-log.ts';
import { Uid } from '#schemas/primitives.ts';
import { timeColumn, uidColumn, uidNumber } from './columns.ts';
import { earningsKeys } from './earnings-reads.ts';
import type { NumberedRecord } from './feed-records.ts';
import { tradeColumns, withdrawnTrade } from './insider-trades.ts';
import { feedColumns, feedKeys, RecordRow, restoreRow, withdrawnRow } from './record.ts';
import { insertSearchTerms } from './search/postings.ts';
import { loadQuery, requestParts } from './sql.ts';
import type { Store } from './store.ts';

/** Sequence -> time at which the row became visible, in ClickHouse's format. */
type VisibleSince = ReadonlyMap<number, string>;

const visibleBetween = loadQuery('feed/visible-between');
const Visible = z.object({ seq: z.int(), visible_at: z.string() });

export async function visibleSinceBetween(store: Store, fromSeq: number, toSeq: number): Promise<VisibleSince> {
  const rows = await store.query(visibleBetween, { from_seq: fromSeq, to_seq: toSeq }, Visible);
  return new Map(rows.map(({ seq, visible_at }) => [seq, visible_at]));
}

/**
 * Stores a batch of at most some thousand records, ascending, that follows the checkpoint. No two calls may overlap, not even in different
 * processes. Rows become visible now, except that those in `visibleSince` keep their earlier time. Throws if the sequences do not ascend.
 */
export async function insertRecords(store: Store, batch: readonly NumberedRecord[], visibleSince: VisibleSince = new Map()): Promise<void> {
  batch.forEach(({ seq }, at) => {
    if (!Number.isSafeInteger(seq) || seq <= (batch[at - 1]?.seq ?? 0)) throw new Error(`sequence ${seq} is out of order`);
  });
  const rows = batch.flatMap(({ seq, record }) => (record.type === 'row' ? [{ seq, record, version: 0 }] : []));
  const batchRowSeq = rows.at(-1)?.seq ?? 0;
  // Despite its name the table `drops` has every record that is no row.
  const unserved = batch.flatMap(({ seq, record }) => (record.type === 'row' ? [] : [unservedColumns(seq, record, batchRowSeq)]));
  const uids = rows.map(({ seq, record }) => ({ uid: uidColumn(record.uid), seq }));
  const revised = await revisedRows(store, batch);
  const corrected = revised.filter(({ isWithdrawn }) => !isWithdrawn);
  const withdrawnTrades = revised.flatMap(({ record: { uid, trade }, version, isWithdrawn }) =>
    isWithdrawn && trade !== undefined ? [withdrawnTrade(trade, uid, version)] : [],
  );
  const keys = [...rows, ...corrected].flatMap(({ seq, record, version }) => feedKeys(seq, record, version));
  await Promise.all([
    store.insert('story_sources', batch.flatMap(storyOutletRows)),
    store.insert('feed_uids', uids),
    store.insert('feed_keys', keys),
    store.insert('insider_trades', [...batch.flatMap(tradeColumns), ...withdrawnTrades]),
    store.insert('earnings_reads', rows.flatMap(earningsKeys)),
    insertSearchTerms(store, [...rows, ...corrected]),
  ]);
  const columns = ({ seq, record, version, isWithdrawn = false }: (typeof rows)[number] & { readonly isWithdrawn?: boolean }): object => {
    if (isWithdrawn) return withdrawnRow(seq, record, version);
    const visible_at = version === 0 ? visibleSince.get(seq) : undefined;
    return { ...feedColumns(seq, record, version), ...(visible_at !== undefined && { visible_at }) };
  };
  await store.insert('feed', revised.filter(({ isOfBatch }) => !isOfBatch).map(columns));
  await store.insert('drops', unserved);
  await store.insert('feed', [...rows, ...revised.filter(({ isOfBatch }) => isOfBatch)].map(columns));
}

function storyOutletRows({ seq, record }: NumberedRecord): object[] {
  if ((record.type !== 'row' && record.type !== 'drop') || record.story_id === null) return [];
  const sourceDomain = record.type === 'row' ? record.item.original.source_domain : record.source_domain;
  return sourceDomain ? [{ story_id: uidColumn(record.story_id), seq, uid: uidColumn(record.uid), source_domain: sourceDomain }] : [];
}

function unservedColumns(seq: number, record: Exclude<LogRecord, FeedRow>, batchRowSeq: number): object {
  const kept = { seq, batch_row_seq: batchRowSeq, type: record.type, record: JSON.stringify(record) };
  if (!isKnownRecord(record)) return 'uid' in record && Uid.safeParse(record.uid).success ? { ...kept, uid: uidColumn(String(record.uid)) } : kept;
  if (record.type === 'gap') return kept;
  const { uid, instants, source } = record;
  const known = { ...kept, uid: uidColumn(uid), refined_at: timeColumn(instants.refined_at), source };
  if (record.type === 'drop') return { ...known, reason: record.reason, source_type: record.source_type };
  return { ...known, source_type: record.kind === 'article' ? 'publisher' : 'sec_form4' };
}

interface RowState {
  readonly seq: number;
  /** The corrected row; of a withdrawn row, the state before the withdrawal. */
  readonly record: FeedRow;
  readonly isWithdrawn: boolean;
  /** Whether the original row is in the same batch. */
  readonly isOfBatch: boolean;
}

const recordsOfUids = loadQuery('feed/records-of-uids');

/**
 * Returns the new versions of rows for the revisions in a batch. A new version has the sequence of the row, and that of the revision as
 * `version`. It is based on the batch and on stored versions before it, so writing a batch again gives the same versions. Revisions of rows that
 * the tables lack (because of a gap) are ignored.
 */
async function revisedRows(store: Store, batch: readonly NumberedRecord[]): Promise<(RowState & { readonly version: number })[]> {
  const revisions = batch.flatMap(({ seq, record }) => (record.type === 'revision' && changesRow(record) ? [{ version: seq, record }] : []));
  if (revisions.length === 0) return [];
  const rows = new Map<string, RowState>();
  for (const { seq, record } of batch) if (record.type === 'row') rows.set(record.uid, { seq, record, isWithdrawn: false, isOfBatch: true });
  const missing = [...new Set(revisions.map(({ record }) => record.revises))].filter((uid) => !rows.has(uid));
  for (const row of await storedRows(store, missing, revisions[0]!.version)) rows.set(row.record.uid, row);
  return revisions.flatMap(({ version, record: revision }) => {
    const before = rows.get(revision.revises);
    // A row after the revision is another document with the same uid.
    if (before === undefined || before.seq > version) return [];
    const row = stateAfter(before, revision);
    rows.set(revision.revises, row);
    return [{ ...row, version }];
  });
}

function stateAfter(before: RowState, revision: FeedRevision): RowState {
  const { record } = before;
  const { item, key_entities, evidence, extract, is_category_unsure, withdrawn } = revision;
  if (withdrawn !== undefined) return { ...before, isWithdrawn: true };
  const is_root = revision.is_root ?? record.is_root;
  if (item === null) return { ...before, record: { ...record, is_root } };
  const trade = revision.trade ?? record.trade;
  return { ...before, record: { ...record, item, key_entities, is_root, trade, evidence, extract, is_category_unsure }, isWithdrawn: false };
}

/** Returns the rows with these uids in their last versions before `beforeSeq`. */
async function storedRows(store: Store, uids: readonly string[], beforeSeq: number): Promise<RowState[]> {
  const found: RowState[] = [];
  for (const part of requestParts(uids)) {
    const rows = await store.query(recordsOfUids, { uids: part.map(uidNumber), before: beforeSeq }, RecordRow);
    found.push(...rows.map((row) => ({ seq: row.seq, record: restoreRow(row), isWithdrawn: row.doc === '', isOfBatch: false })));
  }
  return found;
}

/**
 * Writes the feed log to the tables, in its order.
 *
 * A kill may leave part of a batch. A batch is written to story_sources, feed_uids, feed_keys and derived tables (insider_trades,
 * earnings_reads, search_terms), then to drops, then to feed; each write is one block that is stored whole or not at all. Readers may find
 * a row through any table but serve it from feed only, and the checkpoint counts a batch once its rows are in feed
 * (queries/feed/checkpoint.sql). So an incomplete batch is invisible and is written again whole, and rows that are stored twice are read
 * once.
 *
 * A revision is stored twice: as a record in drops at its own sequence, and as a new version of its row in feed at the row's sequence. For a
 * row of an earlier batch the order is first feed, then drops: the checkpoint counts the row as stored already, so only the revision's record
 * in drops tells a restarted writer whether the new version was written. A row of the same batch is written with that batch's rows.
 */
import { z } from 'zod';
import { isKnownRecord, type FeedRow, type LogRecord } from '#schemas/feed-log.ts';
import { Uid } from '#schemas/primitives.ts';
import { timeColumn, uidColumn } from './columns.ts';
import { earningsKeys } from './earnings-reads.ts';
import type { NumberedRecord } from './feed-records.ts';
import { tradeColumns, withdrawnTrade } from './insider-trades.ts';
import { feedColumns, feedKeys, withdrawnRow } from './record.ts';
import { revisedRows } from './revise.ts';
import { insertSearchTerms } from './search/fill.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

/** Sequence -> time at which its row became visible, in ClickHouse's format. */
export type VisibleSince = ReadonlyMap<number, string>;

const visibleBetween = loadQuery('feed/visible-between');
const Visible = z.object({ seq: z.int(), visible_at: z.string() });

/** Returns when the rows of this range became visible. */
export async function visibleSinceBetween(store: Store, fromSeq: number, toSeq: number): Promise<VisibleSince> {
  const rows = await store.query(visibleBetween, { from_seq: fromSeq, to_seq: toSeq }, Visible);
  return new Map(rows.map(({ seq, visible_at }) => [seq, visible_at]));
}

/**
 * Stores a range of the log: ascending, from the checkpoint on, at most some thousands. Writing the same records again changes nothing that
 * a reader sees. Two calls must never overlap, on any process. Rows become visible now; those in `visibleSince` keep their earlier time.
 */
export async function insertRecords(store: Store, batch: readonly NumberedRecord[], visibleSince: VisibleSince = new Map()): Promise<void> {
  batch.forEach(({ seq }, at) => {
    if (!Number.isSafeInteger(seq) || seq <= (batch[at - 1]?.seq ?? 0)) throw new Error(`sequence ${seq} is out of order`);
  });
  const rows = batch.flatMap(({ seq, record }) => (record.type === 'row' ? [{ seq, record, version: 0 }] : []));
  const batchRowSeq = rows.at(-1)?.seq ?? 0;
  // The table `drops` holds every record that is no row: drops, revisions, gaps, records of later releases.
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
  // A record that a later release wrote is stored with the uid of its document, if it has one.
  if (!isKnownRecord(record)) return 'uid' in record && Uid.safeParse(record.uid).success ? { ...kept, uid: uidColumn(String(record.uid)) } : kept;
  if (record.type === 'gap') return kept;
  const { uid, instants, source } = record;
  const known = { ...kept, uid: uidColumn(uid), refined_at: timeColumn(instants.refined_at), source };
  if (record.type === 'drop') return { ...known, reason: record.reason, source_type: record.source_type };
  return { ...known, source_type: record.kind === 'article' ? 'publisher' : 'sec_form4' };
}

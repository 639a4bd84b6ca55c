/**
 * Converts a row of the feed log to columns and back. `doc` is the item as lists serve it; `detail` is the record with null in place of values
 * that other columns have. The order of keys is preserved, so the restored record has the same JSON as the original.
 */
import { z } from 'zod';
import { readFeedValue, type FeedRow, type LogRecord } from '#schemas/feed-log.ts';
import { renderItem } from '#schemas/render-item.ts';
import { fitsTimeColumn, timeColumn, timeColumnMs, uidColumn, UidHex } from './columns.ts';
import { facetsOf } from '#schemas/feed-filter.ts';
import { tonesColumn } from './tone-column.ts';

/** Columns of a withdrawn row. No filter matches them, and readers omit rows with an empty `doc`. */
const withdrawnColumns = { category: '', relevance: 0, tickers: [], items: [], tones: [], doc: '' };

/** Returns the version that withdraws a row, to insert in feed. `version` is the sequence of the withdrawal. */
export const withdrawnRow = (seq: number, record: FeedRow, version: number): object => ({
  ...feedColumns(seq, record, version),
  ...withdrawnColumns,
  detail: renderDetail(record, record.item),
});

/** Returns the row to insert in feed. `version` is the sequence of the revision, 0 for the original row. */
export function feedColumns(seq: number, record: FeedRow, version = 0): object {
  const { item, instants } = record;
  const { tickers, columns } = filterColumns(record);
  const text = JSON.stringify(item);
  const doc = renderItem(item, text);
  return {
    seq,
    version,
    uid: uidColumn(record.uid),
    story_id: uidColumn(record.story_id),
    ...columns,
    published_at: timeColumn(item.original.time_published),
    stated_at: instants.published_at === null ? null : timeColumn(instants.published_at),
    seen_at: timeColumn(instants.seen_at),
    fetched_at: timeColumn(instants.fetched_at),
    refined_at: timeColumn(instants.refined_at),
    source: record.source,
    source_domain: item.original.source_domain,
    tickers,
    doc,
    detail: renderDetail(record, doc === text ? null : item),
    tones: tonesColumn(record, tickers),
  };
}

/** Returns the score as one byte. A later release may have other scores. */
export const relevanceColumn = (relevance: number): number => Math.max(0, Math.min(255, Math.floor(relevance)));

/** Returns the rows to insert in feed_keys: one for the whole feed and one per ticker. */
export function feedKeys(seq: number, record: FeedRow, version = 0): object[] {
  const { tickers, columns } = filterColumns(record);
  const newest = -timeColumnMs(record.item.original.time_published);
  return ['', ...tickers].map((scope) => ({ scope, newest, uid: uidColumn(record.uid), version, seq, ...columns }));
}

/** Returns the columns for filters, which feed and feed_keys have, and the tickers. */
function filterColumns(record: FeedRow) {
  const { tickers, isRoot, is10b5_1, isPlanSale, category, relevance, sourceType, items } = facetsOf(record);
  const columns = {
    created_at: timeColumn(record.item.original.created_at),
    category,
    relevance: relevanceColumn(relevance),
    source_type: sourceType,
    items,
    is_10b5_1: is10b5_1,
    is_root: isRoot,
    is_history: record.is_history === true,
    is_plan_sale: isPlanSale,
  };
  return { tickers, columns };
}

const instantColumns: Readonly<Record<string, 'stated_at_ms' | 'seen_at_ms' | 'fetched_at_ms' | 'refined_at_ms' | undefined>> = {
  published_at: 'stated_at_ms',
  seen_at: 'seen_at_ms',
  fetched_at: 'fetched_at_ms',
  refined_at: 'refined_at_ms',
};

/** Returns the column `detail`. `item` is null if `doc` equals it. */
function renderDetail(record: FeedRow, item: FeedRow['item'] | null): string {
  const isInColumn = (name: string, instant: string | null): boolean =>
    instantColumns[name] !== undefined && instant !== null && fitsTimeColumn(instant);
  const instants = Object.entries(record.instants).map(([name, instant]) => [name, isInColumn(name, instant) ? null : instant]);
  return JSON.stringify({
    ...record,
    uid: null,
    identity: record.identity === record.item.original.url ? null : record.identity,
    source: null,
    instants: Object.fromEntries(instants),
    item,
    story_id: null,
  });
}

/** Columns of queries/feed/record-columns.sql. */
export const RecordRow = z.object({
  seq: z.int(),
  version: z.int(),
  uid_hex: UidHex,
  story_id_hex: UidHex,
  is_root: z.boolean(),
  source: z.string(),
  published_at_ms: z.int(),
  created_at_ms: z.int(),
  stated_at_ms: z.int().nullable(),
  seen_at_ms: z.int(),
  fetched_at_ms: z.int(),
  refined_at_ms: z.int(),
  doc: z.string(),
  detail: z.string(),
});
export type RecordRow = z.infer<typeof RecordRow>;

/** Returns the record from which `feedColumns` made the columns. Throws if they are damaged. */
export function restoreRow(columns: RecordRow): FeedRow {
  const detail = JSON.parse(columns.detail);
  const item = detail.item ?? JSON.parse(columns.doc);
  const instantOf = (name: string, kept: string | null): string | null => {
    const column = instantColumns[name];
    const atMs = column === undefined ? null : columns[column];
    return kept ?? (atMs === null ? null : new Date(atMs).toISOString());
  };
  const instants = Object.fromEntries(Object.keys(detail.instants).map((name) => [name, instantOf(name, detail.instants[name])]));
  // Assignment in place preserves the order of keys.
  const record: unknown = Object.assign(detail, {
    uid: columns.uid_hex,
    identity: detail.identity ?? item.original.url,
    source: columns.source,
    instants,
    item,
    story_id: columns.story_id_hex,
  });
  const restored = restoreRecord(record);
  if (restored?.type !== 'row') throw new Error(`row ${columns.seq} of the table feed is not a row of the feed log`);
  return restored;
}

/** Returns the value as a record with the same order of keys, or null if it is none. */
export function restoreRecord(value: unknown): LogRecord | null {
  const parsed = readFeedValue(value);
  return parsed.ok ? parsed.record : null;
}

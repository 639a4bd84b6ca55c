/**
 * A served row of the feed log as columns, and back to the very record: `doc` is its item as a list
 * serves it, `detail` the record with null for every value that another column holds. Keys keep their
 * order, so JSON.stringify of what comes back is what went in.
 */
import { z } from 'zod';
import { FeedRecord, type FeedRow } from '#schemas/feed-log.ts';
import { isHeldExactly, timeColumn, timeColumnMs, uidColumn, UidHex } from './columns.ts';
import { facetsOf } from './feed-filter.ts';

/** A row of table feed, as inserted. `version`: sequence of the revision that says so; 0: as it entered the log. */
export function feedColumns(seq: number, record: FeedRow, version = 0): object {
  const { item, instants } = record;
  const { tickers, isRoot, is10b5_1, ...facets } = facetsOf(record);
  return {
    seq,
    version,
    uid: uidColumn(record.uid),
    story_id: uidColumn(record.story_id),
    is_root: isRoot,
    is_history: record.is_history === true,
    published_at: timeColumn(item.original.time_published),
    created_at: timeColumn(item.original.created_at),
    stated_at: instants.published_at === null ? null : timeColumn(instants.published_at),
    seen_at: timeColumn(instants.seen_at),
    fetched_at: timeColumn(instants.fetched_at),
    refined_at: timeColumn(instants.refined_at),
    category: facets.category,
    relevance: facets.relevance,
    source_type: facets.sourceType,
    source: record.source,
    source_domain: item.original.source_domain,
    tickers,
    items: facets.items,
    is_10b5_1: is10b5_1,
    doc: JSON.stringify(item),
    detail: renderDetail(record),
  };
}

/** Its rows of table feed_keys: one for the whole feed, one a ticker. */
export function feedKeys(seq: number, record: FeedRow, version = 0): object[] {
  const { tickers, isRoot, is10b5_1, ...facets } = facetsOf(record);
  return ['', ...tickers].map((scope) => ({
    scope,
    newest: -timeColumnMs(record.item.original.time_published),
    uid: uidColumn(record.uid),
    version,
    seq,
    created_at: timeColumn(record.item.original.created_at),
    category: facets.category,
    relevance: facets.relevance,
    source_type: facets.sourceType,
    items: facets.items,
    is_10b5_1: is10b5_1,
    is_root: isRoot,
    is_history: record.is_history === true,
  }));
}

function renderDetail(record: FeedRow): string {
  const instants = Object.entries(record.instants).map(([name, instant]) => [name, instant === null || isHeldExactly(instant) ? null : instant]);
  return JSON.stringify({
    ...record,
    uid: null,
    identity: record.identity === record.item.original.url ? null : record.identity,
    source: null,
    instants: Object.fromEntries(instants),
    item: null,
    story_id: null,
  });
}

/** queries/feed/record-columns.sql */
export const RecordColumns = z.object({
  seq: z.int(),
  version: z.int(),
  uid_hex: UidHex,
  story_id_hex: UidHex,
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
export type RecordColumns = z.infer<typeof RecordColumns>;

export function restoreRow(columns: RecordColumns): FeedRow {
  const item = JSON.parse(columns.doc);
  const detail = JSON.parse(columns.detail);
  const instantOf = (kept: string | null, atMs: number | null): string | null => kept ?? (atMs === null ? null : new Date(atMs).toISOString());
  const columnOf: Readonly<Record<string, number | null>> = {
    published_at: columns.stated_at_ms,
    seen_at: columns.seen_at_ms,
    fetched_at: columns.fetched_at_ms,
    refined_at: columns.refined_at_ms,
  };
  const instants = Object.fromEntries(Object.keys(detail.instants).map((name) => [name, instantOf(detail.instants[name], columnOf[name] ?? null)]));
  // Assigned in place: the keys of `detail` stand where those of the record did.
  const record: unknown = Object.assign(detail, {
    uid: columns.uid_hex,
    identity: detail.identity ?? item.original.url,
    source: columns.source,
    instants,
    item,
    story_id: columns.story_id_hex,
  });
  if (!isRecord(record) || record.type !== 'row') throw new Error(`row ${columns.seq} of the table feed is no row of the feed log`);
  return record;
}

/** The record as it is kept, key order included, which a parsed copy would not have. */
export function isRecord(value: unknown): value is FeedRecord {
  return FeedRecord.safeParse(value).success;
}

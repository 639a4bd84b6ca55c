/**
 * The feed log in tables: written in order; read by sequence, publication time, ticker or uid.
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
import { newestOrder } from '#schemas/cursor.ts';
import { isKnownRecord, type FeedRow, type LogRecord } from '#schemas/feed-log.ts';
import type { NewsItem } from '#schemas/item.ts';
import { Uid } from '#schemas/primitives.ts';
import { SeqRow, timeBound, timeColumn, uidColumn, UidHex, uidNumber } from './columns.ts';
import { earningsKeys } from './earnings-reads.ts';
import { facetsOf, matches, type FeedFilter } from '#schemas/feed-filter.ts';
import { keysNewestBySequence, keysNewestFirst, newestFirstParams, rowsOfKeys, tickerParams, type NewestKey, type NewestRange } from './feed-keys.ts';
import { tradeColumns } from './insider-trades.ts';
import { feedColumns, feedKeys, RecordRow, restoreRecord, restoreRow, withdrawnRow } from './record.ts';
import { filterParams } from './filter-params.ts';
import { revisedRows } from './revise.ts';
import { insertSearchTerms } from './search/fill.ts';
import { loadQuery, requestParts } from './sql.ts';
import type { Store } from './store.ts';

export interface NumberedRecord {
  readonly seq: number;
  readonly record: LogRecord;
}

export interface StoredRow {
  readonly seq: number;
  /** Sequence of the last revision that corrected it; 0: as it entered the log. */
  readonly version: number;
  readonly uid: string;
  readonly storyId: string;
  readonly publishedAtMs: number;
  readonly createdAtMs: number;
  /** The item as a list serves it: JSON whose last keys are story_id, sources_count and sources, all null; '' where it is withdrawn. */
  readonly doc: string;
}

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
  const keys = [...rows, ...corrected].flatMap(({ seq, record, version }) => feedKeys(seq, record, version));
  await Promise.all([
    store.insert('story_sources', batch.flatMap(storySources)),
    store.insert('feed_uids', uids),
    store.insert('feed_keys', keys),
    store.insert('insider_trades', batch.flatMap(tradeColumns)),
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

function storySources({ seq, record }: NumberedRecord): object[] {
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

const checkpoint = loadQuery('feed/checkpoint');

const End = z.object({ seq: z.int(), generation: z.int() });

/** Returns the last sequence in the tables, drops and gaps included, and their newest generation; zeros when the tables are empty. */
export async function storedEnd(store: Store): Promise<z.infer<typeof End>> {
  const [found] = await store.query(checkpoint, {}, End);
  return found ?? { seq: 0, generation: 0 };
}

export const lastSequence = async (store: Store): Promise<number> => (await storedEnd(store)).seq;

const newestRow = loadQuery('feed/newest-row');

/** Returns the greatest sequence of a row; 0: none. For checks whether the tables answer, at a tenth of the work of `lastSequence`. */
export async function newestRowSequence(store: Store): Promise<number> {
  const [found] = await store.query(newestRow, {}, SeqRow);
  return found?.seq ?? 0;
}

/** Returns the next matching rows after `afterSeq`, ascending, a full page in one statement. Fewer than `limit`: no more for now. */
export async function pageAfterSequence(store: Store, filter: FeedFilter, afterSeq: number, limit: number): Promise<StoredRow[]> {
  const page: StoredRow[] = [];
  let after = afterSeq;
  while (page.length < limit) {
    const params = { ...filterParams(filter), ...tickerParams(filter), after, limit: limit - page.length };
    const found = (await store.query(filter.tickers === null ? afterSequence : tickerAfterSequence, params, RowColumns)).map(storedRow);
    page.push(...found.filter((row) => stillMatches(row, filter)));
    const last = found.at(-1);
    if (last === undefined) break;
    after = last.seq;
  }
  return page;
}

/** Returns the last `limit` matching rows of the log, ascending. */
export async function newestBySequence(store: Store, filter: FeedFilter, limit: number): Promise<StoredRow[]> {
  const newestFirst = await rowsOfKeys<number, StoredRow>(
    limit,
    (before, count) => keysNewestBySequence(store, filter, before, count),
    async (seqs) => (await rowsInOrder(store, seqs)).filter((row) => stillMatches(row, filter)),
  );
  return newestFirst.reverse();
}

/** Returns rows by publication time descending, then uid ascending, after `range.before`; one statement where one key suffices. */
export async function pageNewestFirst(store: Store, filter: FeedFilter, range: NewestRange, limit: number): Promise<StoredRow[]> {
  const page: StoredRow[] = [];
  let before = range.before;
  // Most pages are full, so a page checks for the end of the list only after an incomplete result.
  let isStoredOnly = limit === 1;
  while (page.length < limit) {
    const wanted = limit - page.length;
    const [params, ...others] = newestFirstParams(filter, { ...range, before }, wanted);
    if (params === undefined) break;
    if (others.length > 0) return [...page, ...(await pageOfKeys(store, filter, { ...range, before }, wanted))];
    const found = (await store.query(newestFirst, isStoredOnly ? { ...params, stored_only: true } : params, RowColumns))
      .map(storedRow)
      .toSorted(newestOrder);
    page.push(...found.filter((row) => stillMatches(row, filter)));
    // Corrections keep a row's publication time, so the last row of a page has the place of its key.
    const last = found.at(-1);
    if (last === undefined && isStoredOnly) break;
    isStoredOnly = found.length < wanted;
    before = last ?? before;
  }
  return page;
}

/** Does the same over several tickers, where a row may have several keys. */
const pageOfKeys = (store: Store, filter: FeedFilter, range: NewestRange, limit: number): Promise<StoredRow[]> =>
  rowsOfKeys<NewestKey, StoredRow>(
    limit,
    (last, count) => keysNewestFirst(store, filter, { ...range, before: last ?? range.before }, count),
    async (keys) => (await rowsInOrder(store, keys.map(({ seq }) => seq))).filter((row) => stillMatches(row, filter)), // prettier-ignore
  );

const rowColumns = loadQuery('feed/rows-by-sequence');
const newestFirst = loadQuery('feed/page-newest-first');
const afterSequence = loadQuery('feed/page-after-sequence');
const tickerAfterSequence = loadQuery('feed/ticker-page-after-sequence');
export const RowColumns = RecordRow.pick({
  seq: true,
  version: true,
  uid_hex: true,
  story_id_hex: true,
  published_at_ms: true,
  created_at_ms: true,
  doc: true,
});

/** Returns whether the newest version of a row matches. Keys also find a corrected row by the values of its older versions. */
export function stillMatches(row: StoredRow, filter: FeedFilter): boolean {
  if (row.version === 0) return true;
  if (row.doc === '') return false;
  const item = JSON.parse(row.doc) as NewsItem;
  return matches(filter, facetsOf({ item, uid: row.uid, story_id: row.storyId }));
}

/** Returns rows in the order given, as `rowsBySequence` does in ascending order. */
export async function rowsInOrder(store: Store, seqs: readonly number[]): Promise<StoredRow[]> {
  const bySeq = new Map((await rowsBySequence(store, seqs)).map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}

/** Returns rows in ascending order, each in its newest version; withdrawn rows and sequences that feed lacks are omitted. */
export async function rowsBySequence(store: Store, seqs: readonly number[]): Promise<StoredRow[]> {
  const rows: StoredRow[] = [];
  for (const part of requestParts(seqs.toSorted((left, right) => left - right))) {
    const found = await store.query(rowColumns, { seqs: part }, RowColumns);
    const bySeq = new Map(found.filter(({ doc }) => doc !== '').map((row) => [row.seq, storedRow(row)]));
    rows.push(...[...bySeq.values()].toSorted((left, right) => left.seq - right.seq));
  }
  return rows;
}

export const storedRow = (row: z.infer<typeof RowColumns>): StoredRow => ({
  seq: row.seq,
  version: row.version,
  uid: row.uid_hex,
  storyId: row.story_id_hex,
  publishedAtMs: row.published_at_ms,
  createdAtMs: row.created_at_ms,
  doc: row.doc,
});

const recordByUid = loadQuery('feed/record-by-uid');

/** Returns a row; null: no row has this uid, or it is withdrawn. `detail` is the record without its item, which is in `doc`. */
export async function rowByUid(store: Store, uid: string): Promise<(StoredRow & { readonly detail: Omit<FeedRow, 'item'> }) | null> {
  if (!/^[a-f0-9]{16}$/.test(uid)) return null;
  const [found] = await store.query(recordByUid, { uid: uidNumber(uid) }, RecordRow);
  if (found === undefined || found.doc === '') return null;
  const { item: _, ...detail } = restoreRow(found);
  return { ...storedRow(found), detail };
}

const storySourcesQuery = loadQuery('feed/sources-of-stories');
const StorySources = z.object({ story_id_hex: UidHex, sources: z.array(z.string()), sources_count: z.int() });
const sourcesShownMax = 10;

/** Returns up to ten domains per story in order of first appearance, and their total number. Unknown stories are absent. */
export async function sourcesOfStories(store: Store, storyIds: readonly string[]): Promise<Map<string, { sources: string[]; sourcesCount: number }>> {
  const wanted = [...new Set(storyIds)].map(uidNumber);
  if (wanted.length === 0) return new Map();
  const found = await store.query(storySourcesQuery, { story_ids: wanted, domains_max: sourcesShownMax }, StorySources);
  return new Map(found.map((row) => [row.story_id_hex, { sources: row.sources, sourcesCount: row.sources_count }]));
}

const recordsQuery = loadQuery('feed/records-between');
const unservedQuery = loadQuery('feed/drops-between');
const nextQuery = loadQuery('feed/next-sequence');
export const UnservedRecord = z.object({ seq: z.int(), record: z.string() });
/** Maximum number of records of the log in memory at once. */
const recordsAtOnce = 500;

/** Yields everything stored of the log from `fromSeq` to `toSeq`, both included, in order and as written: rows, and records that are not rows. */
export async function* recordsBetween(store: Store, fromSeq: number, toSeq: number): AsyncGenerator<NumberedRecord, void, undefined> {
  let from = fromSeq;
  while (from <= toSeq) {
    const range = { from, to: Math.min(from + recordsAtOnce - 1, toSeq) };
    const [rows, unserved] = await Promise.all([store.query(recordsQuery, range, RecordRow), store.query(unservedQuery, range, UnservedRecord)]);
    // A row takes precedence: the other record is a gap from a writer that could not find the row.
    const records = new Map(
      [...unserved.map(restoreUnserved), ...rows.map((row) => ({ seq: row.seq, record: restoreRow(row) }))].map((one) => [one.seq, one]),
    );
    yield* [...records.values()].toSorted((left, right) => left.seq - right.seq);
    from = range.to + 1;
    if (records.size > 0) continue;
    const [next] = await store.query(nextQuery, { from }, SeqRow);
    if (next === undefined) return;
    from = next.seq;
  }
}

/** Returns the record of a row of the table drops; throws when it cannot be read. */
export function restoreUnserved({ seq, record }: z.infer<typeof UnservedRecord>): NumberedRecord {
  const restored = restoreRecord(JSON.parse(record));
  if (restored === null) throw new Error(`row ${seq} of the table drops is not a record of the feed log`);
  return { seq, record: restored };
}

const dropCountsQuery = loadQuery('feed/drop-counts');
const DropCount = z.object({ reason: z.string(), source_type: z.string(), drops: z.int() });
export type DropCount = z.infer<typeof DropCount>;

/** Returns how many documents were dropped, of all or of those since `sinceMs`. */
export const dropCounts = (store: Store, sinceMs?: number): Promise<DropCount[]> =>
  store.query(dropCountsQuery, sinceMs === undefined ? {} : { since: timeBound(sinceMs) }, DropCount);

const rowCountsQuery = loadQuery('feed/row-counts');
const RowCount = z.object({
  source_type: z.string(),
  rows: z.int(),
  first_published_at_ms: z.int(),
  last_published_at_ms: z.int(),
  last_created_at_ms: z.int(),
});
export type RowCount = z.infer<typeof RowCount>;

export const rowCounts = (store: Store): Promise<RowCount[]> => store.query(rowCountsQuery, {}, RowCount);

const lagQuery = loadQuery('feed/lag');
/** p50, p95, p99 in seconds; null where no row has both ends. */
const Leg = z
  .tuple([z.number().nullable(), z.number().nullable(), z.number().nullable()])
  .transform(([p50, p95, p99]) => ({ p50_seconds: p50, p95_seconds: p95, p99_seconds: p99 }));
const SourceLag = z.object({
  source: z.string(),
  rows: z.int(),
  published_to_seen: Leg,
  seen_to_fetched: Leg,
  fetched_to_refined: Leg,
  refined_to_visible: Leg,
  seen_to_visible: Leg,
});
export type SourceLag = z.infer<typeof SourceLag>;

/** Returns the lag by source of the rows that became visible since `sinceMs`. */
export const lag = (store: Store, sinceMs: number): Promise<SourceLag[]> => store.query(lagQuery, { since: timeBound(sinceMs) }, SourceLag);

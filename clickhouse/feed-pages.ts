/** Reads rows of the feed: by sequence, publication time, ticker or uid. */
import { z } from 'zod';
import { newestOrder } from '#schemas/cursor.ts';
import { facetsOf, matches, type FeedFilter } from '#schemas/feed-filter.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import type { StoredItem } from '#schemas/item.ts';
import { UidHex, uidNumber } from './columns.ts';
import { keysNewestBySequence, keysNewestFirst, newestFirstParams, rowsOfKeys, tickerParams, type NewestKey, type NewestRange } from './feed-keys.ts';
import { filterParams } from './filter-params.ts';
import { RecordRow, restoreRow } from './record.ts';
import { loadQuery, requestParts } from './sql.ts';
import type { Store } from './store.ts';

/** Returns the next matching rows after `afterSeq`, ascending. Fewer than `limit` rows mean that the log has no more yet. */
export async function pageAfterSequence(store: Store, filter: FeedFilter, afterSeq: number, limit: number): Promise<StoredRow[]> {
  const page: StoredRow[] = [];
  let after = afterSeq;
  while (page.length < limit) {
    const params = { ...filterParams(filter), ...tickerParams(filter), after, limit: limit - page.length };
    const found = await store.query(filter.tickers === null ? afterSequence : tickerAfterSequence, params, RowColumns);
    page.push(...found.filter((row) => stillMatches(row, filter)));
    const last = found.at(-1);
    if (last === undefined) break;
    after = last.seq;
  }
  return page;
}

/** Returns the newest matching rows, at most `limit`, ascending by sequence. */
export async function newestBySequence(store: Store, filter: FeedFilter, limit: number): Promise<StoredRow[]> {
  const newestFirst = await rowsOfKeys<number, StoredRow>(
    limit,
    (before, count) => keysNewestBySequence(store, filter, before, count),
    async (seqs) => (await rowsInOrder(store, seqs)).filter((row) => stillMatches(row, filter)),
  );
  return newestFirst.reverse();
}

/** Returns rows by publication time descending, then uid ascending. */
export async function pageNewestFirst(store: Store, filter: FeedFilter, range: NewestRange, limit: number): Promise<StoredRow[]> {
  const page: StoredRow[] = [];
  let before = range.before;
  // Most pages are full, so the exact but slower query with stored_only follows only an incomplete result.
  let isStoredOnly = limit === 1;
  while (page.length < limit) {
    const wanted = limit - page.length;
    const [params, ...others] = newestFirstParams(filter, { ...range, before }, wanted);
    if (params === undefined) break;
    if (others.length > 0) return [...page, ...(await pageOfKeys(store, filter, { ...range, before }, wanted))];
    const found = (await store.query(newestFirst, isStoredOnly ? { ...params, stored_only: true } : params, RowColumns)).toSorted(newestOrder);
    page.push(...found.filter((row) => stillMatches(row, filter)));
    // Corrections do not change the publication time, so the position of the last row is that of its key.
    const last = found.at(-1);
    if (last === undefined && isStoredOnly) break;
    isStoredOnly = found.length < wanted;
    before = last ?? before;
  }
  return page;
}

/** Returns the rows of `pageNewestFirst` for several tickers, for which a row may have several keys. */
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

/**
 * A row as pages have it. `version` is the sequence of the last revision that corrected the row, 0 if there is none. `doc` is the item as lists
 * serve it (render-item.ts), '' if the row is withdrawn.
 */
export const RowColumns = RecordRow.pick({
  seq: true,
  version: true,
  uid_hex: true,
  story_id_hex: true,
  is_root: true,
  published_at_ms: true,
  created_at_ms: true,
  doc: true,
}).transform(({ seq, version, uid_hex, story_id_hex, is_root, published_at_ms, created_at_ms, doc }) => ({
  seq,
  version,
  uid: uid_hex,
  storyId: story_id_hex,
  isRoot: is_root,
  publishedAtMs: published_at_ms,
  createdAtMs: created_at_ms,
  doc,
}));
export type StoredRow = Readonly<z.output<typeof RowColumns>>;

/** Returns whether the newest version of a row matches. A key of an older version may have found the row. */
export function stillMatches(row: StoredRow, filter: FeedFilter): boolean {
  if (row.version === 0) return true;
  if (row.doc === '') return false;
  const item = JSON.parse(row.doc) as StoredItem;
  return matches(filter, facetsOf({ item, uid: row.uid, story_id: row.storyId, is_root: row.isRoot }));
}

/** Returns the same rows as `rowsBySequence`, in the order of `seqs`. */
export async function rowsInOrder(store: Store, seqs: readonly number[]): Promise<StoredRow[]> {
  const bySeq = new Map((await rowsBySequence(store, seqs)).map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}

/** Returns the newest versions of rows, ascending. Withdrawn rows and sequences that the table lacks are omitted. */
export async function rowsBySequence(store: Store, seqs: readonly number[]): Promise<StoredRow[]> {
  const rows: StoredRow[] = [];
  for (const part of requestParts(seqs.toSorted((left, right) => left - right))) {
    const found = await store.query(rowColumns, { seqs: part }, RowColumns);
    const bySeq = new Map(found.filter(({ doc }) => doc !== '').map((row) => [row.seq, row]));
    rows.push(...[...bySeq.values()].toSorted((left, right) => left.seq - right.seq));
  }
  return rows;
}

const recordByUid = loadQuery('feed/record-by-uid');

/** Returns a row with its record (without the item, which is in `doc`); null if `uid` is none, or no row has it, or the row is withdrawn. */
export async function rowByUid(store: Store, uid: string): Promise<(StoredRow & { readonly detail: Omit<FeedRow, 'item'> }) | null> {
  if (!/^[a-f0-9]{16}$/.test(uid)) return null;
  const [found] = await store.query(recordByUid, { uid: uidNumber(uid) }, RecordRow);
  if (found === undefined || found.doc === '') return null;
  const { item: _, ...detail } = restoreRow(found);
  return { ...RowColumns.parse(found), detail };
}

const storySourcesQuery = loadQuery('feed/sources-of-stories');
const OutletsRow = z.object({ story_id_hex: UidHex, sources: z.array(z.string()), sources_count: z.int() });
/** Maximum number of domains in a row's `sources`. */
export const sourcesShownMax = 10;

/** Returns the first domains of each story, in order of appearance, and their total number. Unknown stories are absent. */
export async function sourcesOfStories(store: Store, storyIds: readonly string[]): Promise<Map<string, { sources: string[]; sourcesCount: number }>> {
  const wanted = [...new Set(storyIds)].map(uidNumber);
  if (wanted.length === 0) return new Map();
  const found = await store.query(storySourcesQuery, { story_ids: wanted, domains_max: sourcesShownMax }, OutletsRow);
  return new Map(found.map((row) => [row.story_id_hex, { sources: row.sources, sourcesCount: row.sources_count }]));
}

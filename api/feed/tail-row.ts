/** A row in the tail: its document rendered once, the values that filters examine, and the fields of the single fetch. */
import { clippedMs } from '#clickhouse/columns.ts';
import { facetsOf, type FeedFacets } from '#schemas/feed-filter.ts';
import type { FeedRevision, FeedRow } from '#schemas/feed-log.ts';
import type { StoredItem } from '#schemas/item.ts';
import { renderItem } from '#schemas/render-item.ts';
import type { PageRow } from './page.ts';

export interface TailRow extends PageRow {
  readonly facets: FeedFacets;
  /** False for a row that was replayed from the past, which only pages by publication time have, and for a withdrawn row. */
  readonly isInDelta: boolean;
  /** JSON of the record's key entities and, or null, of its earnings read and its evidence, for the single fetch. */
  readonly keyEntities: string;
  readonly earnings: string;
  readonly evidence: string;
}

/** Bytes of a row beyond its document: facets, index entries, object headers. */
const rowOverheadBytes = 700;

export const weightOf = (row: TailRow): number =>
  row.docBytes + row.keyEntities.length + row.earnings.length + row.evidence.length + rowOverheadBytes;

/** Returns the rendered item, with instants clipped as in the tables, so that both give the same cursors. */
export function rendered(item: StoredItem): Pick<TailRow, 'publishedAtMs' | 'createdAtMs' | 'doc' | 'docBytes'> {
  const doc = renderItem(item);
  const { time_published, created_at } = item.original;
  return {
    publishedAtMs: clippedMs(Date.parse(time_published)),
    createdAtMs: clippedMs(Date.parse(created_at)),
    doc,
    docBytes: Buffer.byteLength(doc),
  };
}

export function renderRow(seq: number, record: FeedRow): TailRow {
  const facets = facetsOf(record);
  return {
    seq,
    version: 0,
    uid: record.uid,
    storyId: record.story_id,
    isRoot: facets.isRoot,
    ...rendered(record.item),
    facets,
    isInDelta: record.is_history !== true,
    keyEntities: JSON.stringify(record.key_entities),
    earnings: JSON.stringify(record.earnings ?? null),
    evidence: JSON.stringify(record.evidence ?? null),
  };
}

type Revised = Pick<FeedRevision, 'item' | 'is_root' | 'key_entities' | 'evidence'>;

/** Returns the row as the revision at `version` corrects it, or makes it the root of its story. */
export function revisedRow(before: TailRow, version: number, { item, is_root, key_entities, evidence }: Revised): TailRow {
  const isRoot = is_root ?? before.isRoot;
  if (item === null) return { ...before, version, isRoot, facets: { ...before.facets, isRoot } };
  return {
    ...before,
    version,
    isRoot,
    ...rendered(item),
    facets: facetsOf({ item, uid: before.uid, story_id: before.storyId, is_root: isRoot }),
    keyEntities: JSON.stringify(key_entities),
    evidence: JSON.stringify(evidence ?? null),
  };
}

/** Returns the row as the withdrawal at `version` leaves it: in its place, without a document. */
export const withdrawnRow = (before: TailRow, version: number): TailRow => ({
  ...before,
  version,
  doc: '',
  docBytes: 0,
  facets: { ...before.facets, tickers: [], relevance: 0 },
  isInDelta: false,
  keyEntities: '',
  earnings: 'null',
  evidence: 'null',
});

/** A row of the tail: its rendered document, the values that filters examine, and the fields of the single fetch. */
import { clippedMs } from '#clickhouse/columns.ts';
import { facetsOf, type FeedFacets } from '#schemas/feed-filter.ts';
import type { FeedRevision, FeedRow } from '#schemas/feed-log.ts';
import type { StoredItem } from '#schemas/item.ts';
import { renderItem } from '#schemas/render-item.ts';
import type { PageRow } from './page.ts';

export interface TailRow extends PageRow {
  readonly facets: FeedFacets;
  /** False for a backfilled row, which only newest-first pages have, and for a withdrawn row. */
  readonly isInDelta: boolean;
  /** `keyEntities`, `earnings` and `evidence` are fields of the single fetch as JSON; the last two are `null` if the record has none. */
  readonly keyEntities: string;
  readonly earnings: string;
  readonly evidence: string;
}

/** Estimated bytes of a row besides its texts: facets, index entries, object headers. */
const rowOverheadBytes = 700;

export const weightOf = (row: TailRow): number =>
  row.docBytes + row.keyEntities.length + row.earnings.length + row.evidence.length + rowOverheadBytes;

/** Returns the rendered item. Its instants are clipped as in the tables, so that tail and tables give the same cursors. */
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

/** Returns the row after the revision at `version`, which corrects it or makes it the root of its story. */
export function revisedRow(before: TailRow, version: number, { item, is_root, key_entities, evidence }: FeedRevision): TailRow {
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

/** A row in the tail: its document rendered once, the values that filters examine, and the fields of the single fetch. */
import { clippedMs } from '#clickhouse/columns.ts';
import { facetsOf, type FeedFacets } from '#schemas/feed-filter.ts';
import type { FeedRevision, FeedRow } from '#schemas/feed-log.ts';
import type { NewsItem } from '#schemas/item.ts';
import { renderItem } from '#schemas/render-item.ts';
import type { PageRow } from './page.ts';

export interface TailRow extends PageRow {
  readonly facets: FeedFacets;
  /** Replayed from the past: pages by publication time contain it, delta pages do not. */
  readonly isHistory: boolean;
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
export function rendered(item: NewsItem): Pick<TailRow, 'publishedAtMs' | 'createdAtMs' | 'doc' | 'docBytes'> {
  const doc = renderItem(item);
  const { time_published, created_at } = item.original;
  return {
    publishedAtMs: clippedMs(Date.parse(time_published)),
    createdAtMs: clippedMs(Date.parse(created_at)),
    doc,
    docBytes: Buffer.byteLength(doc),
  };
}

export const renderRow = (seq: number, record: FeedRow): TailRow => ({
  seq,
  version: 0,
  uid: record.uid,
  storyId: record.story_id,
  ...rendered(record.item),
  facets: facetsOf(record),
  isHistory: record.is_history === true,
  keyEntities: JSON.stringify(record.key_entities),
  earnings: JSON.stringify(record.earnings ?? null),
  evidence: JSON.stringify(record.evidence ?? null),
});

type Revised = Pick<FeedRevision, 'key_entities' | 'evidence'>;

/** Returns the row as the revision at `version` corrects it. */
export const revisedRow = (before: TailRow, version: number, item: NewsItem, { key_entities, evidence }: Revised): TailRow => ({
  ...before,
  version,
  ...rendered(item),
  facets: facetsOf({ item, uid: before.uid, story_id: before.storyId }),
  keyEntities: JSON.stringify(key_entities),
  evidence: JSON.stringify(evidence ?? null),
});

/** Returns the row as the withdrawal at `version` leaves it: in its place, without a document. */
export const withdrawnRow = (before: TailRow, version: number): TailRow => ({
  ...before,
  version,
  doc: '',
  docBytes: 0,
  facets: { ...before.facets, tickers: [], relevance: 0 },
  isHistory: true,
  keyEntities: '',
  earnings: 'null',
  evidence: 'null',
});

/**
 * Renders rows as the bytes of a list. Rows are stored as JSON, so a page is a concatenation. Only collapse=story replaces the last three keys
 * of each row, which describe its story.
 */
import type { StoredRow } from '#clickhouse/feed-pages.ts';
import { storyKeys, type RowKind, type StoredItem } from '#schemas/item.ts';
import { createContent, etagOf, type Content } from '../reply/content.ts';
import type { ResponseBuffer } from '../reply/response-buffer.ts';

export interface PageRow extends StoredRow {
  readonly docBytes: number;
  /** Set with include=revisions: whether the row is new, corrects a caller's copy of it, or removes the copy. */
  readonly kind?: RowKind;
}

export const pageRow = (row: StoredRow): PageRow => ({ ...row, docBytes: Buffer.byteLength(row.doc) });

/** The outlets of one story: the first ten domains in order of appearance, and their total number. */
export interface OutletsOfStory {
  readonly sources: readonly string[];
  readonly sourcesCount: number;
}
export type OutletsByStory = ReadonlyMap<string, OutletsOfStory>;

const comma = 0x2c;
const opening = '{"results":[';
/** Part of every ETag. Change it whenever the rendering changes. */
const format = 'page-2';

export interface PageParts {
  readonly rows: readonly PageRow[];
  readonly nextCursor: string | null;
  readonly symbolNote: string | null;
  /** Start of the plan's archive in milliseconds since the epoch; null in lists that are not newest first. */
  readonly horizonMs: number | null;
}

/**
 * Renders a page; with `outlets`, each row names the outlets of its story. The bytes of a page in `responseBuffer` are valid until the next page is
 * rendered there, so the caller must send or copy them before.
 */
export function renderPage(page: PageParts, outlets: OutletsByStory | null = null, responseBuffer: ResponseBuffer | null = null): Content {
  const { rows, nextCursor, symbolNote, horizonMs } = page;
  const archiveEndsAt = horizonMs === null ? null : new Date(horizonMs).toISOString();
  const closing = `],"next_cursor":${JSON.stringify(nextCursor)},"symbol_note":${JSON.stringify(symbolNote)},"archive_ends_at":${JSON.stringify(archiveEndsAt)}}`;
  if (outlets !== null) return createContent(`${opening}${rows.map((row) => withStory(row, outlets)).join(',')}${closing}`);
  const closingBytes = Buffer.byteLength(closing);
  let pageBytes = opening.length + Math.max(0, rows.length - 1) + closingBytes;
  let seqs = 0;
  let versions = 0;
  for (const { docBytes, seq, version } of rows) {
    pageBytes += docBytes;
    seqs += seq;
    versions += version;
  }
  const bytes = responseBuffer === null ? Buffer.allocUnsafe(pageBytes) : responseBuffer.take(pageBytes);
  let at = bytes.write(opening, 0, 'latin1');
  for (const [index, { doc, docBytes }] of rows.entries()) {
    if (index > 0) bytes[at++] = comma;
    // Equal numbers of bytes and characters mean plain ASCII, which needs no transcoding.
    at += bytes.write(doc, at, doc.length === docBytes ? 'latin1' : 'utf8');
  }
  bytes.write(closing, at, closing.length === closingBytes ? 'latin1' : 'utf8');
  // A cursor ends in a MAC over filter and position. With the number of rows, the sums of their sequences and versions, and the horizon it
  // identifies a page.
  const corrections = versions === 0 ? '' : `.${versions.toString(36)}`;
  const etag =
    nextCursor === null || symbolNote !== null
      ? etagOf(identify(page))
      : `W/"${format}.${nextCursor.slice(-22)}.${rows.length}.${seqs.toString(36)}.${(horizonMs ?? 0).toString(36)}${corrections}"`;
  const storyIds = rows.map(({ storyId }) => storyId);
  return createContent(responseBuffer === null ? bytes : bytes.subarray(0, pageBytes), { etag, reusedBy: responseBuffer, storyIds });
}

const identify = ({ rows, nextCursor, symbolNote, horizonMs }: PageParts): string =>
  `${format}|${nextCursor}|${symbolNote}|${horizonMs}|${rows.map(({ seq, version }) => (version === 0 ? seq : `${seq}v${version}`)).join()}`;

/** Returns the row's document with the keys of its story. Without `outlets`, i.e. if the feed is not collapsed, the sources are null. */
export const withStory = (row: PageRow, outlets: OutletsByStory | null): string => row.doc.slice(0, -storyKeys.length) + storyText(row, outlets);

const noSources = { sources: null, sourcesCount: null } as const;

/**
 * Returns the last keys of a row's document. A story that is not in `outlets` has the row's outlet as its only source. In a collapsed feed the
 * `story_id` is the uid of the story's root: after a withdrawal that is not the story's first row.
 */
export function storyText(row: PageRow, outlets: OutletsByStory | null): string {
  const known = outlets === null ? noSources : outlets.get(row.storyId);
  const { sources, sourcesCount } = known ?? { sources: [sourceDomainOf(row)], sourcesCount: 1 };
  const storyId = outlets !== null && row.isRoot ? row.uid : row.storyId;
  return `"story_id":${JSON.stringify(storyId)},"sources_count":${sourcesCount},"sources":${JSON.stringify(sources)}}`;
}

export const sourceDomainOf = ({ doc }: Pick<PageRow, 'doc'>): string => (JSON.parse(doc) as StoredItem).original.source_domain;

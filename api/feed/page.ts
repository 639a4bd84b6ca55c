/**
 * Renders rows as the bytes of a list envelope. Every row was rendered as JSON when it was stored, so a page is a concatenation; only with
 * collapse=story are the last three keys of a row (the story's) rewritten.
 */
import type { StoredRow } from '#clickhouse/feed-pages.ts';
import { storyKeys, type RowKind } from '#schemas/item.ts';
import { createContent, etagOf, type Content } from '../reply/content.ts';
import type { ResponseBuffer } from '../reply/response-buffer.ts';

export interface PageRow extends StoredRow {
  /** Length of `doc` as UTF-8. */
  readonly docBytes: number;
  /** Tells a caller that keeps a copy what to do with the row (include=revisions). */
  readonly kind?: RowKind;
}

/** Returns a row from the store with the length of its document. */
export const pageRow = (row: StoredRow): PageRow => ({ ...row, docBytes: Buffer.byteLength(row.doc) });

/** The outlets of one story: the first ten domains in order of appearance, and their total number. */
export interface OutletsOfStory {
  readonly sources: readonly string[];
  readonly sourcesCount: number;
}
export type Stories = ReadonlyMap<string, OutletsOfStory>;

const comma = 0x2c;
const opening = '{"results":[';
/** Part of every ETag; changed with the envelope or the rendering of rows. */
const format = 'page-2';

export interface PageParts {
  readonly rows: readonly PageRow[];
  readonly nextCursor: string | null;
  readonly symbolNote: string | null;
  /** The plan's archive horizon in milliseconds; null where pages do not walk into the past. */
  readonly horizonMs: number | null;
}

/**
 * Renders a page; with `stories`, each row with its sources. In a response buffer its bytes are valid until the next page is made: send or
 * copy them before.
 */
export function renderPage(page: PageParts, stories: Stories | null = null, responseBuffer: ResponseBuffer | null = null): Content {
  const { rows, nextCursor, symbolNote, horizonMs } = page;
  const archiveEndsAt = horizonMs === null ? null : new Date(horizonMs).toISOString();
  const closing = `],"next_cursor":${JSON.stringify(nextCursor)},"symbol_note":${JSON.stringify(symbolNote)},"archive_ends_at":${JSON.stringify(archiveEndsAt)}}`;
  if (stories !== null) return createContent(`${opening}${rows.map((row) => withStory(row, stories)).join(',')}${closing}`);
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
  // A cursor ends in the MAC of filter and position. With the number of rows, the sum of their sequences and the archive's end it
  // identifies the page of one URL, as long as no row of it is corrected.
  const mark = versions === 0 ? '' : `.${versions.toString(36)}`;
  const etag =
    nextCursor === null || symbolNote !== null
      ? etagOf(identify(page))
      : `W/"${format}.${nextCursor.slice(-22)}.${rows.length}.${seqs.toString(36)}.${(horizonMs ?? 0).toString(36)}${mark}"`;
  const storyIds = rows.map(({ storyId }) => storyId);
  return createContent(responseBuffer === null ? bytes : bytes.subarray(0, pageBytes), { etag, lentBy: responseBuffer, storyIds });
}

const identify = ({ rows, nextCursor, symbolNote, horizonMs }: PageParts): string =>
  `${format}|${nextCursor}|${symbolNote}|${horizonMs}|${rows.map(({ seq, version }) => (version === 0 ? seq : `${seq}v${version}`)).join()}`;

/** Returns the document of a row with its story and, of a collapsed feed, the story's sources; null: the feed is not collapsed. */
export const withStory = (row: PageRow, stories: Stories | null): string => row.doc.slice(0, -storyKeys.length) + storyText(row, stories);

const unread = { sources: null, sourcesCount: null } as const;

/**
 * Returns the last keys of that document. A story that the store does not know yet has the row as its only source. Beside its sources a
 * story is named for its root, whose row this is: after a withdrawal that is another than its first row. Other lists keep the story's id.
 */
export function storyText(row: PageRow, stories: Stories | null): string {
  const known = stories === null ? unread : stories.get(row.storyId);
  const { sources, sourcesCount } = known ?? { sources: [sourceDomainOf(row)], sourcesCount: 1 };
  const storyId = stories !== null && row.isRoot ? row.uid : row.storyId;
  return `"story_id":${JSON.stringify(storyId)},"sources_count":${sourcesCount},"sources":${JSON.stringify(sources)}}`;
}

export const sourceDomainOf = (row: Pick<PageRow, 'doc'>): string => {
  const item = JSON.parse(row.doc) as { readonly original: { readonly source_domain: string } };
  return item.original.source_domain;
};

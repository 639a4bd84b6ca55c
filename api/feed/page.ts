/**
 * Rows in, the bytes of a list envelope out. Every row was rendered once, when it was stored, so a page is a
 * concatenation; only under collapse are the three last keys of a row written anew.
 */
import { createContent, etagOf, type Content } from '../reply/content.ts';

export interface PageRow {
  readonly seq: number;
  readonly uid: string;
  readonly storyId: string;
  readonly publishedAtMs: number;
  readonly createdAtMs: number;
  /** JSON of the NewsItem; its last keys are `storyKeys`. */
  readonly doc: Buffer;
}

/** The outlets of one story: the first ten domains in order of appearance, and how many there are. */
export interface StorySources {
  readonly sources: readonly string[];
  readonly sourcesCount: number;
}

/** How every stored row ends (schemas/item.ts). */
export const storyKeys = '"story_id":null,"sources_count":null,"sources":null}';

const opening = Buffer.from('{"results":[');
const comma = Buffer.from(',');
/** Part of every ETag: changes when the envelope or the rendering of rows does. */
const format = 'page-1';

export function renderPage(page: {
  readonly rows: readonly PageRow[];
  readonly nextCursor: string | null;
  readonly symbolNote: string | null;
  /** Story id -> its sources; null: the default feed, which names none. */
  readonly stories: ReadonlyMap<string, StorySources> | null;
}): Content {
  const { rows, nextCursor, symbolNote, stories } = page;
  const parts: Buffer[] = [opening];
  let identifies = `${format}|${nextCursor}|${symbolNote}`;
  for (const [index, row] of rows.entries()) {
    if (index > 0) parts.push(comma);
    identifies += `|${row.seq}`;
    if (stories === null) parts.push(row.doc);
    else {
      const keys = storyText(row, stories.get(row.storyId));
      identifies += keys;
      parts.push(row.doc.subarray(0, row.doc.length - storyKeys.length), Buffer.from(keys));
    }
  }
  // The cursor is base64url: it stands in JSON as it is.
  const cursorText = nextCursor === null ? 'null' : `"${nextCursor}"`;
  parts.push(Buffer.from(`],"next_cursor":${cursorText},"symbol_note":${symbolNote === null ? 'null' : JSON.stringify(symbolNote)}}`));
  return createContent(Buffer.concat(parts), { etag: etagOf(identifies) });
}

/** A story the store has not heard of yet is the row alone. */
function storyText(row: PageRow, story: StorySources | undefined): string {
  const { sources, sourcesCount } = story ?? { sources: [sourceDomainOf(row)], sourcesCount: 1 };
  return `"story_id":${JSON.stringify(row.storyId)},"sources_count":${sourcesCount},"sources":${JSON.stringify(sources)}}`;
}

const sourceDomainOf = (row: PageRow): string => {
  const item = JSON.parse(row.doc.toString()) as { readonly original: { readonly source_domain: string } };
  return item.original.source_domain;
};

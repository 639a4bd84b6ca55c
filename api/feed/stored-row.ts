/** Converts a row from the store to a row of a page. */
import type { StoredRow } from '#clickhouse/feed.ts';
import type { PageRow } from './page.ts';

/** Returns the row with the length of its document as UTF-8. */
export const pageRow = (row: StoredRow): PageRow => ({ ...row, docBytes: Buffer.byteLength(row.doc) });

/** A row as the store gives it, as a page takes it. */
import type { StoredRow } from '#clickhouse/feed.ts';
import type { PageRow } from './page.ts';

export const pageRow = (row: StoredRow): PageRow => ({ ...row, docBytes: Buffer.byteLength(row.doc) });

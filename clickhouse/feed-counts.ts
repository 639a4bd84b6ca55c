/** Counts rows and drops, and measures their lag by source. */
import { z } from 'zod';
import { timeBound } from './columns.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

const dropCountsQuery = loadQuery('feed/drop-counts');
const DropCount = z.object({ reason: z.string(), source_type: z.string(), drops: z.int() });
type DropCount = z.infer<typeof DropCount>;

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
/** p50, p95 and p99 in seconds; null if no row has both instants. */
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

export const lag = (store: Store, sinceMs: number): Promise<SourceLag[]> => store.query(lagQuery, { since: timeBound(sinceMs) }, SourceLag);

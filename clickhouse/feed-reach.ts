/** Reads the latest publication and arrival time of the rows before a sequence. */
import { z } from 'zod';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

/** The latest times in milliseconds since 1970; -Infinity if there is no row. */
export interface RowsReach {
  readonly publishedMs: number;
  readonly createdMs: number;
}

const query = loadQuery('feed/reach-before');
const Row = z.object({ published_at_ms: z.int().nullable(), created_at_ms: z.int().nullable() });

export async function reachBefore(store: Store, seq: number): Promise<RowsReach> {
  const [found] = await store.query(query, { before: seq }, Row);
  const { published_at_ms = null, created_at_ms = null } = found ?? {};
  return { publishedMs: published_at_ms ?? Number.NEGATIVE_INFINITY, createdMs: created_at_ms ?? Number.NEGATIVE_INFINITY };
}

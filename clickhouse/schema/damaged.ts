/** Counts damaged parts of tables, which ClickHouse detached when it started. */
import { z } from 'zod';
import { loadQuery } from '../sql.ts';
import type { Store } from '../store.ts';

const damagedParts = loadQuery('schema/damaged-parts');
const Damaged = z.object({ name: z.string(), parts: z.int() });

export const damagedTables = (store: Store): Promise<z.infer<typeof Damaged>[]> =>
  store.queryOutside(damagedParts, { database: store.database }, Damaged);

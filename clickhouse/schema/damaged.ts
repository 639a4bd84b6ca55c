/** Counts parts of tables that the engine detached at its start because the disk had damaged them. */
import { z } from 'zod';
import { loadQuery } from '../sql.ts';
import type { Store } from '../store.ts';

const damagedParts = loadQuery('schema/damaged-parts');
const Damaged = z.object({ name: z.string(), parts: z.int() });

/** Returns damaged parts by table; empty where there are none. */
export const damagedTables = (store: Store): Promise<z.infer<typeof Damaged>[]> =>
  store.queryOutside(damagedParts, { database: store.database }, Damaged);

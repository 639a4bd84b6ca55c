/** Parts of tables that the engine set aside as it started, for a disk had damaged them. */
import { z } from 'zod';
import { loadQuery } from '../sql.ts';
import type { Store } from '../store.ts';

const damagedParts = loadQuery('schema/damaged-parts');
const Damaged = z.object({ name: z.string(), parts: z.int() });

/** By table; none where all is well. */
export const damagedTables = (store: Store): Promise<z.infer<typeof Damaged>[]> =>
  store.queryOutside(damagedParts, { database: store.database }, Damaged);

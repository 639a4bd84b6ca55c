/** Measures the bytes of a row on disk, over all tables. Ceiling: the goal. */
import { z } from 'zod';
import { loadQuery } from '#clickhouse/sql.ts';
import type { Measurements } from './measure.ts';
import { fillStore } from './store/fill.ts';
import { withStores } from './store/with-store.ts';

const rows = 1_000_000;
const rowBytesMax = 800;
const tableSizes = loadQuery('bench/table-sizes');
const TableSize = z.object({ table: z.string(), parts: z.int(), rows: z.int(), bytes: z.int() });

export const benchStore = (): Promise<Measurements> =>
  withStores(async (open) => {
    const store = open('feed');
    await fillStore(store, rows);
    const sizes = await store.query(tableSizes, {}, TableSize);
    const value = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / rows;
    const note = `${sizes.map(({ table, bytes, parts }) => `${table} ${(bytes / rows).toFixed(1)} in ${parts} parts`).join(', ')}; ${rows} rows`;
    return { row_bytes: { value, ceiling: rowBytesMax, ratio: value / rowBytesMax, unit: 'bytes', note } };
  });

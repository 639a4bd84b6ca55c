/** Measures the bytes of a row on disk, over all tables. Ceiling: the goal. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { loadQuery } from '#clickhouse/sql.ts';
import { openStore } from '#clickhouse/store.ts';
import { endProcess, startEmbedded } from '../../embedded/start.ts';
import type { Measurements } from './measure.ts';
import { fillStore } from './store/fill.ts';

const rows = 1_000_000;
const rowBytesMax = 800;
const tableSizes = loadQuery('bench/table-sizes');
const TableSize = z.object({ table: z.string(), parts: z.int(), rows: z.int(), bytes: z.int() });

export async function benchStore(): Promise<Measurements> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-store-'));
  const { child, url, user, password } = await startEmbedded({ dataDir, port: 0, env: { LOG_LEVEL: 'warn' } });
  const store = openStore({ url, database: 'feed', user, password, requestTimeoutMs: 600_000, maxConnections: 4 });
  try {
    await fillStore(store, rows);
    const sizes = await store.query(tableSizes, {}, TableSize);
    const value = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / rows;
    const note = `${sizes.map(({ table, bytes, parts }) => `${table} ${(bytes / rows).toFixed(1)} in ${parts} parts`).join(', ')}; ${rows} rows`;
    return { row_bytes: { value, ceiling: rowBytesMax, ratio: value / rowBytesMax, unit: 'bytes', note } };
  } finally {
    await store.close();
    await endProcess(child, 'SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

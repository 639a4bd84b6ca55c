/** Measures the export of a million rows, a file a day, with its checksums. Ceiling: the engine's own output of the same documents. */
import { dayFile, daysBetween, exportFormats, measured, type ExportFormat } from '#clickhouse/export.ts';
import { loadQuery } from '#clickhouse/sql.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Measurements } from './measure.ts';
import { fillStore } from './store/fill.ts';
import { withStores } from './store/with-store.ts';

const rows = 1_000_000;
/** Rows that the engine writes at a time: the embedded host holds a result whole. */
const bareRows = 100_000;
const bareDocuments = loadQuery('bench/bare-documents');

interface Written {
  readonly bytes: number;
  readonly rowsPerSecond: number;
  /** Most memory of this process above that at the beginning. */
  readonly grownMb: number;
}

export const benchExport = (): Promise<Measurements> =>
  withStores(async (open) => {
    const store = open('feed');
    await fillStore(store, rows);
    const bare = await writing(async (write) => {
      for (let from = 1; from <= rows; from += bareRows)
        for await (const piece of await store.stream(bareDocuments, { from, to: from + bareRows - 1 }, 'TSVRaw')) write(piece as Buffer);
    });
    const measurements: Record<string, Measurements[string]> = {};
    for (const format of exportFormats) {
      const own = await exported(store, format);
      const note = `rows/s; ${(own.bytes / 1e6).toFixed(0)} MB, memory grew by ${own.grownMb.toFixed(0)} MB; ceiling: the engine alone, ${(bare.bytes / 1e6).toFixed(0)} MB of NDJSON`;
      measurements[`export_${format}`] = {
        value: own.rowsPerSecond,
        ceiling: bare.rowsPerSecond,
        ratio: own.rowsPerSecond / bare.rowsPerSecond,
        unit: 'rows/s',
        note,
      };
    }
    return measurements;
  });

const exported = (store: Store, format: ExportFormat): Promise<Written> =>
  writing(async (write) => {
    let found = 0;
    for (const day of await daysBetween(store, 0, Date.now() * 2)) {
      const file = measured(dayFile(store, day, format));
      for await (const piece of file.pieces) write(piece);
      file.checksum();
      found += day.rows;
    }
    if (found < rows) throw new Error(`${found} rows were exported, not ${rows}`);
  });

async function writing(work: (write: (piece: Buffer) => void) => Promise<void>): Promise<Written> {
  const [startedAtMs, beforeBytes] = [performance.now(), process.memoryUsage.rss()];
  let [bytes, most] = [0, 0];
  await work((piece) => {
    bytes += piece.length;
    most = Math.max(most, process.memoryUsage.rss());
  });
  return { bytes, rowsPerSecond: (rows * 1_000) / (performance.now() - startedAtMs), grownMb: Math.max(0, most - beforeBytes) / 1e6 };
}

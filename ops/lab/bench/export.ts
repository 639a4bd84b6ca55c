/** Measures how fast a million rows are exported, one file per day with checksum. Ceiling: ClickHouse alone writes the same documents. */
import { dayFile, daysBetween, measured } from '#clickhouse/export.ts';
import { loadQuery } from '#clickhouse/sql.ts';
import { measurement, timeOf, type Measurements } from './measure.ts';
import { fillStore } from './store/fill.ts';
import { withStores } from './store/with-store.ts';

const rows = 1_000_000;
/** Rows per query of the ceiling; the embedded ClickHouse holds a whole result in memory. */
const bareRows = 100_000;
const bareDocuments = loadQuery('bench/bare-documents');

export const benchExport = (): Promise<Measurements> =>
  withStores(async (open) => {
    const store = open('feed');
    await fillStore(store, rows);
    const bareMs = await timeOf(async () => {
      for (let from = 1; from <= rows; from += bareRows)
        for await (const _ of await store.stream(bareDocuments, { from, to: from + bareRows - 1 }, 'TSVRaw'));
    });
    let [found, bytes] = [0, 0];
    const ownMs = await timeOf(async () => {
      for (const day of await daysBetween(store, 0, Date.now() * 2)) {
        const file = measured(dayFile(store, day, 'ndjson'));
        for await (const piece of file.pieces) bytes += piece.length;
        file.checksum();
        found += day.rows;
      }
    });
    if (found < rows) throw new Error(`${found} rows were exported, not ${rows}`);
    const perSecond = (ms: number): number => (rows * 1_000) / ms;
    const note = `${(bytes / 1e6).toFixed(0)} MB; ceiling: the engine alone`;
    return { export_ndjson: measurement(perSecond(ownMs), perSecond(bareMs), 'rows/s', note) };
  });

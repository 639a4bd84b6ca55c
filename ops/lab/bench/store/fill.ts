/**
 * Fills a database with many rows fast: documents come from a pool, and SQL generates the other columns. Keys are written in parts of the
 * sizes that merges leave (a half, a quarter, an eighth …). The newest rows are in small parts that are never merged.
 */
import { insertRecords } from '#clickhouse/insert-records.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { loadQuery } from '#clickhouse/sql.ts';
import type { Store } from '#clickhouse/store.ts';
import { uidOf } from '#schemas/identity.ts';
import { makeDocs, makeRow } from './docs.ts';
import { openDice } from './text.ts';

const fillFeed = loadQuery('bench/fill-feed');
const derived = ['fill-keys', 'fill-uids', 'fill-sources', 'fill-trades', 'fill-reads'].map((name) => loadQuery(`bench/${name}`));

export const docsCount = 20_000;
const chunkRows = 250_000;
const derivedRowsMax = 2_500_000;
const unmergedBatches = 30;
const unmergedBatchRows = 10;

/** Fills the store. `docs` is the number of distinct documents, a multiple of 25, because the kinds of rows repeat every 25 documents. */
export async function fillStore(store: Store, rows: number, docs: number = docsCount): Promise<void> {
  await migrate(store);
  for (const table of ['feed', 'feed_keys', 'feed_uids', 'drops', 'story_sources', 'insider_trades', 'earnings_reads']) {
    await store.command({ name: 'stop merges', text: `SYSTEM STOP MERGES ${table}` });
  }
  await store.command({
    name: 'make bench_docs',
    text: 'CREATE TABLE bench_docs (place UInt64, doc String, detail String) ENGINE = MergeTree ORDER BY place',
  });
  await store.insert('bench_docs', makeDocs(docs));
  const chunks = ranges(rows, chunkRows);
  await inPairs(chunks, ({ from, to }) => store.command(fillFeed, { from, rows: to - from + 1, rows_total: rows, docs }));
  for (const { from, to } of halves(rows)) {
    for (const query of derived) await store.command(query, { from, to });
  }
  await addHead(store, rows);
}

interface RowRange {
  readonly from: number;
  readonly to: number;
}

const ranges = (rows: number, size: number): RowRange[] =>
  Array.from({ length: Math.ceil(rows / size) }, (_, at) => ({ from: at * size + 1, to: Math.min((at + 1) * size, rows) }));

/** Returns the older half as one range, half of the rest as the next, and so on. */
function halves(rows: number): RowRange[] {
  const found: RowRange[] = [];
  for (let from = 1; from <= rows;) {
    const left = rows - from + 1;
    const size = left < 2_000 ? left : Math.min(Math.ceil(left / 2), derivedRowsMax);
    found.push({ from, to: from + size - 1 });
    from += size;
  }
  return found;
}

/** Calls `work` for two items at a time, as many as the embedded ClickHouse writes in parallel. */
async function inPairs<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const lane = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all([lane(), lane()]);
}

async function addHead(store: Store, rows: number): Promise<void> {
  const dice = openDice(7);
  const startMs = Date.UTC(2026, 9, 29);
  for (let batch = 0; batch < unmergedBatches; batch += 1) {
    const records = Array.from({ length: unmergedBatchRows }, (_, at) => {
      const seq = rows + batch * unmergedBatchRows + at + 1;
      const record = makeRow(dice, 1 + dice.roll(3));
      const [uid, time] = [uidOf(`head ${seq}`), new Date(startMs + seq * 1_000).toISOString()];
      const original = { ...record.item.original, uid, time_published: time, created_at: time };
      const tickers = [`T${dice.roll(40)}`, ...record.item.enrichment.tickers];
      return {
        seq,
        record: { ...record, uid, story_id: uid, item: { ...record.item, original, enrichment: { ...record.item.enrichment, tickers } } },
      };
    });
    await insertRecords(store, records);
  }
}

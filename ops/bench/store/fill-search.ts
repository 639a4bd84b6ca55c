/** Fills the index of search for a database that fill.ts has filled: the words of its documents, as the writer would index them. */
import { z } from 'zod';
import { impactsOf } from '#clickhouse/search/postings.ts';
import { loadQuery } from '#clickhouse/sql.ts';
import type { Store } from '#clickhouse/store.ts';
import { docsCount } from './fill.ts';
import { makeRows } from './docs.ts';

const fillTerms = loadQuery('bench/fill-terms');
const chunkRows = 100_000;
const mergesQuery = {
  name: 'merges',
  text: "SELECT count() AS count FROM system.merges WHERE database = currentDatabase() AND table = 'search_terms'",
};
const Count = z.object({ count: z.int() });
const mergeTimeoutMs = 600_000;

export async function fillSearch(store: Store, rows: number, tell: (line: string) => void): Promise<void> {
  await store.command({
    name: 'make bench_terms',
    text: 'CREATE TABLE bench_terms (place UInt64, entries Array(Tuple(String, UInt8))) ENGINE = MergeTree ORDER BY place',
  });
  const entries = makeRows(docsCount).map((row, place) => ({
    place,
    // Tickers are the feed's own columns.
    entries: [...impactsOf(row)].filter(([term]) => !term.startsWith('$')),
  }));
  await store.insert('bench_terms', entries);
  for (let from = 1; from <= rows; from += chunkRows) {
    const to = Math.min(from + chunkRows - 1, rows);
    await store.command(fillTerms, { from, to, docs: docsCount });
    tell(`indexed ${to} of ${rows} rows`);
  }
  tell('waiting for merges');
  const deadlineMs = performance.now() + mergeTimeoutMs;
  while ((await store.query(mergesQuery, {}, Count))[0]?.count !== 0 && performance.now() < deadlineMs)
    await new Promise((resolve) => setTimeout(resolve, 500));
}

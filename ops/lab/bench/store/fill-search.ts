/** Fills the search index of a database that fill.ts has filled, with the terms that the writer would index. */
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
/** Longest wait for merges, which may take very long on a busy machine. */
const mergeTimeoutMs = 90_000;

/** Indexes the rows 1 to `rows`. `tell` reports progress; `docs` is the number of distinct documents that fill.ts made. */
export async function fillSearch(store: Store, rows: number, tell: (line: string) => void, docs: number = docsCount): Promise<void> {
  await store.command({
    name: 'make bench_terms',
    text: 'CREATE TABLE bench_terms (place UInt64, entries Array(Tuple(String, UInt8))) ENGINE = MergeTree ORDER BY place',
  });
  const entries = makeRows(docs).map((row, place) => ({
    place,
    // Terms for tickers are left out: fill-terms.sql takes the tickers from the feed's columns.
    entries: [...impactsOf(row)].filter(([term]) => !term.startsWith('$')),
  }));
  await store.insert('bench_terms', entries);
  for (let from = 1; from <= rows; from += chunkRows) {
    const to = Math.min(from + chunkRows - 1, rows);
    await store.command(fillTerms, { from, to, docs });
    tell(`indexed ${to} of ${rows} rows`);
  }
  const deadlineMs = performance.now() + mergeTimeoutMs;
  for (let reportedMerges = -1; ;) {
    const running = (await store.query(mergesQuery, {}, Count))[0]?.count ?? 0;
    if (running === 0) return;
    if (performance.now() >= deadlineMs) return tell(`continues while ${running} merges still run`);
    if (running !== reportedMerges) tell(`waiting for ${running} merges`);
    reportedMerges = running;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

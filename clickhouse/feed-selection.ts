/**
 * Selects the sequences of a file's rows, which are counted before the first row is read. The order is that of the pages in feed-pages.ts.
 */
import { z } from 'zod';
import { rowsBySequence, stillMatches } from './feed-pages.ts';
import type { FeedFilter } from '#schemas/feed-filter.ts';
import { keysAfterSequence, keysNewestBySequence, keysNewestFirst, rowsOfKeys, type KeyPage, type NewestKey, type NewestRange } from './feed-keys.ts';
import { loadQuery, requestParts } from './sql.ts';
import type { Store } from './store.ts';

const versionsQuery = loadQuery('feed/versions-by-sequence');
const VersionRow = z
  .object({ seq: z.int(), version: z.int(), created_at_ms: z.int() })
  .transform(({ seq, version, created_at_ms }) => ({ seq, version, createdAtMs: created_at_ms }));
export type SelectedRow = z.output<typeof VersionRow>;
/** Maximum number of keys per query, which bounds ClickHouse's memory. */
const keysPerRequest = 2_000;

/** Returns the rows that the table feed has and whose newest versions match. */
async function find(store: Store, filter: FeedFilter, seqs: readonly number[]): Promise<ReadonlyMap<number, SelectedRow>> {
  const matching = new Map<number, SelectedRow>();
  for (const part of requestParts(seqs)) {
    const found = await store.query(versionsQuery, { seqs: part }, VersionRow);
    const corrected = found.filter(({ version }) => version > 0).map(({ seq }) => seq);
    const still = new Set((await rowsBySequence(store, corrected)).filter((row) => stillMatches(row, filter)).map(({ seq }) => seq));
    for (const row of found) if (row.version === 0 || still.has(row.seq)) matching.set(row.seq, row);
  }
  return matching;
}

export const selectNewestFirst = (store: Store, filter: FeedFilter, range: NewestRange, limit: number): Promise<(SelectedRow & NewestKey)[]> =>
  rowsOfKeys<NewestKey, SelectedRow & NewestKey>(
    limit,
    (last, count) => keysNewestFirst(store, filter, { ...range, before: last ?? range.before }, Math.min(keysPerRequest, count)),
    async (keys) => {
      const matching = await find(store, filter, keys.map(({ seq }) => seq)); // prettier-ignore
      return keys.flatMap((key) => (matching.has(key.seq) ? [{ ...key, ...matching.get(key.seq)! }] : []));
    },
  );

const selectSequences = (
  store: Store,
  filter: FeedFilter,
  limit: number,
  nextKeys: (last: number | null, count: number) => Promise<KeyPage<number>>,
): Promise<SelectedRow[]> =>
  rowsOfKeys<number, SelectedRow>(
    limit,
    (last, count) => nextKeys(last, Math.min(keysPerRequest, count)),
    async (seqs) => {
      const matching = await find(store, filter, seqs);
      return seqs.flatMap((seq) => matching.get(seq) ?? []);
    },
  );

export const selectAfterSequence = (store: Store, filter: FeedFilter, afterSeq: number, limit: number): Promise<SelectedRow[]> =>
  selectSequences(store, filter, limit, (last, count) => keysAfterSequence(store, filter, last ?? afterSeq, count));

export const selectNewestBySequence = async (store: Store, filter: FeedFilter, limit: number): Promise<SelectedRow[]> =>
  (await selectSequences(store, filter, limit, (last, count) => keysNewestBySequence(store, filter, last, count))).reverse();

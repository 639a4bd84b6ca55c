/**
 * Selects the keys of many matching rows without reading the rows, for a file whose rows are counted before the first is
 * read. Same order and guarantees as the pages in feed.ts.
 */
import { z } from 'zod';
import { rowsBySequence, stillMatches } from './feed.ts';
import type { FeedFilter } from '#schemas/feed-filter.ts';
import { keysAfterSequence, keysNewestBySequence, keysNewestFirst, type NewestKey, type NewestRange, type SequenceKeys } from './feed-keys.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

export interface SelectedRow {
  readonly seq: number;
  readonly version: number;
  readonly createdAtMs: number;
}

const versionsQuery = loadQuery('feed/versions-by-sequence');
const VersionRow = z
  .object({ seq: z.int(), version: z.int(), created_at_ms: z.int() })
  .transform(({ seq, version, created_at_ms }): SelectedRow => ({ seq, version, createdAtMs: created_at_ms }));
/** How much of the keys is unpacked at once. */
const keysPerRequest = 2_000;
/** Sequences travel in the address of a request, which servers bound. */
const sequencesPerRequest = 500;

const nextCount = (limit: number, selected: readonly unknown[]): number => Math.min(keysPerRequest, limit - selected.length);

/** Those that feed has, and whether each still matches. */
async function find(store: Store, filter: FeedFilter, seqs: readonly number[]): Promise<{ matching: Map<number, SelectedRow>; foundCount: number }> {
  const matching = new Map<number, SelectedRow>();
  let foundCount = 0;
  for (let at = 0; at < seqs.length; at += sequencesPerRequest) {
    const found = await store.query(versionsQuery, { seqs: seqs.slice(at, at + sequencesPerRequest) }, VersionRow);
    const corrected = found.filter(({ version }) => version > 0).map(({ seq }) => seq);
    const changed = new Set((await rowsBySequence(store, corrected)).filter((row) => !stillMatches(row, filter)).map(({ seq }) => seq));
    for (const row of found) if (!changed.has(row.seq)) matching.set(row.seq, row);
    foundCount += found.length;
  }
  return { matching, foundCount };
}

/** At most `limit` rows by time of publication descending, then uid, from behind `range.before`. */
export async function selectNewestFirst(store: Store, filter: FeedFilter, range: NewestRange, limit: number): Promise<(SelectedRow & NewestKey)[]> {
  const selected: (SelectedRow & NewestKey)[] = [];
  let before = range.before;
  while (selected.length < limit) {
    const { keys, ended } = await keysNewestFirst(store, filter, { ...range, before }, nextCount(limit, selected));
    const { matching } = await find(store, filter, keys.map(({ seq }) => seq)); // prettier-ignore
    for (const key of keys) {
      const row = matching.get(key.seq);
      if (row !== undefined) selected.push({ ...key, ...row });
    }
    if (ended) break;
    before = keys.at(-1) ?? before;
  }
  return selected;
}

/** The next rows of the log behind `afterSeq`, ascending. */
export async function selectAfterSequence(store: Store, filter: FeedFilter, afterSeq: number, limit: number): Promise<SelectedRow[]> {
  const selected: SelectedRow[] = [];
  let after = afterSeq;
  while (selected.length < limit) {
    const keys: SequenceKeys = await keysAfterSequence(store, filter, after, nextCount(limit, selected));
    const { matching, foundCount } = await find(store, filter, keys.seqs);
    selected.push(...keys.seqs.flatMap((seq) => matching.get(seq) ?? []));
    // What feed does not have yet is behind all that it has.
    if (keys.ended || foundCount < keys.seqs.length) break;
    after = keys.seqs.at(-1) ?? after;
  }
  return selected;
}

/** The last rows of the log, ascending. */
export async function selectNewestBySequence(store: Store, filter: FeedFilter, limit: number): Promise<SelectedRow[]> {
  const selected: SelectedRow[] = [];
  let before: number | null = null;
  while (selected.length < limit) {
    const keys: SequenceKeys = await keysNewestBySequence(store, filter, before, nextCount(limit, selected));
    const { matching } = await find(store, filter, keys.seqs);
    selected.push(...keys.seqs.flatMap((seq) => matching.get(seq) ?? []));
    if (keys.ended) break;
    before = keys.seqs.at(-1) ?? before;
  }
  return selected.reverse();
}

/**
 * Selects the keys of many matching rows without reading the rows, for a file whose rows are counted before the first is read. Order and
 * guarantees are those of the pages in feed.ts.
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
/** Keys per request, which bounds the memory for decompressed keys. */
const keysPerRequest = 2_000;
/** Sequences per request: they are sent in its URL, whose length servers limit. */
const sequencesPerRequest = 500;

const nextCount = (limit: number, selected: readonly unknown[]): number => Math.min(keysPerRequest, limit - selected.length);

/** Returns the sequences that feed has and that still match, and how many feed has. */
async function find(store: Store, filter: FeedFilter, seqs: readonly number[]): Promise<{ matching: Map<number, SelectedRow>; foundCount: number }> {
  const matching = new Map<number, SelectedRow>();
  let foundCount = 0;
  for (let at = 0; at < seqs.length; at += sequencesPerRequest) {
    const found = await store.query(versionsQuery, { seqs: seqs.slice(at, at + sequencesPerRequest) }, VersionRow);
    const corrected = found.filter(({ version }) => version > 0).map(({ seq }) => seq);
    const still = new Set((await rowsBySequence(store, corrected)).filter((row) => stillMatches(row, filter)).map(({ seq }) => seq));
    for (const row of found) if (row.version === 0 || still.has(row.seq)) matching.set(row.seq, row);
    foundCount += found.length;
  }
  return { matching, foundCount };
}

/** Returns at most `limit` rows by publication time descending, then uid, starting after `range.before`. */
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

/** Returns the next rows of the log after `afterSeq`, ascending. */
export async function selectAfterSequence(store: Store, filter: FeedFilter, afterSeq: number, limit: number): Promise<SelectedRow[]> {
  const selected: SelectedRow[] = [];
  let after = afterSeq;
  while (selected.length < limit) {
    const keys: SequenceKeys = await keysAfterSequence(store, filter, after, nextCount(limit, selected));
    const { matching, foundCount } = await find(store, filter, keys.seqs);
    selected.push(...keys.seqs.flatMap((seq) => matching.get(seq) ?? []));
    // A sequence that feed lacks is not written yet; it is greater than all that feed has.
    if (keys.ended || foundCount < keys.seqs.length) break;
    after = keys.seqs.at(-1) ?? after;
  }
  return selected;
}

/** Returns the last rows of the log, ascending. */
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

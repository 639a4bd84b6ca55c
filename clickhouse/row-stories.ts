/** Looks up the story and tickers of rows by sequence without reading their documents. */
import { z } from 'zod';
import { UidHex } from './columns.ts';
import { loadQuery, requestParts } from './sql.ts';
import type { Store } from './store.ts';

const query = loadQuery('feed/stories-by-sequence');
const Row = z
  .object({ seq: z.int(), version: z.int(), story_id_hex: UidHex, tickers: z.array(z.string()) })
  .transform(({ seq, version, story_id_hex, tickers }) => ({ seq, version, storyId: story_id_hex, tickers }));
export type RowStory = z.output<typeof Row>;

/**
 * Yields the rows of these keys in their order, and reads them in parts, so that a caller may stop early. Keys of old versions, and of rows
 * that feed lacks, are omitted.
 */
export async function* currentRows(
  store: Store,
  keys: readonly { readonly seq: number; readonly version: number }[],
): AsyncGenerator<RowStory, void, undefined> {
  for (const part of requestParts(keys)) {
    const bySeq = await rowStories(store, part.map(({ seq }) => seq)); // prettier-ignore
    for (const { seq, version } of part) {
      const row = bySeq.get(seq);
      if (row?.version === version) yield row;
    }
  }
}

/** Returns stories by sequence, for at most one part of `requestParts`. Sequences that feed lacks are absent. */
export async function rowStories(store: Store, seqs: readonly number[]): Promise<Map<number, RowStory>> {
  if (seqs.length === 0) return new Map();
  const found = await store.query(query, { seqs: [...new Set(seqs)] }, Row);
  return new Map(found.map((row) => [row.seq, row]));
}

/** Looks up the story and tickers of rows by sequence without reading their documents. */
import { z } from 'zod';
import { UidHex } from './columns.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

export interface RowStory {
  readonly seq: number;
  /** The newest version. */
  readonly version: number;
  readonly storyId: string;
  readonly tickers: readonly string[];
}

const query = loadQuery('feed/stories-by-sequence');
const Row = z
  .object({ seq: z.int(), version: z.int(), story_id_hex: UidHex, tickers: z.array(z.string()) })
  .transform(({ seq, version, story_id_hex, tickers }): RowStory => ({ seq, version, storyId: story_id_hex, tickers }));

/** Returns stories by sequence, for one part of a request (`requestParts`); sequences that feed lacks are absent. */
export async function rowStories(store: Store, seqs: readonly number[]): Promise<Map<number, RowStory>> {
  if (seqs.length === 0) return new Map();
  const found = await store.query(query, { seqs: [...new Set(seqs)] }, Row);
  return new Map(found.map((row) => [row.seq, row]));
}

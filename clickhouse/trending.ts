/**
 * Reads the top stories: rows of a time range by score decayed with age, one per story and a few per ticker. A story is
 * represented by its best article.
 */
import { z } from 'zod';
import { rowsBySequence, type StoredRow } from './feed.ts';
import { rowStories, storiesPerRequest } from './row-stories.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

export interface TrendingRange {
  /** Bounds of the time published, both included. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Former tickers and classes of a company are one in the count of its stories. */
export type IssuerOf = (ticker: string) => string;

const scoreMin = 8;
export const storiesMax = 10;
const perTickerMax = 2;
/** Age at which a score counts half: a fresh 8 stands level with a 10 of eight hours before. */
const halfLifeMs = 86_400_000;

/** One after the other until the list is full: hundreds of reprints of one story may stand before the next. */
const keysRead = [200, 2_000, 20_000] as const;
const keysQuery = loadQuery('feed/top-keys');
const Key = z.object({ seq: z.int(), version: z.int() });
type Key = z.infer<typeof Key>;

/** At most ten rows, best first; of equal rank the lower uid first. */
export async function trendingRows(store: Store, { fromMs, toMs }: TrendingRange, issuerOf: IssuerOf = (ticker) => ticker): Promise<StoredRow[]> {
  const params = { newest_from: -toMs, newest_to: -fromMs, min_relevance: scoreMin, half_life_ms: halfLifeMs };
  let chosen: readonly number[] = [];
  for (const limit of keysRead) {
    const keys = await store.query(keysQuery, { ...params, limit }, Key);
    chosen = await chooseStories(store, keys, issuerOf);
    if (chosen.length === storiesMax || keys.length < limit) break;
  }
  const bySeq = new Map((await rowsBySequence(store, chosen)).map((row) => [row.seq, row]));
  return chosen.flatMap((seq) => bySeq.get(seq) ?? []);
}

/** Sequences of the rows that stand for their stories. `keys` best first. */
async function chooseStories(store: Store, keys: readonly Key[], issuerOf: IssuerOf): Promise<number[]> {
  const chosen: number[] = [];
  const storyIds = new Set<string>();
  const rowsOf = new Map<string, number>();
  for (let at = 0; at < keys.length && chosen.length < storiesMax; at += storiesPerRequest) {
    const part = keys.slice(at, at + storiesPerRequest);
    const bySeq = await rowStories(store, part.map(({ seq }) => seq)); // prettier-ignore
    for (const { seq, version } of part) {
      const facts = bySeq.get(seq);
      // A corrected row is ranked by its newest version; keys of older versions are skipped.
      if (facts === undefined || facts.version !== version || storyIds.has(facts.storyId)) continue;
      storyIds.add(facts.storyId);
      const issuers = new Set(facts.tickers.map(issuerOf));
      if ([...issuers].some((issuer) => (rowsOf.get(issuer) ?? 0) >= perTickerMax)) continue;
      chosen.push(seq);
      for (const issuer of issuers) rowsOf.set(issuer, (rowsOf.get(issuer) ?? 0) + 1);
      if (chosen.length === storiesMax) break;
    }
  }
  return chosen;
}

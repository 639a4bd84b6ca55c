/**
 * Reads the top stories: rows of a time range by a score that decays with age, one per story and at most two per company. A story is
 * represented by its best article.
 */
import { z } from 'zod';
import { rowsInOrder, type StoredRow } from './feed-pages.ts';
import { currentRows, type RowStory } from './row-stories.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

interface TrendingRange {
  /** Bounds of the publication time, both included. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Maps a ticker to its issuer, so that former tickers and other classes of a company count together. */
export type IssuerOf = (ticker: string) => string;

const trendingScoreMin = 8;
export const storiesMax = 10;
const perTickerMax = 2;
/**
 * Age in milliseconds at which a score counts half: a new 8 ranks with a 10 of eight hours before. Two rows' difference in age is constant,
 * so the order does not depend on the present time.
 */
const halfLifeMs = 86_400_000;

interface TopStories {
  /** Best first; at most ten. */
  readonly chosen: readonly RowStory[];
  /** Adds the next best row of the feed, unless its story is present, or a company of it twice. Returns false when the list is full. */
  readonly offer: (row: RowStory) => boolean;
}

/** Chooses the stories of a page from rows that are offered best first. */
function createTopStories(issuerOf: IssuerOf): TopStories {
  const chosen: RowStory[] = [];
  const storyIds = new Set<string>();
  const rowsOf = new Map<string, number>();
  return {
    chosen,
    offer: (row) => {
      if (chosen.length === storiesMax) return false;
      if (storyIds.has(row.storyId)) return true;
      storyIds.add(row.storyId);
      const issuers = new Set(row.tickers.map(issuerOf));
      if ([...issuers].some((issuer) => (rowsOf.get(issuer) ?? 0) >= perTickerMax)) return true;
      chosen.push(row);
      for (const issuer of issuers) rowsOf.set(issuer, (rowsOf.get(issuer) ?? 0) + 1);
      return chosen.length < storiesMax;
    },
  };
}

/** Keys to read, one number after the other until the list is full: hundreds of reprints of one story may come before the next. */
const keysRead = [200, 2_000, 20_000] as const;
const keysQuery = loadQuery('feed/top-keys');
const Key = z.object({ seq: z.int(), version: z.int() });

/** Returns at most ten rows, best first; rows of equal rank are ordered by uid. */
export async function trendingRows(store: Store, { fromMs, toMs }: TrendingRange, issuerOf: IssuerOf = (ticker) => ticker): Promise<StoredRow[]> {
  const params = { newest_from: -toMs, newest_to: -fromMs, min_relevance: trendingScoreMin, half_life_ms: halfLifeMs };
  let stories: readonly RowStory[] = [];
  for (const limit of keysRead) {
    const keys = await store.query(keysQuery, { ...params, limit }, Key);
    const { chosen, offer } = createTopStories(issuerOf);
    for await (const row of currentRows(store, keys)) if (!offer(row)) break;
    stories = chosen;
    if (chosen.length === storiesMax || keys.length < limit) break;
  }
  return rowsInOrder(store, stories.map(({ seq }) => seq)); // prettier-ignore
}

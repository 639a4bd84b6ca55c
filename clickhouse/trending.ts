/**
 * Reads the top stories: rows of a time range by a score that decreases with age, one per story and at most two per company.
 */
import { z } from 'zod';
import { rowsInOrder, type StoredRow } from './feed-pages.ts';
import { currentRows, type RowStory } from './row-stories.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

/** Returns the issuer of a ticker, so that all tickers of a company count together. */
export type IssuerOf = (ticker: string) => string;

const trendingScoreMin = 8;
export const storiesMax = 10;
const perTickerMax = 2;
/**
 * Age at which a score counts half: a new 8 ranks equal to a 10 of eight hours ago. The order does not depend on the present time, because the
 * difference of two ages is constant.
 */
const halfLifeMs = 86_400_000;

/** Returns the first ten rows, except further rows of a story, and a third row of a company. */
async function topStories(rows: AsyncIterable<RowStory>, issuerOf: IssuerOf): Promise<RowStory[]> {
  const chosen: RowStory[] = [];
  const storyIds = new Set<string>();
  const rowsOf = new Map<string, number>();
  for await (const row of rows) {
    if (storyIds.has(row.storyId)) continue;
    storyIds.add(row.storyId);
    const issuers = new Set(row.tickers.map(issuerOf));
    if ([...issuers].some((issuer) => (rowsOf.get(issuer) ?? 0) >= perTickerMax)) continue;
    for (const issuer of issuers) rowsOf.set(issuer, (rowsOf.get(issuer) ?? 0) + 1);
    if (chosen.push(row) === storiesMax) break;
  }
  return chosen;
}

/** Numbers of keys to read. The next is used if the one before gives too few stories, because one story may have hundreds of rows. */
const keyLimits = [200, 2_000, 20_000] as const;
const keysQuery = loadQuery('feed/top-keys');
const Key = z.object({ seq: z.int(), version: z.int() });

/** Returns at most ten rows that were published from `fromMs` to `toMs`, both inclusive, best first, those of equal rank by uid. */
export async function trendingRows(
  store: Store,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  issuerOf: IssuerOf = (ticker) => ticker,
): Promise<StoredRow[]> {
  const params = { newest_from: -toMs, newest_to: -fromMs, min_relevance: trendingScoreMin, half_life_ms: halfLifeMs };
  let stories: readonly RowStory[] = [];
  for (const limit of keyLimits) {
    const keys = await store.query(keysQuery, { ...params, limit }, Key);
    stories = await topStories(currentRows(store, keys), issuerOf);
    if (stories.length === storiesMax || keys.length < limit) break;
  }
  return rowsInOrder(store, stories.map(({ seq }) => seq)); // prettier-ignore
}

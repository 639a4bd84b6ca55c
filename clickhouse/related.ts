/**
 * Finds related stories of an article, one row each: recent ones with the same tickers, newest first, and if these are too few the newest of
 * the same category. A story is represented by its oldest matching row, which usually is its root.
 */
import type { Category } from '#schemas/vocabulary.ts';
import { sourceTypes } from '#schemas/vocabulary.ts';
import { rowsInOrder, type StoredRow } from './feed-pages.ts';
import { everything, type FeedFilter } from '#schemas/feed-filter.ts';
import { keysNewestFirst, wholeRange, type NewestRange } from './feed-keys.ts';
import { currentRows, type RowStory } from './row-stories.ts';
import type { Store } from './store.ts';
import type { TickerSpan } from '#schemas/ticker-spans.ts';

export interface RelatedTo {
  readonly storyId: string;
  readonly publishedAtMs: number;
  readonly category: Category;
  /** Tickers of the article with the companies' other tickers; empty on most macro rows. */
  readonly tickers: readonly string[];
  readonly spans?: readonly TickerSpan[] | null;
  /** Whether the article is a Form 4 row. Only then related rows may be Form 4 rows. */
  readonly isForm4: boolean;
  readonly minRelevance: number;
}

export const relatedMax = 6;
const dayMs = 86_400_000;
/** Maximum age of stories with the same tickers, relative to the article. */
const freshMs = 7 * dayMs;

/** Numbers of rows to read. The second is used if the first gives too few stories, because one story may have hundreds of rows. */
const rowLimits = [200, 2_000] as const;

/** Returns the oldest row of each story, in the order of `rows`, which is newest first. */
function firstOfStories(rows: readonly RowStory[], besides: ReadonlySet<string>): RowStory[] {
  const firstOf = new Map<string, RowStory>();
  for (const row of rows) if (!besides.has(row.storyId)) firstOf.set(row.storyId, row);
  return rows.filter((row) => firstOf.get(row.storyId) === row);
}

/** Returns at most six rows that were published since `horizonMs`. */
export async function relatedRows(store: Store, to: RelatedTo, horizonMs: number): Promise<StoredRow[]> {
  const matching: FeedFilter = {
    ...everything,
    minRelevance: to.minRelevance,
    sourceTypes: to.isForm4 ? null : sourceTypes.filter((sourceType) => sourceType !== 'sec_form4'),
  };
  const shown = new Set([to.storyId]);
  const chosen: RowStory[] = [];
  const add = async (filter: FeedFilter, fromMs: number): Promise<void> => {
    const found = await newestStories(store, filter, { range: { ...wholeRange, publishedFromMs: Math.max(horizonMs, fromMs) }, besides: shown });
    chosen.push(...found.slice(0, relatedMax - chosen.length));
    for (const { storyId } of chosen) shown.add(storyId);
  };
  if (to.tickers.length > 0) await add({ ...matching, tickers: to.tickers, spans: to.spans }, to.publishedAtMs - freshMs);
  if (chosen.length < relatedMax) await add({ ...matching, categories: [to.category] }, horizonMs);
  const versions = new Map(chosen.map(({ seq, version }) => [seq, version]));
  // A row that was corrected since its key was read may no longer match.
  return (await rowsInOrder(store, [...versions.keys()])).filter(({ seq, version }) => versions.get(seq) === version);
}

async function newestStories(
  store: Store,
  filter: FeedFilter,
  { range, besides }: { readonly range: NewestRange; readonly besides: ReadonlySet<string> },
): Promise<RowStory[]> {
  let stories: RowStory[] = [];
  for (const limit of rowLimits) {
    const { keys, ended } = await keysNewestFirst(store, filter, range, limit);
    stories = firstOfStories(await Array.fromAsync(currentRows(store, keys)), besides);
    if (ended || stories.length >= relatedMax) break;
  }
  return stories;
}

/**
 * Other stories beside an article, one row each: first those that share a ticker, fresh as seen from the article,
 * newest first; where these are few, the newest of its category. Of a story stands the first row that
 * matches: most often its root. What is read is bounded, however much was written.
 */
import type { Category } from '#schemas/vocabulary.ts';
import { sourceTypes } from '#schemas/vocabulary.ts';
import { rowsBySequence, stillMatches, type StoredRow } from './feed.ts';
import type { FeedFilter } from '#schemas/feed-filter.ts';
import { keysNewestFirst } from './feed-keys.ts';
import { rowStories, storiesPerRequest } from './row-stories.ts';
import type { Store } from './store.ts';
import type { TickerSpan } from '#schemas/ticker-spans.ts';

export interface RelatedTo {
  readonly storyId: string;
  readonly publishedAtMs: number;
  readonly category: Category;
  /** Its own, former names and other classes of these; none on most macro rows. */
  readonly tickers: readonly string[];
  readonly spans?: readonly TickerSpan[] | null;
  /** Form 4 rows stand beside a Form 4 row only. */
  readonly isForm4: boolean;
  readonly minRelevance: number;
}

export const relatedMax = 6;
const dayMs = 86_400_000;
/** How long before the article a story that shares a ticker is fresh. What fills the list up may be of any age. */
const freshMs = 7 * dayMs;

/** At most six, published from `horizonMs` on. */
export async function relatedRows(store: Store, to: RelatedTo, horizonMs: number): Promise<StoredRow[]> {
  const filter: FeedFilter = {
    tickers: null,
    categories: null,
    excludeCategories: [],
    minRelevance: to.minRelevance,
    sourceTypes: to.isForm4 ? null : sourceTypes.filter((sourceType) => sourceType !== 'sec_form4'),
    item: null,
    is10b5_1: null,
    rootsOnly: false,
  };
  const shown = new Set([to.storyId]);
  const stories = (own: Partial<FeedFilter>, sinceMs: number): Promise<StoredRow[]> =>
    newestStories(store, { ...filter, ...own }, { sinceMs: Math.max(horizonMs, sinceMs), besides: shown });
  const sharing =
    to.tickers.length === 0 ? [] : (await stories({ tickers: to.tickers, spans: to.spans }, to.publishedAtMs - freshMs)).slice(0, relatedMax);
  if (sharing.length === relatedMax) return sharing;
  for (const row of sharing) shown.add(row.storyId);
  const backfill = await stories({ categories: [to.category] }, horizonMs);
  return [...sharing, ...backfill].slice(0, relatedMax);
}

/** Corrected rows that no longer match leave their place: so many more are read than are shown. */
const spareRows = 6;
/** The second where the first did not fill the list: hundreds of reprints of one story may stand before the next. */
const keysRead = [200, 2_000] as const;

async function newestStories(
  store: Store,
  filter: FeedFilter,
  { sinceMs, besides }: { readonly sinceMs: number; readonly besides: ReadonlySet<string> },
): Promise<StoredRow[]> {
  const range = { before: null, publishedFromMs: sinceMs, publishedToMs: null, createdFromMs: null, createdToMs: null };
  let chosen: readonly number[] = [];
  for (const limit of keysRead) {
    const { keys, ended } = await keysNewestFirst(store, filter, range, limit);
    chosen = await firstOfStories(store, keys, besides);
    if (ended || chosen.length >= relatedMax) break;
  }
  const rows = await rowsBySequence(store, chosen.slice(0, relatedMax + spareRows));
  const bySeq = new Map(rows.filter((row) => stillMatches(row, filter)).map((row) => [row.seq, row]));
  return chosen.flatMap((seq) => bySeq.get(seq) ?? []);
}

/** Sequences in the order of `keys`, newest first: of each story the oldest of them. */
async function firstOfStories(store: Store, keys: readonly { readonly seq: number }[], besides: ReadonlySet<string>): Promise<number[]> {
  const firstOf = new Map<string, number>();
  for (let at = 0; at < keys.length; at += storiesPerRequest) {
    const part = keys.slice(at, at + storiesPerRequest).map(({ seq }) => seq);
    const stories = await rowStories(store, part);
    for (const seq of part) {
      const storyId = stories.get(seq)?.storyId;
      if (storyId !== undefined && !besides.has(storyId)) firstOf.set(storyId, seq);
    }
  }
  const isFirst = new Set(firstOf.values());
  return keys.flatMap(({ seq }) => (isFirst.has(seq) ? [seq] : []));
}

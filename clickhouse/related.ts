/**
 * Other stories beside an article, one row each: first those that share a ticker, fresh as seen from the article,
 * newest first; where these are few, the newest of its category. Of a story stands the first row that
 * matches: most often its root. What is read is bounded, however much was written.
 */
import type { Category } from '#schemas/vocabulary.ts';
import { sourceTypes } from '#schemas/vocabulary.ts';
import { rowsBySequence, type StoredRow } from './feed.ts';
import { everything, type FeedFilter } from '#schemas/feed-filter.ts';
import { keysNewestFirst, publishedFrom, type NewestKey, type NewestRange } from './feed-keys.ts';
import { rowStories, storiesPerRequest, type RowStory } from './row-stories.ts';
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

/** What of the feed may stand beside an article: first what shares its tickers, then what shares its category. */
export function relatedFilters(to: RelatedTo): {
  readonly sharing: FeedFilter | null;
  readonly sharingFromMs: number;
  readonly backfill: FeedFilter;
} {
  const filter: FeedFilter = {
    ...everything,
    minRelevance: to.minRelevance,
    sourceTypes: to.isForm4 ? null : sourceTypes.filter((sourceType) => sourceType !== 'sec_form4'),
  };
  return {
    sharing: to.tickers.length === 0 ? null : { ...filter, tickers: to.tickers, spans: to.spans },
    sharingFromMs: to.publishedAtMs - freshMs,
    backfill: { ...filter, categories: [to.category] },
  };
}

/** Rows read in the search for stories; the second where the first did not fill the list: hundreds of reprints of one story may stand before the next. */
export const rowsRead = [200, 2_000] as const;

/** Of each story the oldest row, in the order of `rows`: newest first. */
export function firstOfStories<Row extends { readonly storyId: string }>(rows: readonly Row[], besides: ReadonlySet<string>): Row[] {
  const firstOf = new Map<string, Row>();
  for (const row of rows) if (!besides.has(row.storyId)) firstOf.set(row.storyId, row);
  return rows.filter((row) => firstOf.get(row.storyId) === row);
}

/** At most six, published from `horizonMs` on. */
export async function relatedRows(store: Store, to: RelatedTo, horizonMs: number): Promise<StoredRow[]> {
  const { sharing, sharingFromMs, backfill } = relatedFilters(to);
  const shown = new Set([to.storyId]);
  const chosen: RowStory[] = [];
  const add = async (filter: FeedFilter, fromMs: number): Promise<void> => {
    const found = await newestStories(store, filter, { range: publishedFrom(Math.max(horizonMs, fromMs)), besides: shown });
    chosen.push(...found.slice(0, relatedMax - chosen.length));
    for (const { storyId } of chosen) shown.add(storyId);
  };
  if (sharing !== null) await add(sharing, sharingFromMs);
  if (chosen.length < relatedMax) await add(backfill, horizonMs);
  const rows = await rowsBySequence(store, chosen.map(({ seq }) => seq)); // prettier-ignore
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return chosen.flatMap(({ seq, version }) => {
    const row = bySeq.get(seq);
    // One that was corrected meanwhile may no longer match.
    return row?.version === version ? [row] : [];
  });
}

async function newestStories(
  store: Store,
  filter: FeedFilter,
  { range, besides }: { readonly range: NewestRange; readonly besides: ReadonlySet<string> },
): Promise<RowStory[]> {
  let stories: RowStory[] = [];
  for (const limit of rowsRead) {
    const { keys, ended } = await keysNewestFirst(store, filter, range, limit);
    stories = firstOfStories(await currentRows(store, keys), besides);
    if (ended || stories.length >= relatedMax) break;
  }
  return stories;
}

/** The rows of these keys; a key of a row that was corrected since is no longer of it. */
async function currentRows(store: Store, keys: readonly NewestKey[]): Promise<RowStory[]> {
  const rows: RowStory[] = [];
  for (let at = 0; at < keys.length; at += storiesPerRequest) {
    const part = keys.slice(at, at + storiesPerRequest);
    const stories = await rowStories(store, part.map(({ seq }) => seq)); // prettier-ignore
    for (const { seq, version } of part) {
      const row = stories.get(seq);
      if (row?.version === version) rows.push(row);
    }
  }
  return rows;
}

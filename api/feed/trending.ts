/** GET /api/news/trending/: the top stories of two days, each by one article with its sources. */
import { sourcesOfStories } from '#clickhouse/feed.ts';
import { wholeRange } from '#clickhouse/feed-keys.ts';
import { createTopStories, storiesMax, trendingRank, trendingRows, trendingScoreMin, type TrendingRange } from '#clickhouse/trending.ts';
import { everything, type FeedFilter } from '#schemas/feed-filter.ts';
import { cachedContent, type TailAnswer, type RenderedAnswer } from './cached-response.ts';
import type { ApiDeps } from '../context.ts';
import { defineOperation } from '../operation.ts';
import { NewsList } from './envelope.ts';
import { pageRow, renderPage, type PageRow, type Stories } from './page.ts';
import type { TailRow } from './tail-row.ts';

const windowMs = 48 * 3_600_000;
const topRows: FeedFilter = { ...everything, minRelevance: trendingScoreMin };

export const trending = defineOperation({
  path: '/api/news/trending/',
  name: 'listTrendingStories',
  summary: 'Top stories of the last 48 hours',
  description: `At most ${storiesMax} stories with a relevance of at least 8, at most two per ticker, ranked by a score that halves per day of age. Each story is shown by its best-ranked article, so \`story_id\` may be the \`uid\` of another article. \`sources\` lists the outlets of the story. \`next_cursor\` is null.`,
  output: { type: 'application/json', schema: NewsList },
  handle: (_, __, deps) => {
    const toMs = deps.nowMs();
    const range = { fromMs: toMs - windowMs, toMs };
    return cachedContent(
      deps,
      'trending',
      () => trendingInStore(range, deps),
      () => trendingInTail(range, deps),
    );
  },
});

/** Returns the stories from the tail; null where it lacks a part of the two days. */
export function trendingInTail({ fromMs, toMs }: TrendingRange, { tail, symbols }: Pick<ApiDeps, 'tail' | 'symbols'>): TailAnswer | null {
  const range = { ...wholeRange, publishedFromMs: fromMs, publishedToMs: toMs };
  const { rows, isCertain } = tail.published(topRows, range, Number.POSITIVE_INFINITY);
  if (!isCertain) return null;
  const { chosen, offer } = createTopStories<{ readonly row: TailRow; readonly storyId: string; readonly tickers: readonly string[] }>(
    symbols.issuerOf,
  );
  for (const { row } of inOrderOfRank(rows)) if (!offer({ row, storyId: row.storyId, tickers: row.facets.tickers })) break;
  const storyIds = chosen.map(({ storyId }) => storyId);
  // The outlets are known only for stories that began inside the tail.
  if (!storyIds.every(tail.holds)) return null;
  return {
    ...rendered(chosen.map(({ row }) => row), tail.outletsOf(storyIds)), // prettier-ignore
    changedBy: { filter: topRows, storyIds: new Set(storyIds) },
  };
}

/** Returns rows best first; rows of equal rank are ordered by uid. */
function inOrderOfRank(rows: readonly TailRow[]): readonly { readonly row: TailRow }[] {
  return rows
    .map((row) => ({ row, rank: trendingRank(row.facets.relevance, row.publishedAtMs) }))
    .sort((a, b) => b.rank - a.rank || (a.row.uid < b.row.uid ? -1 : 1));
}

/** Returns the stories from the tables. */
export async function trendingInStore(range: TrendingRange, { ask, symbols }: Pick<ApiDeps, 'ask' | 'symbols'>): Promise<RenderedAnswer> {
  const rows = await ask((store) => trendingRows(store, range, symbols.issuerOf));
  const storyIds = rows.map(({ storyId }) => storyId);
  return rendered(rows.map(pageRow), await ask((store) => sourcesOfStories(store, storyIds)));
}

const rendered = (rows: readonly PageRow[], sources: Stories): RenderedAnswer => ({
  content: renderPage({ rows, nextCursor: null, symbolNote: null, archiveEndsMs: null }, sources),
  rowsCount: rows.length,
});

/** GET /api/news/trending/: the top stories of two days, each by one article with its sources. */
import { sourcesOfStories } from '#clickhouse/feed.ts';
import { storiesMax, trendingRows } from '#clickhouse/trending.ts';
import { cachedContent } from '../cache/cached-response.ts';
import { defineOperation, keyAccess } from '../operation.ts';
import { feedCacheControl, NewsList } from './envelope.ts';
import { renderStoryPage } from './page.ts';
import { pageRow } from './stored-row.ts';

const windowMs = 48 * 3_600_000;

export const trending = defineOperation({
  path: '/api/news/trending/',
  name: 'listTrendingStories',
  summary: 'Top stories of the last 48 hours',
  description: `At most ${storiesMax} stories of relevance 8 and more, by a score that halves with each day of age, at most two of a ticker. A story is represented by its best-ranked article: \`story_id\` may be another's \`uid\`, \`sources\` are the outlets that carry the story. \`next_cursor\` is null.`,
  access: keyAccess,
  input: {},
  output: { type: 'application/json', schema: NewsList },
  errors: [],
  cost: 1,
  cache: feedCacheControl,
  handle: (_, __, deps) =>
    cachedContent(deps, 'trending', async () => {
      const nowMs = deps.nowMs();
      const rows = await deps.ask((store) => trendingRows(store, { fromMs: nowMs - windowMs, toMs: nowMs }, deps.symbols.issuerOf));
      const storyIds = rows.map(({ storyId }) => storyId);
      const sources = await deps.ask((store) => sourcesOfStories(store, storyIds));
      return { content: renderStoryPage({ rows: rows.map(pageRow), nextCursor: null, symbolNote: null }, sources), rowsCount: rows.length };
    }),
});

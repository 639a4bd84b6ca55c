/** GET /api/news/trending/: the top stories of two days, each by one article with its sources. */
import { sourcesOfStories } from '#clickhouse/feed-pages.ts';
import { storiesMax, trendingRows } from '#clickhouse/trending.ts';
import { cachedContent, renderedRows } from './cached-response.ts';
import { defineOperation } from '../operation.ts';
import { NewsList } from './envelope.ts';
import { pageRow } from './page.ts';

const windowMs = 48 * 3_600_000;

export const trending = defineOperation({
  path: '/api/news/trending/',
  name: 'listTrendingStories',
  summary: 'Top stories of the last 48 hours',
  description: `At most ${storiesMax} stories with a relevance of at least 8, at most two per ticker, ranked by a score that halves per day of age. Each story is shown by its best-ranked article, so \`story_id\` may be the \`uid\` of another article. \`sources\` lists the outlets of the story. \`next_cursor\` is null.`,
  output: { type: 'application/json', schema: NewsList },
  handle: (_, __, deps) => {
    const toMs = deps.nowMs();
    const range = { fromMs: toMs - windowMs, toMs };
    return cachedContent(deps, 'trending', async () => {
      const rows = await deps.ask((store) => trendingRows(store, range, deps.symbols.issuerOf));
      const storyIds = rows.map(({ storyId }) => storyId);
      // The best article need not be the story's root; as a non-root it keeps the id of the story.
      const best = rows.map((row) => ({ ...pageRow(row), isRoot: false }));
      return renderedRows(best, await deps.ask((store) => sourcesOfStories(store, storyIds)));
    });
  },
});

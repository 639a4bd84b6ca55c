/** GET /api/news/: the feed, newest first or in delta mode (service.md 4.1). */
import { z } from 'zod';
import { keyedRoute } from '../route.ts';
import { answerFeed } from './answer.ts';
import { feedAliases, newsFilter, newsShape, readQuery, type ReadQuery } from './parameters.ts';
import { feedCacheControl, NewsList } from './envelope.ts';

const path = '/api/news/';
export const newsQuery = z.object(newsShape);
export const readNews = (given: z.output<typeof newsQuery>): ReadQuery => readQuery(path, given, newsFilter(given), 'published');

export const newsList = keyedRoute({
  path,
  name: 'listNews',
  summary: 'The feed',
  description:
    'News newest first, or with `sort=ingested` in the order it entered the feed: store `next_cursor`, repeat with it, and sleep only after an empty page.',
  params: z.object({}),
  query: newsQuery,
  aliases: feedAliases,
  response: { type: 'application/json', schema: NewsList },
  errors: ['invalid_cursor', 'cursor_mode_mismatch', 'archive_horizon'],
  cost: 1,
  cacheControl: feedCacheControl,
  read: readNews,
  handle: ({ input, caller }, deps) => answerFeed(input, caller, deps),
});

/** GET /api/news/: the feed, newest first or in delta mode. */
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { answerFeed } from './answer.ts';
import { feedAliases, newsFilter, newsShape, readQuery, type ReadQuery } from './parameters.ts';
import { NewsList } from './envelope.ts';

const path = '/api/news/';
export const newsQuery = z.object(newsShape);
export const readNews = (given: z.output<typeof newsQuery>): ReadQuery => readQuery(path, given, newsFilter(given), 'published');

export const newsList = defineOperation({
  path,
  name: 'listNews',
  summary: 'News feed',
  description:
    'News, newest first, or with `sort=ingested` in the order in which it entered the feed. To poll, call it once with `sort=ingested` and no cursor to get the newest rows. Then send the `next_cursor` of each answer with the next call, with the same `sort` and filters, and wait only after an empty page.',
  input: { query: newsQuery, aliases: feedAliases, read: readNews },
  output: { type: 'application/json', schema: NewsList },
  errors: ['invalid_cursor', 'cursor_mode_mismatch', 'archive_horizon'],
  handle: ({ query }, caller, deps) => answerFeed(query, caller, deps),
});

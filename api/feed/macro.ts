/** GET /api/news/macro/: news that moves the whole market, in one stream. */
import { z } from 'zod';
import { macroCategories } from '#schemas/vocabulary.ts';
import { defineOperation } from '../operation.ts';
import { listOf, optional } from '../request/parameters.ts';
import { answerFeed } from './answer.ts';
import { feedCacheControl, NewsList } from './envelope.ts';
import { feedAliases, pageShape, readQuery } from './parameters.ts';

const path = '/api/news/macro/';

export const macroList = defineOperation({
  path,
  name: 'listMacroNews',
  summary: 'The macro feed',
  description:
    'News of the economy, commodities and geopolitics in one list, in the shape of the feed. Most rows name no ticker; `symbol` keeps the rows that name one.',
  access: 'key',
  input: {
    query: z.object({ ...pageShape, category: optional(listOf(macroCategories), 'A part of the three') }),
    aliases: feedAliases,
    read: (given) => readQuery(path, given, { categories: given.category ?? macroCategories }, 'published'),
  },
  output: { type: 'application/json', schema: NewsList },
  errors: ['invalid_cursor', 'cursor_mode_mismatch', 'archive_horizon'],
  cost: 1,
  cache: feedCacheControl,
  handle: ({ query }, caller, deps) => answerFeed(query, caller, deps),
});

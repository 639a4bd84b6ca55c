/** GET /api/news/macro/: news that moves the whole market, in one stream. */
import { z } from 'zod';
import { macroCategories } from '#schemas/vocabulary.ts';
import { defineOperation } from '../operation.ts';
import { listOf, optional } from '../request/parameters.ts';
import { answerFeed } from './answer.ts';
import { NewsList } from './envelope.ts';
import { feedAliases, pageShape, readQuery } from './parameters.ts';

const path = '/api/news/macro/';

export const macroList = defineOperation({
  path,
  name: 'listMacroNews',
  summary: 'Macro news feed',
  description:
    'News about the economy, commodities and geopolitics, in the same format as the news feed. Most rows name no ticker; `symbol` returns only rows about that symbol.',
  input: {
    query: z.object({ ...pageShape, category: optional(listOf(macroCategories), 'Only one or two of the three groups') }),
    aliases: feedAliases,
    read: (given) => readQuery(path, given, { categories: given.category ?? macroCategories }, 'published'),
  },
  output: { type: 'application/json', schema: NewsList },
  errors: ['invalid_cursor', 'cursor_mode_mismatch', 'archive_horizon'],
  handle: ({ query }, caller, deps) => answerFeed(query, caller, deps),
});

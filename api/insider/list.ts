/** GET /api/news/insider/: the Form 4 feed; its window bounds when a filing reached the feed (service.md 4.2). */
import { z } from 'zod';
import { answerFeed } from '../feed/answer.ts';
import { feedCacheControl, NewsList } from '../feed/envelope.ts';
import { feedAliases, pageShape, readQuery } from '../feed/parameters.ts';
import { boolean, oneOf, optional } from '../request/parameters.ts';
import { keyedRoute } from '../route.ts';

const path = '/api/news/insider/';
const query = z.object({
  ...pageShape,
  is_10b5_1: optional(boolean(), '`false` drops sales under a 10b5-1 plan, `true` keeps only events under one'),
  format: optional(oneOf(['json']), 'Representation of the rows'),
});

export const insiderList = keyedRoute({
  path,
  name: 'listInsiderNews',
  summary: 'The Form 4 feed',
  description:
    'Insider events in the shape of the feed. `from_date` and `to_date` bound when the filing reached the feed, not the trade. A new event often enters below the newest page: follow it with `sort=ingested`.',
  params: z.object({}),
  query,
  aliases: feedAliases,
  response: { type: 'application/json', schema: NewsList },
  errors: ['invalid_cursor', 'cursor_mode_mismatch', 'archive_horizon'],
  cost: 1,
  cacheControl: feedCacheControl,
  read: (given) => readQuery(path, given, { sourceTypes: ['sec_form4'], is10b5_1: given.is_10b5_1 ?? null }, 'created'),
  handle: ({ input, caller }, deps) => answerFeed(input, caller, deps),
});

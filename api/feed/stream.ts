/** GET /api/news/stream/: the feed as server-sent events, in the order in which rows enter it. */
import { z } from 'zod';
import { NewsItem } from '#schemas/item.ts';
import { defineOperation } from '../operation.ts';
import { cursorText, optional } from '../request/parameters.ts';
import { newsFilter, newsShape, readQuery } from './parameters.ts';
import { streamName } from './stream-hub.ts';

/** The feed's path: its cursors in delta mode and a stream's ids are the same. */
const feedPath = '/api/news/';
const { page_size: _, sort: __, from_date: ___, to_date: ____, ...filters } = newsShape;
const cursor = optional(
  cursorText(),
  'Id of the last event received, or `next_cursor` of the feed with `sort=ingested` and the same filters',
);

export const newsStream = defineOperation({
  path: '/api/news/stream/',
  name: streamName,
  summary: 'The feed as a stream',
  description:
    'Server-sent events: `event: news`, `id:` the delta cursor behind the row, `data:` the row on one line. Begins with the newest row, or behind `Last-Event-ID` or `cursor`; both take the id of an event, and cursors of `/api/news/` with `sort=ingested`, as that takes ids. Every row then comes exactly once and in order, over connections to any process. A comment comes every 15 s, with an id. A reader that is slower than the feed gets an event `behind`, and one whose stream the service ends (quota, key, plan, repair) an event `end` with a problem; both are last, and their id is where to go on. Costs one request when opened and one each minute.',
  access: 'key',
  input: {
    query: z.object({ ...filters, cursor }),
    aliases: { ticker: 'symbol', tickers: 'symbol' },
    read: (given) => {
      const query = { ...given, page_size: 1, sort: 'ingested' as const };
      return readQuery(feedPath, query, newsFilter(query), 'published');
    },
  },
  output: { type: 'text/event-stream', schema: NewsItem },
  errors: ['invalid_cursor', 'cursor_mode_mismatch', 'archive_horizon'],
  cost: 1,
  cache: 'no-store',
  isLive: true,
  handle: ({ query, lastEventId }, caller, deps) => deps.streams.open(query, lastEventId, caller),
});

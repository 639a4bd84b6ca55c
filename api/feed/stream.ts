/** GET /api/news/stream/: the feed as server-sent events, in the order in which rows enter it. */
import { z } from 'zod';
import { NewsItem } from '#schemas/item.ts';
import { defineOperation } from '../operation.ts';
import { cursorText, optional } from '../request/parameters.ts';
import { newsFilter, newsShape, readQuery } from './parameters.ts';
import { streamName } from './stream-rows.ts';

/** The path of the feed, so that its delta cursors and the event ids of a stream are interchangeable. */
const feedPath = '/api/news/';
const { page_size: _, sort: __, from_date: ___, to_date: ____, as_of: _____, ...filters } = newsShape;
const cursor = optional(cursorText(), 'Id of the last event received, or `next_cursor` of the feed with `sort=ingested` and the same filters');

export const newsStream = defineOperation({
  path: '/api/news/stream/',
  name: streamName,
  summary: 'News stream',
  description:
    'Server-sent events: `event: news` (with `include=revisions` also `revision` and `retraction`), `id:` the delta cursor after the row, `data:` the row on one line. The stream starts with the newest row, or after `Last-Event-ID` or `cursor`. Event ids and cursors of `/api/news/` with `sort=ingested` can be used for each other. Every row is sent exactly once and in order, also across reconnects. A comment with an id is sent every 15 s. The last event is `behind` if the reader is slower than the feed, or `end` with a problem if the service ends the stream (quota, key, plan, repair); reconnect with its id. Costs one request when opened and one per minute.',
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
  cache: 'no-store',
  isLive: true,
  handle: ({ query, lastEventId }, caller, deps) => deps.streams.open(query, lastEventId, caller),
});

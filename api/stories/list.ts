/** GET /api/stories/: stories, newest first by their last article. */
import { z } from 'zod';
import { keysNewestFirst, wholeRange } from '#clickhouse/feed-keys.ts';
import { cursorBinding, type NewestPosition } from '#schemas/cursor.ts';
import { everything, tickersText, type FeedFilter } from '#schemas/feed-filter.ts';
import { Instant } from '#schemas/primitives.ts';
import { StoryCard } from '#schemas/story.ts';
import { isWithin } from '#schemas/ticker-spans.ts';
import { categories } from '#schemas/vocabulary.ts';
import { cachedResponse, type Answer } from '../feed/cached-response.ts';
import type { ApiDeps } from '../deps.ts';
import { resolveSymbols } from '../feed/answer.ts';
import { NewsList } from '../feed/envelope.ts';
import { feedAliases, pageShape, defaultMinRelevance } from '../feed/parameters.ts';
import { horizonMs, readCursor, refusePast } from '../feed/position.ts';
import { defineOperation } from '../operation.ts';
import { integerOr, listOf, optional, refuseReversed } from '../request/parameters.ts';
import { cardOf, readStory } from './card.ts';
import type { Outline } from './outline.ts';
import { logEnd } from './read-stories.ts';
import { walkStories } from './walk.ts';

const path = '/api/stories/';
export const pageSizeMax = 50;
const pageSizeDefault = 20;

const query = z.object({
  symbol: pageShape.symbol,
  category: optional(listOf(categories), 'Any of these categories'),
  min_importance: integerOr(defaultMinRelevance, 1, 10, 'Lowest importance'),
  from_date: optional(pageShape.from_date.unwrap(), 'Earliest time of the last article, inclusive; a date means the start of its UTC day'),
  to_date: optional(pageShape.to_date.unwrap(), 'Latest time of the last article, inclusive; a date means its whole UTC day'),
  page_size: integerOr(pageSizeDefault, 1, pageSizeMax, 'Stories per page, on every plan; a page may have fewer and still a `next_cursor`'),
  cursor: optional(pageShape.cursor.unwrap(), '`next_cursor` of the previous page, with the same filters'),
});

export const StoryList = z
  .object({
    results: z.array(StoryCard),
    next_cursor: NewsList.shape.next_cursor,
    symbol_note: NewsList.shape.symbol_note,
    archive_ends_at: Instant.meta({ description: 'Start of the archive of the plan; requests for earlier stories get 403' }),
  })
  .meta({ id: 'StoryList' });

type StoryRequest = ReturnType<typeof readRequest>;

function readRequest(given: z.output<typeof query>) {
  const { symbol: symbols = null, category: wanted = null, min_importance, from_date, to_date, page_size, cursor = null } = given;
  const [fromMs, toMs] = [from_date?.firstMs ?? null, to_date?.lastMs ?? null];
  refuseReversed(fromMs, toMs);
  const filters = `min_importance=${min_importance}&symbol=${symbols?.toSorted().join() ?? ''}&category=${wanted?.join() ?? ''}&from=${fromMs ?? ''}&to=${toMs ?? ''}`;
  return {
    symbols,
    categories: wanted,
    importanceMin: min_importance,
    fromMs,
    toMs,
    pageSize: page_size,
    cursor,
    binding: cursorBinding(path, filters),
  };
}

export const storyList = defineOperation({
  path,
  name: 'listStories',
  summary: 'Stories',
  description:
    'Events that two or more publishers reported, counted by owner; the latest article first. All pages of a walk show the stories as they were at its first page.',
  input: { query, aliases: feedAliases, read: readRequest },
  output: { type: 'application/json', schema: StoryList },
  errors: ['invalid_cursor', 'cursor_mode_mismatch', 'archive_horizon'],
  handle: ({ query: input }, caller, deps) => {
    const horizon = horizonMs(caller.plan, deps.nowMs());
    const after = input.cursor === null ? null : readCursor('stories', input, deps);
    for (const ms of [input.fromMs, input.toMs, after?.publishedAtMs ?? null]) refusePast(ms, horizon, caller, deps);
    const resolved = input.symbols === null ? null : resolveSymbols(input.symbols, caller, deps);
    const articles: FeedFilter = resolved === null ? everything : { ...everything, tickers: resolved.tickers, spans: resolved.spans };
    const key = `stories ${input.binding} ${tickersText(articles)} ${resolved?.note ?? ''} ${input.pageSize} ${horizon} ${input.cursor ?? ''}`;
    return cachedResponse(deps, key, () => loadPage(input, { articles, horizon, note: resolved?.note ?? null }, deps));
  },
});

async function loadPage(
  request: StoryRequest,
  { articles, horizon, note }: { readonly articles: FeedFilter; readonly horizon: number; readonly note: string | null },
  deps: ApiDeps,
): Promise<Answer> {
  const { fromMs, toMs, pageSize, cursor, binding } = request;
  const after = cursor === null ? null : readCursor('stories', request, deps);
  const end = await logEnd(deps, after?.seqTo);
  const walk = {
    articles,
    passes: (story: Outline) => passes(story, request, articles),
    fromMs: Math.max(horizon, fromMs ?? horizon),
    toMs: toMs ?? Number.POSITIVE_INFINITY,
    after,
    limit: pageSize,
  };
  const { stories, next } = await walkStories(walk, end, deps);
  const position = next ?? (fromMs === null ? await positionPast(articles, horizon, deps) : null);
  const value: z.input<typeof StoryList> = {
    results: stories.map((story) => cardOf(readStory(story))),
    next_cursor: position === null ? null : deps.cursors.write('stories', binding, { ...position, seqTo: end.seqTo }),
    symbol_note: note,
    archive_ends_at: new Date(horizon).toISOString(),
  };
  return { value, rowsCount: stories.length };
}

/** Returns a position past the archive, at which the next page answers 403, if there are older articles; else null. */
async function positionPast(articles: FeedFilter, horizon: number, { ask }: ApiDeps): Promise<NewestPosition | null> {
  const { keys } = await ask((store) => keysNewestFirst(store, articles, { ...wholeRange, publishedToMs: horizon - 1 }, 1));
  return keys.length === 0 ? null : { publishedAtMs: horizon - 1, uid: '0'.repeat(16) };
}

function passes(story: Outline, { categories: wanted, importanceMin }: StoryRequest, { tickers, spans }: FeedFilter): boolean {
  const names = (ticker: string): boolean =>
    spans === null || spans === undefined
      ? (tickers ?? []).includes(ticker)
      : spans.some((span) => span.ticker === ticker && isWithin(span, story.firstPublishedAtMs));
  return story.importance >= importanceMin && (wanted === null || wanted.includes(story.category)) && (tickers === null || story.tickers.some(names));
}

/**
 * GET /api/stories/: stories, newest first by their last article. A page reads the keys of articles from the cursor's position on, 500 at a
 * time, and the stories that they name. A story is ready when no unread article can be its last. A page reads at most 10,000 keys; if few
 * stories pass the filters, it ends early with a cursor.
 */
import { z } from 'zod';
import { keysNewestFirst, wholeRange, type NewestRange } from '#clickhouse/feed-keys.ts';
import { rowStories } from '#clickhouse/row-stories.ts';
import { storySpanMs } from '#clickhouse/stories.ts';
import { cursorBinding, newestOrder, type NewestPosition } from '#schemas/cursor.ts';
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
import { logEnd, outlinesOf, type LogEnd } from './read-stories.ts';

const path = '/api/stories/';
export const pageSizeMax = 50;
const pageSizeDefault = 20;
const keysPerStep = 500;
const stepsMax = 20;

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

interface Scope {
  /** Filter of the articles to walk through: by tickers, or `everything`. */
  readonly articles: FeedFilter;
  readonly horizon: number;
}

async function loadPage(request: StoryRequest, { note, ...scope }: Scope & { readonly note: string | null }, deps: ApiDeps): Promise<Answer> {
  const { fromMs, cursor, binding } = request;
  const { articles, horizon } = scope;
  const after = cursor === null ? null : readCursor('stories', request, deps);
  const end = await logEnd(deps, after?.seqTo);
  const { stories, next } = await walkStories(request, scope, after, end, deps);
  const position = next ?? (fromMs === null ? await positionPast(articles, horizon, deps) : null);
  const value: z.input<typeof StoryList> = {
    results: stories.map((story) => cardOf(readStory(story))),
    next_cursor: position === null ? null : deps.cursors.write('stories', binding, { ...position, seqTo: end.seqTo }),
    symbol_note: note,
    archive_ends_at: new Date(horizon).toISOString(),
  };
  return { value, rowsCount: stories.length };
}

const placeOf = ({ storyId, lastMaterialAtMs }: Outline): NewestPosition => ({ publishedAtMs: lastMaterialAtMs, uid: storyId });
/** Returns the position after all stories whose last article is later. */
const upTo = (publishedAtMs: number): NewestPosition => ({ publishedAtMs: publishedAtMs + 1, uid: 'f'.repeat(16) });

/** Returns the stories of a page, the latest article first, and the position after them; null if there are no more. */
async function walkStories(
  request: StoryRequest,
  { articles, horizon }: Scope,
  after: NewestPosition | null,
  end: LogEnd,
  deps: ApiDeps,
): Promise<{ readonly stories: readonly Outline[]; readonly next: NewestPosition | null }> {
  const limit = request.pageSize;
  const [fromMs, toMs] = [Math.max(horizon, request.fromMs ?? horizon), request.toMs ?? Number.POSITIVE_INFINITY];
  // The last article of a story may name none of the tickers, but it is within two days of one that does.
  const slackMs = articles.tickers === null ? 0 : storySpanMs;
  const startMs = Math.min(toMs, after?.publishedAtMs ?? Number.POSITIVE_INFINITY);
  const isWanted = (story: Outline): boolean =>
    story.lastMaterialAtMs >= fromMs &&
    story.lastMaterialAtMs <= toMs &&
    (after === null || newestOrder(after, placeOf(story)) < 0) &&
    passes(story, request, articles);
  const known = new Set<string>();
  const found: Outline[] = [];
  const take = async (storyIds: readonly string[]): Promise<void> => {
    const unknown = storyIds.filter((storyId) => !known.has(storyId));
    for (const storyId of unknown) known.add(storyId);
    found.push(...(await outlinesOf(unknown, end, deps)).filter(isWanted));
  };
  await take(end.late.map(({ storyId }) => storyId));
  const bounds = { ...wholeRange, publishedFromMs: fromMs - slackMs, publishedToMs: Number.isFinite(startMs) ? startMs : null };
  let before: NewestPosition | null = null;
  for (let step = 1; ; step += 1) {
    const range: NewestRange = { ...bounds, before };
    const { keys, ended } = await deps.ask((store) => keysNewestFirst(store, articles, range, keysPerStep));
    const seqs = keys.map(({ seq }) => seq);
    const bySeq = await deps.ask((store) => rowStories(store, seqs));
    await take([...bySeq.values()].map(({ storyId }) => storyId));
    const readToMs = ended ? Number.NEGATIVE_INFINITY : keys.at(-1)!.publishedAtMs + slackMs;
    const ready = found.filter(({ lastMaterialAtMs }) => lastMaterialAtMs > readToMs).sort((a, b) => newestOrder(placeOf(a), placeOf(b)));
    if (ready.length > limit) return { stories: ready.slice(0, limit), next: placeOf(ready[limit - 1]!) };
    if (ended) return { stories: ready, next: null };
    if (step >= stepsMax && readToMs < startMs) return { stories: ready, next: upTo(readToMs) };
    before = keys.at(-1)!;
  }
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

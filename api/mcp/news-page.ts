/** Returns the page of articles of a news tool: the rows of one feed operation in short form, and how to continue. */
import { z } from 'zod';
import { categories } from '#schemas/vocabulary.ts';
import type { Operation } from '../operation.ts';
import { articleRow, ArticleRow, articleShortened, type ListedItem } from './article-row.ts';
import { ask } from './ask.ts';
import { plainText } from './fence.ts';
import { cursorOf, itemsOf, leftOutNote, leftOutOf } from './left-out.ts';
import { leastDetail, sizeInput, type Arguments, type Detail, type ToolResult, type ToolCall } from './tool.ts';
import { worthiest, worthWords, type Worth } from './worth.ts';

const [pageSizeDefault, pageSizeMax] = [10, 50] as const;

export const pageInput = {
  page_size: z
    .int()
    .min(1)
    .max(pageSizeMax)
    .optional()
    .meta({ description: `Rows per page, default ${pageSizeDefault}, at most 20 (pro: 50)` }),
  cursor: z.string().optional().meta({ description: 'next_cursor; keep the other arguments' }),
  ...sizeInput,
};
export const windowInput = {
  from_date: z.string().optional().meta({ description: 'Inclusive: 2026-11-20 or 2026-11-20T14:00:00Z (UTC); by plan at most 30, 90 or 180 days back' }),
  to_date: z.string().optional().meta({ description: 'Inclusive, a date to its end' }),
}; // prettier-ignore
export const filterInput = {
  min_relevance: z.int().min(1).max(10).optional().meta({ description: 'Minimum score, default 4; 7: real company news, 9: material' }),
  category: z.array(z.enum(categories)).optional().meta({ description: 'Only these topics; an article has one' }),
  exclude_categories: z.array(z.string()).optional().meta({ description: 'Not these topics' }),
}; // prettier-ignore
export const sortInput = z.enum(['published', 'ingested']).optional().meta({
  description: 'published (default): newest first; ingested: by arrival, to follow the feed with next_cursor; no dates',
});

export const newsOutput = {
  note: z.string().nullable().meta({ description: 'Remark, such as an unknown symbol or an empty page' }),
  results: z.array(ArticleRow),
  next_cursor: z.string().nullable().meta({ description: 'cursor of the next page; null on the last' }),
};

export interface NewsPage {
  readonly results: readonly ListedItem[];
  readonly next_cursor: string | null;
  readonly symbol_note: string | null;
}

interface NewsPageCall<Page extends NewsPage> {
  readonly operation: Operation;
  readonly call: ToolCall;
  /** Parameters of the operation; the call's arguments when absent. */
  readonly query?: Arguments;
  /** Note of an empty page: why it is empty and what to try. A feed's note when absent. */
  readonly empty?: string;
  readonly note?: string | null;
  /** Returns additional fields of the answer. `page` is null when the rows were left out of an earlier answer. */
  readonly more?: (page: Page | null) => Readonly<Record<string, unknown>>;
  /** Whether each row is a story, with its outlets; the argument collapse_stories decides when absent. */
  readonly areStories?: boolean;
  /** Whether the operation orders rows by worth, so that the last are left out; otherwise worth.ts chooses them. */
  readonly isRanked?: boolean;
  /** Whether fewer rows are requested as a smaller page, whose own cursor continues. */
  readonly isPaged?: boolean;
}

const noteChars = 400;
type Rows = ReturnType<typeof articleRow>[];
/** Cache of short rows by level of detail. ask.ts returns the same list for a page that is requested again. */
const rowsCache = new WeakMap<readonly ListedItem[], Rows[]>();

function rowsOf(items: readonly ListedItem[], detail: Detail): Rows {
  const byDetail = rowsCache.getOrInsertComputed(items, () => []);
  return (byDetail[detail] ??= items.map((item) => articleRow(item, detail)));
}

/** Returns the page. `smaller` requests only `rows` of the `of` rows that did not fit. */
export async function findNews<Page extends NewsPage = NewsPage>(
  request: NewsPageCall<Page>,
  smaller: { readonly rows: number; readonly of: number } | null = null,
): Promise<ToolResult> {
  const { operation, call, empty = emptyNote(call), more, isRanked = false, isPaged = false } = request;
  const query = { ...(request.query ?? call.arguments), ...(smaller !== null && { page_size: String(smaller.rows) }) };
  const { areStories = call.arguments['collapse_stories'] === 'true' } = request;
  const leftOut = leftOutOf(call);
  if (leftOut !== null) {
    const results = await itemsOf(leftOut.uids, call, areStories);
    return newsFound(results, { note: leftOutNote(leftOut, results), more: more?.(null), next: leftOut.next, isRanked }, call);
  }
  const page = await ask<Page>({ operation, call, query });
  const { results, next_cursor, symbol_note } = page;
  const notes = [request.note ?? null, symbol_note === null ? null : plainText(symbol_note, noteChars), results.length === 0 ? empty : null];
  const note = notes.filter((words) => words !== null).join(' ');
  const found = newsFound(results, { note: note === '' ? null : note, more: more?.(page), next: next_cursor, isRanked }, call);
  if (!isPaged) return found;
  const of = smaller?.of ?? results.length;
  return {
    ...found,
    fewer: { rows: results.length, with: (rows) => findNews(request, { rows, of }) },
    ...(results.length < of && { cut: leftWords(of - results.length, of, true) }),
  };
} // prettier-ignore

const emptyNote = (call: ToolCall): string =>
  call.arguments['sort'] === 'ingested'
    ? 'Nothing new since that cursor. Keep next_cursor and call again in a minute or later.'
    : 'Nothing matches. Try a lower min_relevance, fewer filters, or earlier dates.';

interface Around {
  readonly note: string | null;
  readonly more: Readonly<Record<string, unknown>> | undefined;
  readonly next: string | null;
  readonly isRanked: boolean;
}

function newsFound(items: readonly ListedItem[], around: Around, call: ToolCall, rows = items.length): ToolResult {
  const { note, more, next, isRanked } = around;
  const worth = worthFor(call);
  const { kept, left } = isRanked ? { kept: items.slice(0, rows), left: items.slice(rows) } : worthiest(items, worth, rows);
  const shown = left.length === 0 ? items : kept;
  const next_cursor = cursorOf({ uids: left.map(({ original }) => original.uid), next }, call);
  return {
    at: (detail) => ({ note, ...(detail < leastDetail && more), results: rowsOf(shown, detail), next_cursor }),
    shortened: articleShortened,
    fewer: { rows: shown.length, with: (fewer) => newsFound(items, around, call, fewer) },
    ...(left.length > 0 && { cut: leftWords(left.length, items.length, isRanked) }),
  };
}

export const leftWords = (left: number, of: number, isRanked = false): string =>
  `${left} of ${of} rows were left out to fit in max_tokens${isRanked ? ', the last ones' : `, those worth least (${worthWords})`}. The same call with cursor=next_cursor returns them, and then the next page.`;

function worthFor({ caller: { account } }: ToolCall): (item: ListedItem) => Worth {
  const watched = new Set(account.watchlist ?? []);
  return ({ original, enrichment }) => ({
    score: enrichment.relevance_score,
    novelty: enrichment.ai_trading_insights.news_trading_value.information_novelty,
    isWatched: enrichment.tickers.some((ticker) => watched.has(ticker)),
    publishedAt: original.time_published,
  });
}

/** Answers the news tools with a page of articles: one feed operation, its rows in short form, and how to continue. */
import { z } from 'zod';
import { categories } from '#schemas/vocabulary.ts';
import type { Operation } from '../operation.ts';
import { articleRow, ArticleRow, articleShortened, type ListedItem } from './article-row.ts';
import { ask } from './ask.ts';
import { plainText } from './fence.ts';
import { sizeInput, type Arguments, type Detail, type ToolResult, type ToolCall } from './tool.ts';

export const [pageSizeDefault, pageSizeMax] = [10, 50] as const;

/** Arguments that most news tools have. */
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
  readonly query?: Arguments;
  /** Meaning of an empty page, and what to try. */
  readonly empty: string;
  /** Additional note. */
  readonly note?: string | null;
  /** Returns additional fields of the answer. */
  readonly more?: (page: Page) => Readonly<Record<string, unknown>>;
  /** Whether the operation has one page only, of which the last rows are left out. */
  readonly isOnePage?: true;
}

const noteChars = 400;
/** Short rows by detail. A page that is requested again is the same object (ask.ts), so its rows are reused. */
const shortBefore = new WeakMap<readonly ListedItem[], ReturnType<typeof articleRow>[][]>();

function rowsOf(items: readonly ListedItem[], detail: Detail): ReturnType<typeof articleRow>[] {
  let known = shortBefore.get(items);
  if (known === undefined) {
    known = [];
    shortBefore.set(items, known);
  }
  return (known[detail] ??= items.map((item) => articleRow(item, detail)));
}

/** Returns a page; `rows` is the number that fits of those that the call requests, null for all. */
export async function findNews<Page extends NewsPage = NewsPage>(request: NewsPageCall<Page>, rows: number | null = null): Promise<ToolResult> {
  const { operation, call, query = call.arguments, empty, more, isOnePage } = request;
  const page = await ask<Page>({ operation, call, query: rows === null || isOnePage ? query : { ...query, page_size: String(rows) } });
  const { results, next_cursor, symbol_note } = page;
  const notes = [request.note ?? null, symbol_note === null ? null : plainText(symbol_note, noteChars), results.length === 0 ? empty : null];
  const note = notes.filter((words) => words !== null).join(' ');
  const shown = Math.min(rows ?? results.length, results.length);
  return {
    at: (detail) => ({ note: note === '' ? null : note, ...more?.(page), results: rowsOf(results, detail).slice(0, shown), next_cursor }),
    shortened: articleShortened,
    fewer: { rows: shown, with: (fewer) => findNews(request, fewer) },
    ...(rows !== null && { cut: `Only ${shown} rows fit in max_tokens. ${isOnePage ? othersWords : restWords(query)}` }),
  };
}

const othersWords = 'The others rank below; raise max_tokens to get them.';
/** A first page in order of arrival ends with the newest row, so the rows left out are not after its cursor. */
const restWords = ({ sort, cursor }: Arguments): string =>
  sort === 'ingested' && cursor === undefined
    ? 'They are the newest; raise max_tokens, or leave out sort, to get the others.'
    : 'The same call with cursor=next_cursor returns the others.';

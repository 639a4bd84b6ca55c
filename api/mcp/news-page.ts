/** Answers the news tools with a page of articles: one feed operation, its rows in short form, and how to continue. */
import { z } from 'zod';
import { categories } from '#schemas/vocabulary.ts';
import type { Operation } from '../operation.ts';
import { articleRow, ArticleRow, articleShortened, type ListedItem } from './article-row.ts';
import { ask } from './ask.ts';
import { plainText } from './fence.ts';
import type { Arguments, Detail, ToolResult, ToolCall } from './tool.ts';

export const [pageSizeDefault, pageSizeMax] = [10, 50] as const;

/** Arguments that most news tools have. */
export const pageInput = {
  page_size: z
    .int()
    .min(1)
    .max(pageSizeMax)
    .optional()
    .meta({ description: `Rows per page, default ${pageSizeDefault}, at most 20 (pro: 50)` }),
  cursor: z.string().optional().meta({ description: 'next_cursor of the previous answer; keep the other arguments' }),
};
export const windowInput = {
  from_date: z.string().optional().meta({ description: 'Earliest, inclusive: 2026-11-20 or 2026-11-20T14:00:00Z (UTC). The plan limits how far back: 30, 90 or 180 days' }),
  to_date: z.string().optional().meta({ description: 'Latest, inclusive; a date includes the whole day' }),
}; // prettier-ignore
export const filterInput = {
  min_relevance: z.int().min(1).max(10).optional().meta({ description: 'Minimum relevance score, default 4; 7: real company news, 9: primary and material news' }),
  category: z.array(z.enum(categories)).optional().meta({ description: 'Only these topics; an article has one' }),
  exclude_categories: z.array(z.enum(categories)).optional().meta({ description: 'Not these topics' }),
}; // prettier-ignore
export const sortInput = z.enum(['published', 'ingested']).optional().meta({
  description:
    'published (default): newest first. ingested: order of arrival, to follow new articles: call later with next_cursor; an empty page means nothing new; no dates',
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
  /** Said where there are fewer rows than requested. */
  readonly cut?: string;
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

export async function findNews<Page extends NewsPage = NewsPage>(asked: NewsPageCall<Page>): Promise<ToolResult> {
  const { operation, call, query = call.arguments, empty, more, cut } = asked;
  const page = await ask<Page>({ operation, call, query });
  const { results, next_cursor, symbol_note } = page;
  const notes = [asked.note ?? null, symbol_note === null ? null : plainText(symbol_note, noteChars), results.length === 0 ? empty : null];
  const note = notes.filter((words) => words !== null).join(' ');
  return {
    at: (detail) => ({ note: note === '' ? null : note, ...more?.(page), results: rowsOf(results, detail), next_cursor }),
    shortened: articleShortened,
    fewer: {
      rows: results.length,
      with: (rows) => {
        const instead = `Only ${rows} rows fit in 25,000 tokens. Continue with next_cursor and page_size=${rows}.`;
        return findNews({ ...asked, query: { ...query, page_size: String(rows) }, cut: instead });
      },
    },
    ...(cut !== undefined && { cut }),
  };
}

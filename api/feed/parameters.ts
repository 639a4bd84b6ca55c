/** The query parameters that feeds share, and their meaning in combination: filter, canonical filter text, time window, page. */
import type { z } from 'zod';
import type { FeedFilter } from '#schemas/feed-filter.ts';
import { cursorBinding } from '#schemas/cursor.ts';
import type { Plan } from '#schemas/plan.ts';
import { plans } from '#schemas/plan.ts';
import { categories, sourceTypes } from '#schemas/vocabulary.ts';
import { apiError, invalidParameter } from '../errors.ts';
import {
  boolean,
  cursorText,
  dateOrDatetime,
  filingItem,
  integer,
  integerOr,
  listOf,
  oneOf,
  optional,
  tickerList,
  type Span,
} from '../request/parameters.ts';
import type { FeedWindow } from './read.ts';

export const relevanceFloor = 4;
const pageSizeDefault = 10;
const pageSizeMax = Math.max(...Object.values(plans).map((plan) => plan.pageSizeMax));

export const feedAliases = { ticker: 'symbol', tickers: 'symbol', limit: 'page_size' } as const;
const symbolsMax = 100;

/** Parameters of both modes of every feed. */
export const pageShape = {
  symbol: optional(
    tickerList(symbolsMax, ''),
    'One ticker or several, comma-separated or repeated: rows of any of them. Any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or blank (`BRK.B`). A bare coin symbol, pair or name stands for its `-USD` form when no stock has it. `watchlist`: the saved symbols of the account as they are at each call; a cursor goes on through a change of the list, and rows of a symbol that was added come from there on.',
  ),
  min_relevance: integerOr(relevanceFloor, 1, 10, 'Least relevance score'),
  // Any number is read, so that checkPageSize tells every caller what the plan allows.
  page_size: integer(0, 999_999, `an integer from 1 to ${plans.free.pageSizeMax}, up to ${pageSizeMax} on Pro`)
    .default(pageSizeDefault)
    .meta({
      override: { type: 'integer', minimum: 1, maximum: pageSizeMax, default: pageSizeDefault, pattern: undefined },
      description: `Rows per page: up to ${plans.free.pageSizeMax}, on Pro up to ${pageSizeMax}`,
    }),
  cursor: optional(cursorText(), '`next_cursor` of the previous page, with the same filters and sort'),
  sort: optional(
    oneOf(['published', 'ingested']),
    '`published`, the default: newest first. `ingested`: delta mode, rows in the order they entered the feed, `next_cursor` always present, no date windows',
  ),
  from_date: optional(dateOrDatetime(), 'Inclusive; a date means the start of its UTC day'),
  to_date: optional(dateOrDatetime(), 'Inclusive; a date means its whole UTC day'),
};

export const newsShape = {
  ...pageShape,
  category: optional(listOf(categories), 'Any of these categories'),
  exclude_categories: optional(listOf(categories), 'None of these categories'),
  collapse: optional(oneOf(['story']), 'One row per story, with its sources'),
  collapse_stories: optional(boolean(), '`true` is `collapse=story`'),
  item: optional(filingItem(), '8-K item that the filing carries; implies `source_type=sec_form8k`'),
  source_type: optional(listOf(sourceTypes, { gdelt: 'publisher' }), 'Any of these sources; `gdelt` stands for `publisher`'),
};

export type PageQuery = z.output<z.ZodObject<typeof pageShape>>;
export type NewsQuery = z.output<z.ZodObject<typeof newsShape>>;

/** The parts of a feed request that depend on its query only. */
export interface ReadQuery {
  readonly endpoint: string;
  readonly mode: 'newest' | 'delta';
  readonly symbols: readonly string[] | null;
  readonly filter: FeedFilter;
  readonly filterText: string;
  /** Hash of `endpoint` and `filterText`, for cursors and cache keys. */
  readonly binding: string;
  readonly cursor: string | null;
  readonly pageSize: number;
  readonly isCollapsed: boolean;
  readonly window: FeedWindow;
}

export function readQuery(endpoint: string, query: PageQuery, own: Partial<FeedFilter>, windowBy: FeedWindow['by']): ReadQuery {
  const { symbol: symbols = null, min_relevance, page_size, cursor = null, sort, from_date, to_date } = query;
  const mode = sort === 'ingested' ? 'delta' : 'newest';
  const filter: FeedFilter = {
    tickers: null,
    categories: null,
    excludeCategories: [],
    minRelevance: min_relevance,
    sourceTypes: null,
    item: null,
    is10b5_1: null,
    rootsOnly: false,
    ...own,
  };
  const window = readWindow(mode, windowBy, from_date, to_date);
  const filterText = spell(symbols, filter, window);
  return {
    endpoint,
    mode,
    symbols,
    filter,
    filterText,
    binding: cursorBinding(endpoint, filterText),
    cursor,
    pageSize: page_size,
    isCollapsed: filter.rootsOnly,
    window,
  };
}

/**
 * Returns the filter in a fixed spelling. Absent parameters are omitted, so that a new filter in a later release keeps existing cursors
 * valid. No value contains `&`: they are closed sets, tickers and numbers.
 */
function spell(symbols: readonly string[] | null, filter: FeedFilter, { fromMs, toMs }: FeedWindow): string {
  const { minRelevance, categories: wanted, excludeCategories, sourceTypes: sources, item, is10b5_1, rootsOnly } = filter;
  let text = `min_relevance=${minRelevance}`;
  if (symbols !== null) text += `&symbol=${symbols.toSorted().join()}`;
  if (wanted !== null) text += `&category=${wanted.join()}`;
  if (excludeCategories.length > 0) text += `&exclude_categories=${excludeCategories.join()}`;
  if (sources !== null) text += `&source_type=${sources.join()}`;
  if (item !== null) text += `&item=${item}`;
  if (is10b5_1 !== null) text += `&is_10b5_1=${is10b5_1}`;
  if (rootsOnly) text += '&collapse=story';
  if (fromMs !== null) text += `&from=${fromMs}`;
  if (toMs !== null) text += `&to=${toMs}`;
  return text;
}

function readWindow(mode: ReadQuery['mode'], by: FeedWindow['by'], from: Span | undefined, to: Span | undefined): FeedWindow {
  if (mode === 'delta' && (from !== undefined || to !== undefined)) {
    const message = 'cannot be used with sort=ingested: that mode is read by cursor';
    const fields = { ...(from !== undefined && { from_date: [message] }), ...(to !== undefined && { to_date: [message] }) };
    throw apiError('invalid_parameter', 'Date windows cannot be used with sort=ingested.', { fields });
  }
  const [fromMs, toMs] = [from?.firstMs ?? null, to?.lastMs ?? null];
  if (fromMs !== null && toMs !== null && fromMs > toMs) throw invalidParameter('from_date', 'must not be after to_date');
  return { by, fromMs, toMs };
}

/** Returns the filter of the main feed's own parameters. */
export function newsFilter(query: NewsQuery): Partial<FeedFilter> {
  const { category = null, exclude_categories = [], item = null, source_type = null } = query;
  if (query.collapse === 'story' && query.collapse_stories === false) throw invalidParameter('collapse_stories', 'contradicts collapse=story');
  if (item !== null && source_type !== null && !source_type.includes('sec_form8k'))
    throw invalidParameter('item', 'implies source_type=sec_form8k, but source_type names another');
  return {
    categories: category,
    excludeCategories: exclude_categories,
    sourceTypes: item === null ? source_type : ['sec_form8k'],
    item,
    rootsOnly: query.collapse === 'story' || query.collapse_stories === true,
  };
}

/** Throws 400 where the page is empty or larger than the plan's largest. */
export function checkPageSize(pageSize: number, plan: Plan): void {
  if (pageSize >= 1 && pageSize <= plan.pageSizeMax) return;
  const most = plan.pageSizeMax === pageSizeMax ? '' : `; up to ${pageSizeMax} on Pro`;
  throw invalidParameter('page_size', `must be an integer from 1 to ${plan.pageSizeMax} on the ${plan.name} plan, not ${pageSize}${most}`);
}

/** The query parameters that feeds share, and their meaning in combination: filter, canonical filter text, time window, page. */
import type { z } from 'zod';
import { everything, type FeedFilter } from '#schemas/feed-filter.ts';
import { cursorBinding } from '#schemas/cursor.ts';
import { itemNumbers } from '#schemas/filing.ts';
import { plans } from '#schemas/plan.ts';
import { categories, sourceTypes } from '#schemas/vocabulary.ts';
import { invalidInput, invalidParameter } from '../errors.ts';
import {
  asOf,
  boolean,
  cursorText,
  dateOrDatetime,
  integer,
  integerOr,
  listOf,
  oneOf,
  optional,
  refuseReversed,
  tickerList,
  type Span,
} from '../request/parameters.ts';

export const defaultMinRelevance = 4;
const pageSizeDefault = 10;
export const pageSizeMax = Math.max(...Object.values(plans).map((plan) => plan.pageSizeMax));

export const feedAliases = { ticker: 'symbol', tickers: 'symbol', limit: 'page_size' } as const;
const symbolsMax = 100;

/** The schema has a pattern instead of all 32 item numbers, which would lengthen the descriptions of six MCP tools. */
const filingItem = oneOf(itemNumbers).meta({ override: { type: 'string', enum: undefined, pattern: String.raw`^\d\.\d{2}$` } });

export const pageShape = {
  symbol: optional(
    tickerList(symbolsMax, ''),
    'One or more tickers, comma-separated or repeated; rows about any of them are returned. In any case: `NVDA`, `$NVDA`, `BTC-USD`, `0700.HK`; a share class with a dot, dash, slash or space (`BRK.B`). A coin symbol, pair or name means its `-USD` form if no stock has that symbol. `watchlist`: the saved symbols of the account at the time of each call. If the list changes, cursors stay valid, and rows of added symbols appear from then on.',
  ),
  min_relevance: integerOr(defaultMinRelevance, 1, 10, 'Minimum relevance score'),
  // Larger numbers are accepted here, so that checkPageSize can refuse them with the limit of the caller's plan.
  page_size: integer(0, 999_999, `an integer from 1 to ${plans.free.pageSizeMax}, or up to ${pageSizeMax} on pro`)
    .default(pageSizeDefault)
    .meta({
      override: { type: 'integer', minimum: 1, maximum: pageSizeMax, default: pageSizeDefault, pattern: undefined },
      description: `Rows per page: up to ${plans.free.pageSizeMax}, or up to ${pageSizeMax} on pro`,
    }),
  cursor: optional(cursorText(), '`next_cursor` of the previous page, with the same filters and sort'),
  sort: optional(
    oneOf(['published', 'ingested']),
    '`published` (default): newest first. `ingested` (delta mode): in the order in which rows entered the feed, always with a `next_cursor`, without date windows',
  ),
  include: optional(
    oneOf(['revisions']),
    '`revisions`, with `sort=ingested`: rows have a `kind`, and corrected and withdrawn rows appear again. Replacing or removing them by `uid` keeps a copy equal to the service',
  ),
  from_date: optional(dateOrDatetime(), 'Inclusive; a date means the start of that UTC day'),
  to_date: optional(dateOrDatetime(), 'Inclusive; a date includes that whole UTC day'),
  as_of: asOf,
};

export const newsShape = {
  ...pageShape,
  category: optional(listOf(categories), 'Only these categories'),
  exclude_categories: optional(listOf(categories), 'Without these categories'),
  collapse: optional(oneOf(['story']), 'One row per story, with its sources'),
  collapse_stories: optional(boolean(), '`true` is `collapse=story`'),
  item: optional(filingItem, '8-K item in the filing; implies `source_type=sec_form8k`'),
  source_type: optional(listOf(sourceTypes, { gdelt: 'publisher' }), 'Only these sources; `gdelt` means `publisher`'),
};

type PageQuery = z.output<z.ZodObject<typeof pageShape>>;
type NewsQuery = z.output<z.ZodObject<typeof newsShape>>;

/** A time window in milliseconds since the epoch. Both ends are included; an end that is null is open. */
export interface FeedWindow {
  /** The instant of a row that the window bounds. */
  readonly by: 'published' | 'created';
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** The parts of a feed request that depend on its query only. */
export interface ReadQuery {
  readonly mode: 'newest' | 'delta';
  readonly symbols: readonly string[] | null;
  readonly filter: FeedFilter;
  /** The filter in a fixed spelling: equal filters have equal texts. */
  readonly filterText: string;
  /** Hash of path and `filterText`, for cursors and cache keys. */
  readonly binding: string;
  readonly cursor: string | null;
  readonly pageSize: number;
  readonly isCollapsed: boolean;
  /** Whether the caller keeps a copy and wants corrections and withdrawals as rows (include=revisions). */
  readonly withRevisions: boolean;
  readonly window: FeedWindow;
  /** The moment whose state the caller requests (as_of), in milliseconds since the epoch; null for the present. */
  readonly asOfMs: number | null;
}

/** Returns the query with its filter and binding. `own` has the filters of this path. Throws 400 for parameters that exclude each other. */
export function readQuery(path: string, query: PageQuery, own: Partial<FeedFilter>, windowBy: FeedWindow['by']): ReadQuery {
  const { symbol: symbols = null, min_relevance, page_size, cursor = null, sort, include, from_date, to_date, as_of } = query;
  const mode = sort === 'ingested' ? 'delta' : 'newest';
  const filter: FeedFilter = { ...everything, minRelevance: min_relevance, ...own };
  if (include !== undefined && mode !== 'delta') throw invalidParameter('include', `\`${include}\` needs sort=ingested`);
  const window = readWindow(mode, windowBy, from_date, to_date);
  const filterText = [
    spell(symbols, filter, window),
    ...(include === undefined ? [] : ['include=revisions']),
    ...(as_of === undefined ? [] : [`as_of=${as_of.firstMs}`]),
  ].join('&');
  return {
    mode,
    symbols,
    filter,
    filterText,
    binding: cursorBinding(path, filterText),
    cursor,
    pageSize: page_size,
    isCollapsed: filter.rootsOnly,
    withRevisions: include !== undefined,
    window,
    asOfMs: as_of?.firstMs ?? null,
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
    const message = (ms: number): string[] => [`${new Date(ms).toISOString()} cannot be used with sort=ingested; use cursor instead`];
    throw invalidInput(
      new Map([
        ...(from === undefined ? [] : [['from_date', message(from.firstMs)] as const]),
        ...(to === undefined ? [] : [['to_date', message(to.lastMs)] as const]),
      ]),
    );
  }
  const [fromMs, toMs] = [from?.firstMs ?? null, to?.lastMs ?? null];
  refuseReversed(fromMs, toMs);
  return { by, fromMs, toMs };
}

/** Returns the filter of the parameters that only the main feed has. Throws 400 for parameters that exclude each other. */
export function newsFilter(query: NewsQuery): Partial<FeedFilter> {
  const { category = null, exclude_categories = [], item = null, source_type = null } = query;
  if (query.collapse === 'story' && query.collapse_stories === false)
    throw invalidParameter('collapse_stories', '`false` conflicts with collapse=story');
  if (item !== null && source_type !== null && !source_type.includes('sec_form8k'))
    throw invalidParameter(
      'item',
      `\`${item}\` implies source_type=sec_form8k; remove source_type or set it to sec_form8k, not ${source_type.join()}`,
    );
  return {
    categories: category,
    excludeCategories: exclude_categories,
    sourceTypes: item === null ? source_type : ['sec_form8k'],
    item,
    rootsOnly: query.collapse === 'story' || query.collapse_stories === true,
  };
}

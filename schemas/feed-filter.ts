/**
 * A filter of feed rows. It is applied to tables (clickhouse/queries/feed/filter.sql) and to rows in memory (`matches`); a property test
 * checks that both give the same result.
 */
import type { FeedRow } from './feed-log.ts';
import { isWithin, type TickerSpan } from './ticker-spans.ts';
import type { Category, SourceType } from './vocabulary.ts';

export interface FeedFilter {
  /** A row must name one of these; null: all rows. */
  readonly tickers: readonly string[] | null;
  /** The same tickers with the times for which each counts; null or absent: all count at any time. */
  readonly spans?: readonly TickerSpan[] | null;
  readonly categories: readonly Category[] | null;
  readonly excludeCategories: readonly Category[];
  readonly minRelevance: number;
  readonly sourceTypes: readonly SourceType[] | null;
  /** An item that an 8-K must carry; null: any row. */
  readonly item: string | null;
  /** true: plan trades only; false: all rows except sales under a plan; 'none': no trades under a plan; null: all. */
  readonly is10b5_1: boolean | 'none' | null;
  /** Only rows that are the root of their story. */
  readonly rootsOnly: boolean;
}

export const everything: FeedFilter = {
  tickers: null,
  categories: null,
  excludeCategories: [],
  minRelevance: 0,
  sourceTypes: null,
  item: null,
  is10b5_1: null,
  rootsOnly: false,
};

/** The properties of a row that a filter examines. */
export interface FeedFacets {
  readonly tickers: readonly string[];
  readonly publishedAtMs: number;
  readonly category: Category;
  readonly relevance: number;
  readonly sourceType: SourceType;
  readonly items: readonly string[];
  readonly is10b5_1: PlanFlag;
  readonly isPlanSale: boolean;
  readonly isRoot: boolean;
}

/** none: no insider trade. unknown: the form does not say, e.g. because it is older than the checkbox. Equals the tables' Enum8. */
export type PlanFlag = 'none' | 'unknown' | 'false' | 'true';

/** Returns the fields of a row that filters compare. */
export function facetsOf({ item, is_root, story_id, uid }: Pick<FeedRow, 'item' | 'is_root' | 'story_id' | 'uid'>): FeedFacets {
  const { enrichment, insider, filing, original } = item;
  return {
    tickers: [...new Set(enrichment.tickers)],
    publishedAtMs: Date.parse(original.time_published),
    category: enrichment.category,
    relevance: enrichment.relevance_score,
    sourceType: original.source_type,
    items: filing?.items ?? [],
    is10b5_1: insider === null ? 'none' : insider.is_10b5_1 ? 'true' : insider.is_10b5_1_basis === 'none' ? 'unknown' : 'false',
    isPlanSale: insider !== null && insider.is_10b5_1 && insider.side === 'sell',
    isRoot: is_root ?? story_id === uid,
  };
}

/** Returns whether a row passes the filter. */
export function matches(filter: FeedFilter, facets: FeedFacets): boolean {
  return (
    facets.relevance >= filter.minRelevance &&
    (filter.tickers === null || namesOneOf(filter.tickers, filter.spans, facets)) &&
    (filter.categories === null || filter.categories.includes(facets.category)) &&
    !filter.excludeCategories.includes(facets.category) &&
    (filter.sourceTypes === null || filter.sourceTypes.includes(facets.sourceType)) &&
    (filter.item === null || facets.items.includes(filter.item)) &&
    isOfPlan(filter.is10b5_1, facets) &&
    (!filter.rootsOnly || facets.isRoot)
  );
}

function isOfPlan(wanted: FeedFilter['is10b5_1'], { is10b5_1, isPlanSale }: FeedFacets): boolean {
  if (wanted === null) return true;
  if (wanted === 'none') return is10b5_1 !== 'true';
  return wanted ? is10b5_1 === 'true' : !isPlanSale;
}

function namesOneOf(wanted: readonly string[], spans: FeedFilter['spans'], { tickers, publishedAtMs }: FeedFacets): boolean {
  if (spans === null || spans === undefined) return wanted.some((ticker) => tickers.includes(ticker));
  return spans.some((span) => tickers.includes(span.ticker) && isWithin(span, publishedAtMs));
}

/** Returns the tickers of a filter as part of a cache key: equal text, equal rows. */
export const tickersText = ({ tickers, spans }: Pick<FeedFilter, 'tickers' | 'spans'>): string =>
  spans?.map(({ ticker, fromMs, toMs }) => `${ticker}:${fromMs ?? ''}:${toMs ?? ''}`).join() ?? tickers?.join() ?? '';

/**
 * Filters feed rows: in the tables with clickhouse/queries/feed/filter.sql, in memory with `matches`. A property test checks that both give
 * the same result.
 */
import type { FeedRow } from './feed-log.ts';
import { isWithin, type TickerSpan } from './ticker-spans.ts';
import type { Category, SourceType } from './vocabulary.ts';

export interface FeedFilter {
  /** A row must have one of these tickers; null matches all rows. */
  readonly tickers: readonly string[] | null;
  /** The same tickers with the publication times for which each counts; null or absent if all times count. */
  readonly spans?: readonly TickerSpan[] | null;
  readonly categories: readonly Category[] | null;
  readonly excludeCategories: readonly Category[];
  readonly minRelevance: number;
  readonly sourceTypes: readonly SourceType[] | null;
  /** An 8-K item that a row must have; null matches all rows. */
  readonly item: string | null;
  /** true: only trades under a plan; false: all rows but sales under a plan; 'none': all rows but trades under a plan; null: all rows. */
  readonly is10b5_1: boolean | 'none' | null;
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

/** Same values as the column's Enum8. none: the row is no insider trade; unknown: its form does not say, as forms before the checkbox. */
type PlanFlag = 'none' | 'unknown' | 'false' | 'true';

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

/** Returns a part of a cache key that determines which rows the tickers select. */
export const tickersText = ({ tickers, spans }: Pick<FeedFilter, 'tickers' | 'spans'>): string =>
  spans?.map(({ ticker, fromMs, toMs }) => `${ticker}:${fromMs ?? ''}:${toMs ?? ''}`).join() ?? tickers?.join() ?? '';

/**
 * Which rows a caller wants, and whether a row is one of them. The same question is asked of tables
 * (clickhouse/queries/feed/filter.sql) and of memory (`matches`); a property test holds the two to one answer.
 */
import type { FeedRow } from './feed-log.ts';
import type { Category, SourceType } from './vocabulary.ts';

export interface FeedFilter {
  /** Rows that name any of them; null: all rows. */
  readonly tickers: readonly string[] | null;
  readonly categories: readonly Category[] | null;
  readonly excludeCategories: readonly Category[];
  readonly minRelevance: number;
  readonly sourceTypes: readonly SourceType[] | null;
  /** An item that an 8-K carries; null: any row. */
  readonly item: string | null;
  /** true: plan trades only; false: everything but plan trades; null: both. */
  readonly is10b5_1: boolean | null;
  /** Only rows that are their story's root. */
  readonly rootsOnly: boolean;
}

/** What a filter looks at. */
export interface FeedFacets {
  readonly tickers: readonly string[];
  readonly category: Category;
  readonly relevance: number;
  readonly sourceType: SourceType;
  readonly items: readonly string[];
  readonly is10b5_1: PlanFlag;
  readonly isRoot: boolean;
}

/** none: no insider trade. unknown: the form does not say, as those older than the checkbox. As in the tables' Enum8. */
export type PlanFlag = 'none' | 'unknown' | 'false' | 'true';

export function facetsOf({ item, story_id, uid }: Pick<FeedRow, 'item' | 'story_id' | 'uid'>): FeedFacets {
  const { enrichment, insider, filing, original } = item;
  return {
    tickers: [...new Set(enrichment.tickers)],
    category: enrichment.category,
    relevance: enrichment.relevance_score,
    sourceType: original.source_type,
    items: filing?.items ?? [],
    is10b5_1: insider === null ? 'none' : insider.is_10b5_1 ? 'true' : insider.is_10b5_1_basis === 'none' ? 'unknown' : 'false',
    isRoot: story_id === uid,
  };
}

export function matches(filter: FeedFilter, facets: FeedFacets): boolean {
  return (
    facets.relevance >= filter.minRelevance &&
    (filter.tickers === null || filter.tickers.some((ticker) => facets.tickers.includes(ticker))) &&
    (filter.categories === null || filter.categories.includes(facets.category)) &&
    !filter.excludeCategories.includes(facets.category) &&
    (filter.sourceTypes === null || filter.sourceTypes.includes(facets.sourceType)) &&
    (filter.item === null || facets.items.includes(filter.item)) &&
    (filter.is10b5_1 === null || (facets.is10b5_1 === 'true') === filter.is10b5_1) &&
    (!filter.rootsOnly || facets.isRoot)
  );
}

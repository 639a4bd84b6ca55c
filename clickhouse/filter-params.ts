/** Converts a feed filter to query parameters. */
import type { FeedFilter } from '#schemas/feed-filter.ts';
import type { Params } from './store.ts';

const planParams = { true: 'plans_only', false: 'without_plan_sales', none: 'without_plans' } as const;

/** Returns the parameters of queries/feed/filter.sql. Tickers are parameters of the queries that include it. */
export function filterParams(filter: FeedFilter): Params {
  return {
    min_relevance: filter.minRelevance,
    ...(filter.categories !== null && { categories: filter.categories }),
    ...(filter.excludeCategories.length > 0 && { exclude_categories: filter.excludeCategories }),
    ...(filter.sourceTypes !== null && { source_types: filter.sourceTypes }),
    ...(filter.item !== null && { item: filter.item }),
    ...(filter.is10b5_1 !== null && { [planParams[`${filter.is10b5_1}`]]: true }),
    ...(filter.rootsOnly && { roots_only: true }),
  };
}

/** Converts feed filters and ticker spans to query parameters. */
import type { FeedFilter } from '#schemas/feed-filter.ts';
import type { TickerSpan } from '#schemas/ticker-spans.ts';
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

/** Beyond any value of the column `newest`, which has negated milliseconds since 1970. */
export const farMs = 1e15;

/** Returns the bounds of the column `newest`, both inclusive. */
export const newestOf = ({ fromMs, toMs }: TickerSpan): { readonly from: number; readonly to: number } => ({
  from: toMs === null ? -farMs : 1 - toMs,
  to: fromMs === null ? farMs : -fromMs,
});

/** Returns the parameters for queries with `span_tickers`; none if the tickers are not limited to spans. */
export function spanParams(spans: readonly TickerSpan[] | null | undefined): Params {
  if (spans === null || spans === undefined) return {};
  const bounds = spans.map(newestOf);
  return { span_tickers: spans.map(({ ticker }) => ticker), span_from: bounds.map(({ from }) => from), span_to: bounds.map(({ to }) => to) };
}

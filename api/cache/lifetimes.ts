/** Cache lifetimes in milliseconds. */

/** Longest that an answer may come from a cache. */
export const cacheMs = 60_000;
/** How long a page that will never change is kept. */
export const keptMs = 3_600_000;
/** How long past its freshness a page still serves while the store is away. */
export const staleMs = 600_000;

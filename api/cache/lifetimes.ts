/** Cache lifetimes in milliseconds. */

/** Longest that an answer may come from a cache. */
export const cacheMs = 60_000;
/** Time for which a page that will never change is kept. */
export const keptMs = 3_600_000;
/** Time past its freshness for which a page is served while the store is unavailable. */
export const staleMs = 600_000;

/** What the model is given: stories counted in time cells of the window's length that end at the cutoff. */

export type Market = 'us_equity' | 'crypto' | 'international';

/** One ticker's counts in time cells of the window's length ending at the cutoff: cells[0] is the current window, cells[1] the one before, ... as far back as baseline_seconds. */
export interface TickerCounts {
  readonly ticker: string;
  readonly market: Market;
  /** Per cell, stories that name at most `max_story_tickers` tickers. */
  readonly modelStories: readonly number[] | Uint32Array;
  /** Days of the baseline with a story. */
  readonly activeDays: number;
  /** Age at the cutoff of its first story, ever or in the baseline: its rate is taken from the cells after that one. Null: from all cells. */
  readonly firstSeenSeconds: number | null;
}

/** Per cell, stories of the whole market, each pair of story and ticker once. */
export interface MarketExposure {
  readonly market: Market;
  readonly modelStories: readonly number[];
}

/** Input of the model: stories counted in time cells of the window's length that end at the cutoff. */

export type Market = 'us_equity' | 'crypto' | 'international';

/** A ticker's counts per cell: cells[0] is the current window, cells[1] the one before, ... as far back as baseline_seconds. */
export interface TickerCounts {
  readonly ticker: string;
  readonly market: Market;
  /** Per cell, the stories that name at most `max_story_tickers` tickers. */
  readonly modelStories: readonly number[] | Uint32Array;
  /** Days of the baseline with a story. */
  readonly activeDays: number;
  /** Age in seconds at the cutoff of its first story, ever or in the baseline: its rate uses only later cells. Null: all cells. */
  readonly firstSeenSeconds: number | null;
}

/** Per cell, the stories of the whole market, each pair of story and ticker once. */
export interface MarketExposure {
  readonly market: Market;
  readonly modelStories: readonly number[];
}

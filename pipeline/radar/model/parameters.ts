/** Lists the parameters of the Radar model, which every snapshot serves, and the version of the method. */

export interface ModelParameters {
  readonly window_seconds: number;
  /** Length of the baseline, without the current window. */
  readonly baseline_seconds: number;
  /** Age at which a story has half its weight in the tone. */
  readonly half_life_seconds: number;
  readonly min_relevance: number;
  /** Number of tickers above which a story is broad coverage, which the model does not count. */
  readonly max_story_tickers: number;
  /** Weight of the market's mean rate in each ticker's rate, in stories. */
  readonly prior_stories: number;
  readonly min_baseline_stories: number;
  readonly min_baseline_days: number;
  readonly min_sentiment_stories: number;
  /** Least share of the stories with a sentiment for a tone. */
  readonly min_sentiment_coverage: number;
  /** Tail probability up to which a ticker is a candidate for a news spike. */
  readonly spike_tail: number;
}

const daySeconds = 86_400;
const windowSeconds = { '4h': daySeconds / 6, '24h': daySeconds } as const;

/** Must change with every formula, constant and parameter that affects a served number. */
export const methodologyVersion: string = '1.2.0';

export const parametersOf = (window: '4h' | '24h'): ModelParameters => ({
  window_seconds: windowSeconds[window],
  baseline_seconds: 30 * daySeconds,
  half_life_seconds: daySeconds,
  min_relevance: 4,
  max_story_tickers: 5,
  prior_stories: 1,
  min_baseline_stories: 5,
  min_baseline_days: 3,
  min_sentiment_stories: 2,
  min_sentiment_coverage: 0.5,
  spike_tail: 0.001,
});

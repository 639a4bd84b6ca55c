/** The settings of the Radar model, which every snapshot serves as `parameters`, and the version of the method. */

export interface ModelParameters {
  readonly window_seconds: number;
  /** Length of the baseline that gives the ticker's own rate, without the window itself. */
  readonly baseline_seconds: number;
  /** Age at which a story has half its weight in the tone. */
  readonly half_life_seconds: number;
  /** Least relevance of a story that the model counts. */
  readonly min_relevance: number;
  /** A story that names more tickers is broad coverage. */
  readonly max_story_tickers: number;
  /** Stories of the market's average ticker that are added to each ticker's own in its rate. */
  readonly prior_stories: number;
  readonly min_baseline_stories: number;
  readonly min_baseline_days: number;
  readonly min_sentiment_stories: number;
  /** Share of the stories that must have a sentiment. */
  readonly min_sentiment_coverage: number;
  /** Tail probability up to which a window is a candidate for a spike. */
  readonly spike_tail: number;
}

const daySeconds = 86_400;
const windowSeconds = { '4h': daySeconds / 6, '24h': daySeconds } as const;

/** Changes with every change of a formula, a constant or a parameter that can change a served number. */
export const methodologyVersion: string = '1.2.0';

/** Returns the parameters of the model for a window. */
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

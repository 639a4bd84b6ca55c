/** The settings of the Radar model: what every snapshot serves as `parameters`, and the version of the method. */

export interface ModelParameters {
  readonly window_seconds: number;
  /** How far back the ticker's own rate is taken from, without the window itself. */
  readonly baseline_seconds: number;
  /** Age at which a story weighs half as much in the tone. */
  readonly half_life_seconds: number;
  /** Stories below it are no stories to the model. */
  readonly min_relevance: number;
  /** Stories that name more tickers are broad coverage. */
  readonly max_story_tickers: number;
  /** How many stories the market's average ticker adds to each ticker's own in its rate. */
  readonly prior_stories: number;
  readonly min_baseline_stories: number;
  readonly min_baseline_days: number;
  readonly min_sentiment_stories: number;
  /** Share of the stories that must have a sentiment. */
  readonly min_sentiment_coverage: number;
  /** A tail probability up to it makes a window a candidate for a spike. */
  readonly spike_tail: number;
}

const daySeconds = 86_400;
const windowSeconds = { '4h': daySeconds / 6, '24h': daySeconds } as const;

/** Changes with every change of a formula, a constant or a parameter that can change a served number. */
export const methodologyVersion: string = '1.1.0';

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

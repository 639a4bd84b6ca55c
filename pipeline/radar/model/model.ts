/**
 * Scores how unusual the number of stories of each ticker is in the current window. The time cells end at the cutoff, so that nothing
 * ingested later enters. For ticker i (the named files have the citations):
 * - rate_i: stories per story of the rest of its market over the baseline, shrunk towards the market's mean (fit-market.ts)
 * - level_i: ratios by which these hours, the last week and the last day depart from rate_i (level.ts)
 * - exposure_i: stories of the rest of its market now, shrunk towards the usual (current-exposure.ts)
 * - expected = rate_i * level_i * exposure_i
 * - tail = P(X >= stories), X negative binomial with that mean (distributions.ts); its dispersion is the ticker's own plus the relative
 *   variances of rate, levels and exposure
 * - news_z: the standard normal deviate with that tail (distributions.ts), from 0 to 8
 */
import { forecastStories, type MarketExposure, type TickerCounts, type Forecast } from './forecast.ts';
import { logUpperTail, normalExceededWith } from './distributions.ts';
import type { ModelParameters } from './parameters.ts';

export type { MarketExposure, TickerCounts } from './forecast.ts';
export { methodologyVersion, parametersOf, type ModelParameters } from './parameters.ts';
export { toneOf, type Tone, type ToneArticle } from './tone.ts';

/** How unusual a ticker's count of stories is. The first three fields are null when `anomaly_reason` is set. */
export interface Anomaly {
  readonly stories_expected: number | null;
  /** P(X >= stories), the chance of a count as large. At least 1e-300. */
  readonly tail_probability: number | null;
  /** From 0, for a count up to the median, to 8, for a tail of 6e-16 or less. */
  readonly news_z: number | null;
  /** `few_baseline_stories`, `few_baseline_days` or `no_model_stories`; null when the ticker has a score. */
  readonly anomaly_reason: string | null;
  readonly candidate_news_spike: boolean;
  readonly baseline_stories: number;
  readonly baseline_active_days: number;
  /** Mean of the baseline windows without any correction; null when there is none. */
  readonly stories_per_window_unadjusted: number | null;
  /** Stories of the rest of the ticker's market per window of the baseline, after the model's correction. */
  readonly market_exposure_baseline: number;
  /** Stories of the rest of the ticker's market in this window, after the model's correction. */
  readonly market_exposure_current: number;
}

const zMax = 8;
const leastTail = 1e-300;

/** Returns the anomalies by ticker, equal to the last bit for any order of `tickers`. */
export function scoreAnomalies(
  tickers: readonly TickerCounts[],
  exposure: readonly MarketExposure[],
  parameters: ModelParameters,
): Map<string, Anomaly> {
  const forecasts = forecastStories(tickers, exposure, parameters);
  return new Map(tickers.map(({ ticker, activeDays }) => [ticker, anomalyOf(forecasts.get(ticker)!, activeDays, parameters)]));
}

function anomalyOf(forecast: Forecast, activeDays: number, parameters: ModelParameters): Anomaly {
  const { baselineStories, baselineWindows } = forecast;
  const described = {
    baseline_stories: baselineStories,
    baseline_active_days: activeDays,
    stories_per_window_unadjusted: baselineWindows === 0 ? null : baselineStories / baselineWindows,
    market_exposure_baseline: forecast.exposureBaseline,
    market_exposure_current: forecast.exposureCurrent,
  };
  const anomaly_reason = reasonAgainst(baselineStories, activeDays, parameters);
  if (anomaly_reason !== null)
    return { stories_expected: null, tail_probability: null, news_z: null, anomaly_reason, candidate_news_spike: false, ...described };
  const tail = Math.max(Math.exp(logUpperTail(forecast.stories, forecast.mean, forecast.dispersion)), leastTail);
  return {
    stories_expected: forecast.mean,
    tail_probability: tail,
    news_z: Math.min(Math.max(normalExceededWith(Math.min(tail, 0.5)), 0), zMax),
    anomaly_reason: null,
    candidate_news_spike: tail <= parameters.spike_tail,
    ...described,
  };
}

function reasonAgainst(baselineStories: number, activeDays: number, parameters: ModelParameters): string | null {
  if (baselineStories < parameters.min_baseline_stories) return 'few_baseline_stories';
  return activeDays < parameters.min_baseline_days ? 'few_baseline_days' : null;
}

/**
 * The Radar model: how unusual each ticker's number of stories in the current window is, and the tone of its stories. Pure functions of
 * counts in time cells, which end at the cutoff, so that nothing ingested later can enter. For ticker i, with citations at each step:
 * - rate_i: stories per story of the rest of its market over the baseline, shrunk towards the market's mean (fit-market.ts)
 * - level_i: how its level at these hours, in the last week and in the last day departs from its rate (level.ts)
 * - exposure_i: stories of the rest of its market now, shrunk towards the usual (current-exposure.ts)
 * - expected = rate_i * level_i * exposure_i
 * - tail = P(X >= stories), X negative binomial with that mean (distributions.ts); its dispersion is the ticker's own plus the relative
 *   variances of rate, levels and exposure, as products of independent gamma variables have, to first order, the sum of theirs (the
 *   gamma-Poisson predictive distribution)
 * - news_z: the standard normal deviate with that tail (distributions.ts), from 0 to 8
 */
import { forecastStories, type MarketExposure, type TickerCounts, type Forecast } from './forecast.ts';
import { logUpperTail, normalExceededWith } from './distributions.ts';
import type { ModelParameters } from './parameters.ts';

export type { MarketExposure, TickerCounts } from './forecast.ts';
export { methodologyVersion, parametersOf, type ModelParameters } from './parameters.ts';
export { toneOf, type Tone, type ToneArticle } from './tone.ts';

/** How unusual a ticker's count of model stories is. The first three fields are null together, with `anomaly_reason`. */
export interface Anomaly {
  readonly stories_expected: number | null;
  /** P(X >= stories): a count as large occurs by chance at most this often. Never below 1e-300. */
  readonly tail_probability: number | null;
  /** 0 for a count at or below its median, 8 for tails of 6e-16 and less. */
  readonly news_z: number | null;
  /** Null, or few_baseline_stories, few_baseline_days. */
  readonly anomaly_reason: string | null;
  readonly candidate_news_spike: boolean;
  readonly baseline_stories: number;
  readonly baseline_active_days: number;
  /** Plain mean of the baseline's windows; null when the service has no earlier window. */
  readonly stories_per_window_unadjusted: number | null;
  /** Stories of the rest of the ticker's market after the model's correction: per window of the baseline, and in this window. */
  readonly market_exposure_baseline: number;
  readonly market_exposure_current: number;
}

const zMax = 8;
const leastTail = 1e-300;

/** Returns the anomalies by ticker. The order of `tickers` does not matter, to the last bit. */
export function scoreAnomalies(
  tickers: readonly TickerCounts[],
  exposure: readonly MarketExposure[],
  parameters: ModelParameters,
): Map<string, Anomaly> {
  const forecasts = forecastStories(tickers, exposure, parameters);
  const scored = new Map<string, Anomaly>();
  for (const { ticker, activeDays } of tickers) {
    const forecast = forecasts.get(ticker);
    if (forecast !== undefined) scored.set(ticker, anomalyOf(forecast, activeDays, parameters));
  }
  return scored;
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

/**
 * Radar's statistical model as pure functions of counts: how many stories of a ticker are usual now, how unlikely are
 * those that came, and which tone they have.
 *
 * Expected count: Gamma-Poisson shrinkage (Robbins 1956; Gelman et al., Bayesian Data Analysis, 2.6): the rate of a ticker
 * has a Gamma prior of `prior_stories` stories at its market's mean rate, times how busy the market is now over its usual.
 * Tail: the posterior predictive of that is negative binomial; `news_z` is its normal equivalent (Acklam's rational
 * approximation of the normal quantile). Tone: mean of signed stories, weighted by confidence and by age (half-life), the
 * stories of an outlet sharing one voice.
 */
export type Market = 'us_equity' | 'crypto' | 'international';

/** One ticker's counts in time cells of the window's length ending at the cutoff: cells[0] is the current window, cells[1] the one before, as far back as baseline_seconds. */
export interface TickerCounts {
  readonly ticker: string;
  readonly market: Market;
  /** A cell each, stories naming at most max_story_tickers tickers. */
  readonly modelStories: readonly number[];
  /** UTC-long days of the baseline with a story. */
  readonly activeDays: number;
  /** Age of its first story of the baseline at the cutoff. */
  readonly firstSeenSeconds: number | null;
}

export interface MarketExposure {
  readonly market: Market;
  /** A cell each, the whole market, each (story, ticker) pair once. */
  readonly modelStories: readonly number[];
}

export interface ModelParameters {
  readonly window_seconds: number;
  readonly baseline_seconds: number;
  readonly half_life_seconds: number;
  readonly min_relevance: number;
  readonly max_story_tickers: number;
  readonly prior_stories: number;
  readonly min_baseline_stories: number;
  readonly min_baseline_days: number;
  readonly min_sentiment_stories: number;
  readonly min_sentiment_coverage: number;
  readonly spike_tail: number;
}

export interface Anomaly {
  readonly stories_expected: number | null;
  readonly tail_probability: number | null;
  readonly news_z: number | null;
  readonly anomaly_reason: string | null;
  readonly candidate_news_spike: boolean;
  readonly baseline_stories: number;
  readonly baseline_active_days: number;
  readonly stories_per_window_unadjusted: number | null;
  readonly market_exposure_baseline: number;
  readonly market_exposure_current: number;
}

export interface ToneStory {
  readonly outlet: string;
  readonly ageSeconds: number;
  readonly sentiment: 'positive' | 'neutral' | 'negative' | null;
  readonly confidence: 'high' | 'medium' | 'low' | null;
}

export interface Tone {
  readonly value: number | null;
  readonly usable_stories: number;
  readonly coverage: number | null;
  readonly reason: string | null;
}

export const methodologyVersion = 'radar-0';

export const parametersOf = (window: '4h' | '24h'): ModelParameters => ({
  window_seconds: window === '4h' ? 14_400 : 86_400,
  baseline_seconds: 30 * 86_400,
  half_life_seconds: 86_400,
  min_relevance: 4,
  max_story_tickers: 5,
  prior_stories: 2,
  min_baseline_stories: 5,
  min_baseline_days: 3,
  min_sentiment_stories: 2,
  min_sentiment_coverage: 0.5,
  spike_tail: 0.001,
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const rounded = (value: number, digits: number): number => Number(value.toPrecision(digits));

interface MarketState {
  readonly windows: number;
  readonly usual: number;
  readonly current: number;
  readonly tickers: number;
}

export function scoreAnomalies(
  tickers: readonly TickerCounts[],
  exposure: readonly MarketExposure[],
  parameters: ModelParameters,
): Map<string, Anomaly> {
  const markets = new Map<Market, MarketState>();
  for (const { market, modelStories } of exposure) {
    const [current = 0, ...before] = modelStories;
    // Windows before the service had any story say nothing.
    const windows = before.findLastIndex((count) => count > 0) + 1;
    const usual = windows === 0 ? 0 : sum(before) / windows;
    markets.set(market, { windows, usual, current, tickers: tickers.filter((one) => one.market === market).length });
  }
  return new Map(tickers.map((one) => [one.ticker, anomalyOf(one, markets.get(one.market), parameters)]));
}

function anomalyOf({ modelStories, activeDays }: TickerCounts, market: MarketState | undefined, parameters: ModelParameters): Anomaly {
  const [current = 0, ...before] = modelStories;
  const baseline = sum(before);
  const { windows, usual, current: now, tickers } = market ?? { windows: 0, usual: 0, current: 0, tickers: 0 };
  const known = {
    baseline_stories: baseline,
    baseline_active_days: activeDays,
    stories_per_window_unadjusted: windows === 0 ? null : rounded(baseline / windows, 6),
    market_exposure_baseline: rounded(usual, 6),
    market_exposure_current: now,
  };
  const unscored = (reason: string): Anomaly => ({
    ...known,
    stories_expected: null,
    tail_probability: null,
    news_z: null,
    anomaly_reason: reason,
    candidate_news_spike: false,
  });
  if (windows === 0 || usual === 0) return unscored('no_market_baseline');
  if (baseline < parameters.min_baseline_stories) return unscored('insufficient_baseline_stories');
  if (activeDays < parameters.min_baseline_days) return unscored('insufficient_baseline_days');
  const priorMean = usual / Math.max(1, tickers);
  const shape = parameters.prior_stories + baseline;
  const rate = parameters.prior_stories / priorMean + windows;
  const expected = Math.max(1e-6, (shape / rate) * ((now + 1) / (usual + 1)));
  const tail = negativeBinomialTail(current, expected, Math.min(shape, dispersionMost));
  return {
    ...known,
    stories_expected: rounded(expected, 6),
    tail_probability: rounded(tail, 6),
    news_z: rounded(Math.max(-8, Math.min(8, -normalQuantile(tail))), 6),
    anomaly_reason: null,
    candidate_news_spike: tail <= parameters.spike_tail && current > expected,
  };
}

/** News comes in bursts even where the rate is well known: a count is never taken for less dispersed than this size allows. */
const dispersionMost = 8;

/** P(X >= count) of a negative binomial of this mean and size. */
export function negativeBinomialTail(count: number, mean: number, size: number): number {
  if (count <= 0) return 1;
  const log = (at: number): number =>
    logGamma(at + size) - logGamma(size) - logGamma(at + 1) + size * Math.log(size / (size + mean)) + at * Math.log(mean / (size + mean));
  if (count <= mean) {
    let below = 0;
    for (let at = 0; at < count; at += 1) below += Math.exp(log(at));
    return Math.min(1, Math.max(0, 1 - below));
  }
  let total = 0;
  for (let at = count; ; at += 1) {
    const term = Math.exp(log(at));
    total += term;
    if (term < total * 1e-12 || term === 0) return Math.max(total, Number.MIN_VALUE);
  }
}

/** Lanczos. */
function logGamma(x: number): number {
  const terms = [76.18009172947, -86.50532032942, 24.01409824083, -1.23173957245, 0.001208650973866, -0.000005395239385];
  const base = x + 5.5 - (x + 0.5) * Math.log(x + 5.5);
  const series = terms.reduce((total, term, at) => total + term / (x + at + 1), 1.00000000019);
  return -base + Math.log((2.50662827463 * series) / x);
}

function normalQuantile(p: number): number {
  const [a, b, c, d] = [
    [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239],
    [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1],
    [-0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968, 2.938163982698783],
    [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1],
  ] as const;
  const polynomial = (terms: readonly number[], at: number): number => terms.reduce((total, term) => total * at + term, 0);
  if (p <= 0) return Number.NEGATIVE_INFINITY;
  if (p >= 1) return Number.POSITIVE_INFINITY;
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p));
    return polynomial(c, q) / polynomial(d, q);
  }
  if (p > 0.97575) return -normalQuantile(1 - p);
  const q = p - 0.5;
  return (polynomial(a, q * q) * q) / polynomial(b, q * q);
}

const signs = { positive: 1, neutral: 0, negative: -1 } as const;
const weights = { high: 1, medium: 0.6, low: 0.3 } as const;

export function toneOf(stories: readonly ToneStory[], parameters: ModelParameters): Tone {
  const usable = stories.filter(({ sentiment, confidence }) => sentiment !== null && confidence !== null);
  const coverage = stories.length === 0 ? null : rounded(usable.length / stories.length, 6);
  const none = (reason: string): Tone => ({ value: null, usable_stories: usable.length, coverage, reason });
  if (stories.length === 0) return none('no_stories');
  if (usable.length < parameters.min_sentiment_stories) return none('insufficient_sentiment_stories');
  if (coverage !== null && coverage < parameters.min_sentiment_coverage) return none('insufficient_sentiment_coverage');
  let [value, total] = [0, 0];
  for (const ofOutlet of Map.groupBy(usable, ({ outlet }) => outlet).values()) {
    const weighed = ofOutlet.map(({ sentiment, confidence, ageSeconds }) => ({
      sign: signs[sentiment!],
      weight: weights[confidence!] * 2 ** (-ageSeconds / parameters.half_life_seconds),
    }));
    const own = sum(weighed.map(({ weight }) => weight));
    const voice = Math.max(...weighed.map(({ weight }) => weight));
    value += (voice * sum(weighed.map(({ sign, weight }) => sign * weight))) / own;
    total += voice;
  }
  return { value: rounded(value / total, 6), usable_stories: usable.length, coverage, reason: null };
}

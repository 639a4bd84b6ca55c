/** Forecasts the stories of each ticker in the current window as a negative binomial distribution, without using its own current count. */
import { compareText } from '#schemas/compare-text.ts';
import type { RadarMarket } from '#schemas/radar.ts';
import { currentExposure } from './current-exposure.ts';
import { shrunkExposure, fitMarket, type MarketFit } from './fit-market.ts';
import { levelOf, ratioVariance, type Level } from './level.ts';
import { lastObservedCell, type MarketCells } from './market-cells.ts';
import type { ModelParameters } from './parameters.ts';

export interface Forecast {
  readonly stories: number;
  readonly mean: number;
  /** Dispersion of the variance, which is mean + dispersion * mean^2. */
  readonly dispersion: number;
  readonly baselineStories: number;
  /** Windows in the baseline; 0 when the service has only begun. */
  readonly baselineWindows: number;
  /** Stories of the rest of the market per window of the baseline. */
  readonly exposureBaseline: number;
  /** Stories of the rest of the market in the current window. */
  readonly exposureCurrent: number;
}

const daySeconds = 86_400;
/** Lengths in days of the recent periods: the last week is compared with the baseline, the last day with the last week. */
const recentDays = [7, 1] as const;

/** Returns the forecasts by ticker, equal to the last bit for any order of `tickers`. */
export function forecastStories(
  tickers: readonly TickerCounts[],
  exposure: readonly MarketExposure[],
  parameters: ModelParameters,
): Map<string, Forecast> {
  const forecasts = new Map<string, Forecast>();
  for (const [market, members] of Map.groupBy(tickers, (entry) => entry.market)) {
    // Sorted, because sums of fractions depend on their order.
    const sorted = members.toSorted((one, other) => compareText(one.ticker, other.ticker));
    const whole = exposure.find((entry) => entry.market === market)?.modelStories ?? [];
    const cells = cellsOf(sorted, whole, parameters);
    const forecast = forecastMarket(cells, parameters);
    for (const [at, { ticker }] of sorted.entries()) forecasts.set(ticker, forecast(at));
  }
  return forecasts;
}

function forecastMarket(market: MarketCells, { prior_stories }: ModelParameters): (ticker: number) => Forecast {
  const fit = fitMarket(market, prior_stories);
  const levels = levelsOf(market, fit);
  const stride = market.cells + 1;
  const typical = Float64Array.from(fit.rates, (rate, at) =>
    levels(at).reduce((product, { ratio }) => product * ratio, rate * fit.usual[0]! * (1 - fit.shares[at]!)),
  );
  const exposureOf = currentExposure(market, fit, typical);
  // Exposure that is served for a new ticker, which has no baseline yet.
  const usualOfMarket = market.cells === 0 ? 0 : fit.usual.slice(1).reduce((sum, stories) => sum + stories, 0) / market.cells;
  const restNow = (ticker: number): number => Math.max(market.exposure[0]! - market.counts[ticker * stride]!, 0);
  return (ticker) => {
    const now = exposureOf(ticker);
    const lastCell = market.lastCells[ticker]!;
    let mean = fit.rates[ticker]! * now.stories;
    // To first order, the relative variance of a product of independent gamma variables is the sum of theirs.
    let dispersion = fit.dispersions[ticker]! + fit.inflations[ticker]! / (fit.keptStories[ticker]! + prior_stories) + now.variance;
    for (const { ratio, shape } of levels(ticker)) {
      mean *= ratio;
      dispersion += shape === null ? 0 : 1 / shape;
    }
    return {
      stories: market.counts[ticker * stride]!,
      mean,
      dispersion,
      baselineStories: market.baselineStories[ticker]!,
      baselineWindows: market.cells,
      exposureBaseline: lastCell === 0 ? usualOfMarket : fit.exposures[ticker]! / lastCell,
      exposureCurrent: lastCell === 0 ? shrunkExposure(restNow(ticker), fit.usual[0]!, fit.exposurePrior) : now.stories,
    };
  };
}

/** Returns a function for the levels of a ticker: at these hours, in the last week and in the last day, each relative to the longer period. */
function levelsOf(market: MarketCells, fit: MarketFit): (ticker: number) => readonly Level[] {
  const { tickers, cellsPerDay } = market;
  const stride = market.cells + 1;
  const before = new Float64Array(tickers).fill(1);
  const recent = recentDays.map((days) => {
    const counts = new Float64Array(tickers);
    const means = new Float64Array(tickers);
    const squares = new Float64Array(tickers);
    for (let ticker = 0; ticker < tickers; ticker++) {
      const last = Math.min(days * cellsPerDay, market.lastCells[ticker]!);
      for (let cell = 1; cell <= last; cell++) {
        const mean = fit.means[ticker * stride + cell]! * before[ticker]!;
        counts[ticker]! += fit.kept[ticker * stride + cell]!;
        means[ticker]! += mean;
        squares[ticker]! += mean * mean;
      }
    }
    const variance = ratioVariance({ counts, means, squares }, fit.marketDispersion);
    return Array.from(counts, (count, ticker) => {
      const level = levelOf(count, means[ticker]!, fit.inflations[ticker]!, variance);
      before[ticker]! *= level.ratio;
      return level;
    });
  });
  return (ticker) => [fit.hours(ticker, 0), ...recent.map((levels) => levels[ticker]!)];
}

function cellsOf(tickers: readonly TickerCounts[], whole: readonly number[], parameters: ModelParameters): MarketCells {
  const cellsMax = Math.floor(parameters.baseline_seconds / parameters.window_seconds);
  const longest = tickers.reduce((most, { modelStories }) => Math.max(most, modelStories.length), whole.length);
  const exposure = Float64Array.from({ length: Math.min(Math.max(longest, 1), cellsMax + 1) }, (_, cell) => whole[cell] ?? 0);
  const sums = new Float64Array(exposure.length);
  for (const { modelStories } of tickers) {
    const given = Math.min(modelStories.length, sums.length);
    for (let cell = 0; cell < given; cell++) sums[cell]! += modelStories[cell]!;
  }
  for (const [cell, sum] of sums.entries()) exposure[cell] = Math.max(exposure[cell]!, sum);
  const cells = lastObservedCell(exposure);
  const counts = new Float64Array(tickers.length * (cells + 1));
  const baselineStories = new Float64Array(tickers.length);
  for (const [at, { modelStories }] of tickers.entries()) {
    const from = at * (cells + 1);
    const given = Math.min(modelStories.length, cells + 1);
    let stories = 0;
    for (let cell = 0; cell < given; cell++) {
      const count = modelStories[cell]!;
      counts[from + cell] = count;
      stories += count;
    }
    baselineStories[at] = stories - (modelStories[0] ?? 0);
  }
  return {
    tickers: tickers.length,
    cells,
    cellsPerDay: Math.max(Math.round(daySeconds / parameters.window_seconds), 1),
    counts,
    baselineStories,
    // Leaves out the cell of a ticker's first story: it has a story by definition, which would raise the rate of a ticker with few stories.
    lastCells: Int32Array.from(tickers, ({ firstSeenSeconds }) =>
      firstSeenSeconds === null ? cells : Math.min(cells, Math.max(Math.floor(firstSeenSeconds / parameters.window_seconds) - 1, 0)),
    ),
    exposure: exposure.slice(0, cells + 1),
  };
}

/** Counts of a ticker. Cell 0 is the current window, cell 1 the window before it, and so on up to `baseline_seconds`. */
export interface TickerCounts {
  readonly ticker: string;
  readonly market: RadarMarket;
  /** Stories per cell that name at most `max_story_tickers` tickers. */
  readonly modelStories: readonly number[] | Uint32Array;
  /** Number of days of the baseline with a story. */
  readonly activeDays: number;
  /** Age in seconds of the ticker's first story at the cutoff; the rate uses only later cells. Null: the rate uses all cells. */
  readonly firstSeenSeconds: number | null;
}

/** Stories of the whole market per cell. A story about two tickers counts twice. */
export interface MarketExposure {
  readonly market: RadarMarket;
  readonly modelStories: readonly number[];
}

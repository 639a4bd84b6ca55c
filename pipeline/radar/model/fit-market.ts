/**
 * Fits one market's baseline: each ticker's rate per story of the rest of its market, its hours of the day and its dispersion, with past
 * anomalies cut down to what is plausible. The current cell is not used. The mean of ticker i in cell c is rate_i * hours_i(c) *
 * exposure_ic. This is a rate model with an offset as in the outbreak detection of Farrington et al. (J. R. Stat. Soc. A 159 (1996),
 * 547-563) and Noufaily et al. (Statistics in Medicine 32 (2013), 1206-1222), where the exposure replaces their seasonal factors. As there,
 * past outbreaks are down-weighted, and the fit is repeated: see `withoutBurst`.
 */
import { levelOf, ratioVariance, type Level } from './level.ts';
import { usualExposure, type MarketCells } from './market-cells.ts';

export interface MarketFit {
  /** Like `MarketCells.counts`, with past anomalies cut down; cell 0 is never used. */
  readonly kept: Float64Array;
  /** Expected stories in each cell, at the same places; 0 before the baseline of the ticker. */
  readonly means: Float64Array;
  /** Usual stories of the market by cell. */
  readonly usual: Float64Array;
  /** Weight, in stories, with which a cell's exposure is shrunk towards the usual number. */
  readonly exposurePrior: number;
  readonly shares: Float64Array;
  /** 1 when the rest of the market has no information, so that exposure is time. */
  readonly alone: Uint8Array;
  readonly rates: Float64Array;
  /** Kept stories and exposure in each ticker's baseline. */
  readonly keptStories: Float64Array;
  readonly exposures: Float64Array;
  readonly dispersions: Float64Array;
  readonly marketDispersion: number;
  readonly inflations: Float64Array;
  readonly hours: (ticker: number, cell: number) => Level;
}

const rounds = 3;
const firstDispersion = 0.3;
const dispersionRange = [0.02, 4] as const;
/** Weight of the market's dispersion in a ticker's own, as a sum of squared means. */
const dispersionPrior = 20;
/** Inverse of the variance of a market's common factor around its usual number; a low value gives the usual number little weight. */
export const factorPrior = 2;

/** Returns the limit above which a count is an anomaly: three standard deviations above the mean, plus one story. */
export const burstLimit = (mean: number, dispersion: number): number => mean + 3 * Math.sqrt(mean + dispersion * mean * mean) + 1;

/** Standard deviations above the usual number, common factor included, above which the usual number loses weight. */
const surgeFrom = 3;

/**
 * Returns the weight of the market's usual number against its observed stories: `prior`, reduced the further the observed number exceeds
 * what the common factor explains. If the market usually has five stories a week and fifty come at once, its usual number is no evidence
 * about them. The distance compares square roots, whose spread is the same for Poisson counts of any size (Anscombe, Biometrika 35 (1948),
 * 246-254), in units of that spread, including the market's dispersion and common factor.
 */
export function usualWeight(stories: number, usual: number, prior: number): number {
  const distance = (2 * (Math.sqrt(stories + 0.375) - Math.sqrt(usual + 0.375))) / Math.sqrt((prior + usual) / factorPrior);
  return prior / (1 + Math.max(distance - surgeFrom, 0) ** 2);
}

/**
 * Returns the market's level as a multiple of its usual: the mean of its common factor's gamma posterior, shrunk towards 1 by `prior` stories.
 */
export const factorOf = (stories: number, usual: number, prior: number): number => {
  const weight = usualWeight(stories, usual, prior);
  return (stories + weight) / (usual + weight);
};

/** Returns the stories of the rest of the market in a cell, shrunk towards the usual number, because a small market has few stories. */
export const drawnExposure = (stories: number, usual: number, prior: number): number => usual * factorOf(stories, usual, prior);

/**
 * Returns a count up to the limit unchanged, and a larger one reduced towards the mean: Noufaily et al. (3.3) weight a past outbreak by the
 * inverse square of its residual. A count slightly above the limit still has a large weight, so that a lasting rise moves the rate.
 */
export function withoutBurst(count: number, mean: number, dispersion: number): number {
  const limit = burstLimit(mean, dispersion);
  return count <= limit ? count : mean + (limit - mean) * (limit / count) ** 2;
}

/** Returns the rates and the dispersion of a market's tickers; `priorStories`: weight of the market's mean rate. */
export function fitMarket(market: MarketCells, priorStories: number): MarketFit {
  const { tickers, cells, cellsPerDay, counts, lastCells } = market;
  const stride = cells + 1;
  const kept = counts.slice();
  const exposure = market.exposure.slice();
  const means = new Float64Array(counts.length);
  const shares = new Float64Array(tickers);
  const alone = new Uint8Array(tickers);
  const rates = new Float64Array(tickers);
  const keptStories = new Float64Array(tickers);
  const exposures = new Float64Array(tickers);
  const inflations = new Float64Array(tickers).fill(1);
  const dispersions = new Float64Array(tickers);
  const hourCounts = new Float64Array(tickers * cellsPerDay);
  const hourMeans = new Float64Array(tickers * cellsPerDay);
  const hourSquares = new Float64Array(tickers * cellsPerDay);
  let marketDispersion: number = firstDispersion;
  let hoursVariance = 0;
  let usual: Float64Array = exposure;
  let exposurePrior = factorPrior;

  const hours = (ticker: number, cell: number): Level => {
    const at = ticker * cellsPerDay + (cell % cellsPerDay);
    return levelOf(hourCounts[at]!, hourMeans[at]!, inflations[ticker]!, hoursVariance);
  };

  for (let round = 1; ; round++) {
    usual = usualExposure(exposure, cells, cellsPerDay);
    measureExposure();
    measureRates();
    measureHours();
    measureDispersion();
    if (round === rounds) break;
    cutBursts();
  }
  return {
    kept,
    means,
    usual,
    exposurePrior,
    shares,
    alone,
    rates,
    keptStories,
    exposures,
    dispersions,
    marketDispersion,
    inflations,
    hours,
  };

  /** Writes the exposure alone to `means`. */
  function measureExposure(): void {
    const running = new Float64Array(stride);
    for (let cell = 1; cell <= cells; cell++) running[cell] = running[cell - 1]! + exposure[cell]!;
    for (let ticker = 0; ticker < tickers; ticker++) {
      const from = ticker * stride;
      const last = lastCells[ticker]!;
      let stories = 0;
      for (let cell = 1; cell <= last; cell++) stories += kept[from + cell]!;
      const share = running[last]! > 0 ? stories / running[last]! : 0;
      // When the other tickers have no stories, the ticker's own stories are the only measure of the market's activity.
      alone[ticker] = (1 - share) * running[last]! < 1 ? 1 : 0;
      let total = 0;
      for (let cell = 1; cell <= last; cell++) {
        const rest = Math.max(exposure[cell]! - kept[from + cell]!, 0);
        const value = alone[ticker] === 1 ? 1 : drawnExposure(rest, usual[cell]! * (1 - share), exposurePrior);
        means[from + cell] = value;
        total += value;
      }
      shares[ticker] = share;
      keptStories[ticker] = stories;
      exposures[ticker] = total;
    }
  }

  /** Computes the mean of the rate's gamma posterior; its prior has the market's mean rate, and `priorStories` as its shape. */
  function measureRates(): void {
    let stories = 0;
    let total = 0;
    for (let ticker = 0; ticker < tickers; ticker++) {
      if (keptStories[ticker] === 0) continue;
      stories += keptStories[ticker]!;
      total += exposures[ticker]!;
    }
    for (let ticker = 0; ticker < tickers; ticker++)
      rates[ticker] = stories === 0 ? 0 : (keptStories[ticker]! + priorStories) / (exposures[ticker]! + (priorStories * total) / stories);
  }

  /** Turns exposures into means, with the hours in which each ticker has its news. */
  function measureHours(): void {
    for (let ticker = 0; ticker < tickers; ticker++) {
      const from = ticker * stride;
      const last = lastCells[ticker]!;
      const rate = rates[ticker]!;
      for (let hour = 0; hour < cellsPerDay; hour++) {
        let stories = 0;
        let total = 0;
        let squares = 0;
        for (let cell = hour === 0 ? cellsPerDay : hour; cell <= last; cell += cellsPerDay) {
          const mean = means[from + cell]! * rate;
          means[from + cell] = mean;
          stories += kept[from + cell]!;
          total += mean;
          squares += mean * mean;
        }
        const at = ticker * cellsPerDay + hour;
        hourCounts[at] = stories;
        hourMeans[at] = total;
        hourSquares[at] = squares;
      }
    }
    hoursVariance = cellsPerDay === 1 ? 0 : ratioVariance({ counts: hourCounts, means: hourMeans, squares: hourSquares }, marketDispersion);
    if (cellsPerDay === 1) return;
    for (let ticker = 0; ticker < tickers; ticker++) {
      const from = ticker * stride;
      const last = lastCells[ticker]!;
      for (let hour = 0; hour < cellsPerDay; hour++) {
        const { ratio } = hours(ticker, hour);
        for (let cell = hour === 0 ? cellsPerDay : hour; cell <= last; cell += cellsPerDay) means[from + cell]! *= ratio;
      }
    }
  }

  /**
   * Computes the moment estimator of the dispersion, pooled over the market (Cameron and Trivedi 3.3; Robinson and Smyth, Biostatistics 9
   * (2008), 321-332, for shrinking the own dispersion of many short series to the common one).
   */
  function measureDispersion(): void {
    const squares = new Float64Array(tickers);
    let excess = 0;
    let information = 1;
    let marketMean = 0;
    let marketVariance = 0;
    for (let ticker = 0; ticker < tickers; ticker++) {
      const from = ticker * stride;
      const last = lastCells[ticker]!;
      let deviations = 0;
      let total = 0;
      let square = 0;
      for (let cell = 1; cell <= last; cell++) {
        const mean = means[from + cell]!;
        deviations += (kept[from + cell]! - mean) ** 2;
        total += mean;
        square += mean * mean;
      }
      dispersions[ticker] = 0;
      if (total === 0) continue;
      // The rate was fitted to the same cells, which costs one degree of freedom.
      const own = (deviations * last) / Math.max(last - 1, 1) - keptStories[ticker]!;
      const weight = 1 / (1 + square / total);
      excess += weight * own;
      information += weight * square;
      squares[ticker] = square;
      dispersions[ticker] = own;
      inflations[ticker] = square / total;
      marketMean += total / last;
      marketVariance += (total / last) * (1 + (marketDispersion * total) / last);
    }
    marketDispersion = within(excess / information);
    for (let ticker = 0; ticker < tickers; ticker++) {
      // However many stories it has, a few dozen windows never show more of a ticker's own dispersion than its market does.
      const trust = Math.min(1, dispersionPrior / Math.max(squares[ticker]!, 1));
      dispersions[ticker] = within(
        (trust * dispersions[ticker]! + dispersionPrior * marketDispersion) / (trust * squares[ticker]! + dispersionPrior),
      );
      inflations[ticker] = 1 + dispersions[ticker]! * inflations[ticker]!;
    }
    exposurePrior = factorPrior * (marketMean > 0 ? marketVariance / marketMean : 1);
  }

  function cutBursts(): void {
    exposure.set(market.exposure);
    for (let ticker = 0; ticker < tickers; ticker++) {
      const from = ticker * stride;
      for (let cell = 1; cell <= lastCells[ticker]!; cell++) {
        const count = counts[from + cell]!;
        if (count <= 1) continue;
        const value = withoutBurst(count, means[from + cell]!, marketDispersion);
        kept[from + cell] = value;
        exposure[cell]! -= count - value;
      }
    }
  }
}

const within = (dispersion: number): number => Math.min(Math.max(dispersion, dispersionRange[0]), dispersionRange[1]);

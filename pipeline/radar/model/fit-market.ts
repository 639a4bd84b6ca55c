/**
 * Fits one market's baseline: each ticker's rate per story of the rest of its market, its hours of the day and its dispersion. The mean of
 * ticker i in cell c is rate_i * hours_i(c) * exposure_ic; cell 0, the current window, is not used. It is a rate model with an offset, as in the
 * outbreak detection of Farrington et al. (J. R. Stat. Soc. A 159 (1996), 547-563) and Noufaily et al. (Statistics in Medicine 32 (2013),
 * 1206-1222), where the exposure replaces their seasonal factors. As there, past outbreaks are down-weighted and the fit is repeated: see
 * `withoutBurst`.
 */
import { levelOf, ratioVariance, type Level } from './level.ts';
import { usualExposure, type MarketCells } from './market-cells.ts';

export interface MarketFit {
  /** `MarketCells.counts` with past bursts reduced; cell 0 is not used. */
  readonly kept: Float64Array;
  /** Expected stories at the indexes of `kept`; 0 in cells before the ticker's baseline. */
  readonly means: Float64Array;
  readonly usual: Float64Array;
  /** Weight, in stories, with which a cell's exposure is shrunk towards the usual number. */
  readonly exposurePrior: number;
  readonly shares: Float64Array;
  /** 1 for a ticker whose market has no other stories; its exposure is then 1 per cell. */
  readonly alone: Uint8Array;
  readonly rates: Float64Array;
  /** Sum of `kept` over each ticker's baseline. */
  readonly keptStories: Float64Array;
  /** Sum of the exposure over each ticker's baseline. */
  readonly exposures: Float64Array;
  readonly dispersions: Float64Array;
  readonly marketDispersion: number;
  readonly inflations: Float64Array;
  readonly hours: (ticker: number, cell: number) => Level;
}

const rounds = 3;
const firstDispersion = 0.3;
const dispersionRange = [0.02, 4] as const;
/** Weight of the market's dispersion in each ticker's dispersion, as a sum of squared means. */
const dispersionPrior = 20;
/** Inverse of the variance of the common factor by which a market departs from its usual number. */
export const factorPrior = 2;

/** Returns the count above which a cell is a burst: three standard deviations above the mean, plus one story. */
export const burstLimit = (mean: number, dispersion: number): number => mean + 3 * Math.sqrt(mean + dispersion * mean * mean) + 1;

/** Standard deviations from the usual number at which that number begins to lose weight. */
const surgeFrom = 3;

/**
 * Returns the weight of the market's usual number against its observed stories: `prior`, reduced the further the observed number exceeds what
 * the common factor explains. Fifty stories at once in a market of five a week show that its usual number no longer applies. Square roots are
 * compared, because their spread is the same for Poisson counts of any size (Anscombe, Biometrika 35 (1948), 246-254); the unit is that spread
 * with the market's dispersion and common factor.
 */
export function usualWeight(stories: number, usual: number, prior: number): number {
  const distance = (2 * (Math.sqrt(stories + 0.375) - Math.sqrt(usual + 0.375))) / Math.sqrt((prior + usual) / factorPrior);
  return prior / (1 + Math.max(distance - surgeFrom, 0) ** 2);
}

/** Returns the market's level as a multiple of the usual: the mean of its common factor's gamma posterior, shrunk towards 1 by `prior` stories. */
export const factorOf = (stories: number, usual: number, prior: number): number => {
  const weight = usualWeight(stories, usual, prior);
  return (stories + weight) / (usual + weight);
};

/** Returns the stories of the rest of the market in a cell, shrunk towards the usual number, because a small market has few stories. */
export const shrunkExposure = (stories: number, usual: number, prior: number): number => usual * factorOf(stories, usual, prior);

/**
 * Returns a count up to the burst limit unchanged, and a larger one reduced towards the mean: Noufaily et al. (3.3) weight a past outbreak by
 * the inverse square of its residual. A count just above the limit keeps most of its weight, so that a lasting rise moves the rate.
 */
function withoutBurst(count: number, mean: number, dispersion: number): number {
  const limit = burstLimit(mean, dispersion);
  return count <= limit ? count : mean + (limit - mean) * (limit / count) ** 2;
}

/** Returns the fit of a market. `priorStories` is the weight of the market's mean rate in each ticker's rate. */
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
  return { kept, means, usual, exposurePrior, shares, alone, rates, keptStories, exposures, dispersions, marketDispersion, inflations, hours };

  /** Measures shares and exposures; writes each cell's exposure to `means`, which `measureHours` turns into means. */
  function measureExposure(): void {
    const running = new Float64Array(stride);
    for (let cell = 1; cell <= cells; cell++) running[cell] = running[cell - 1]! + exposure[cell]!;
    for (let ticker = 0; ticker < tickers; ticker++) {
      const from = ticker * stride;
      const last = lastCells[ticker]!;
      let stories = 0;
      for (let cell = 1; cell <= last; cell++) stories += kept[from + cell]!;
      const share = running[last]! > 0 ? stories / running[last]! : 0;
      // Without stories of other tickers the exposure is time.
      alone[ticker] = (1 - share) * running[last]! < 1 ? 1 : 0;
      let total = 0;
      for (let cell = 1; cell <= last; cell++) {
        const rest = Math.max(exposure[cell]! - kept[from + cell]!, 0);
        const value = alone[ticker] === 1 ? 1 : shrunkExposure(rest, usual[cell]! * (1 - share), exposurePrior);
        means[from + cell] = value;
        total += value;
      }
      shares[ticker] = share;
      keptStories[ticker] = stories;
      exposures[ticker] = total;
    }
  }

  /** Computes the mean of each rate's gamma posterior; its prior has the market's mean rate and the shape `priorStories`. */
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
   * Computes the moment estimator of the dispersion, pooled over the market (Cameron and Trivedi 3.3). Each ticker's own dispersion is shrunk to
   * the common one (Robinson and Smyth, Biostatistics 9 (2008), 321-332).
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
      // Bounds the weight of a ticker's own dispersion by the market's weight, because a few dozen windows measure it poorly.
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

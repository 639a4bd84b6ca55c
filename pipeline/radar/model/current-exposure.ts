/**
 * Estimates how busy the rest of a ticker's market is in the current window. The ticker's own stories are left out, because a burst would raise
 * its own expectation. Implausible excesses of other tickers are left out too, because in a small market one burst would hide the next.
 */
import { burstLimit, factorOf, factorPrior, usualWeight, type MarketFit } from './fit-market.ts';
import type { MarketCells } from './market-cells.ts';

/** Number of bursts that are removed, the largest first. Smaller ones hardly change the market. */
const burstsMax = 20;
/**
 * Variance of the exponent e by which a ticker follows its market: at F times the usual the ticker is at F^e, with e about 1. The relative
 * variance of the exposure is, to first order, this times ln(F)^2.
 */
const unevenness = 0.05;

interface CurrentExposure {
  /** Stories of the rest of the market in the window, in the units of `MarketFit.exposures`. */
  readonly stories: number;
  /** Relative variance of `stories`; 0 when the exposure is time. */
  readonly variance: number;
}

/** Returns a function that gives the exposure of a ticker. `typical` has the stories expected of each ticker when its market is as usual. */
export function currentExposure(market: MarketCells, fit: MarketFit, typical: Float64Array): (ticker: number) => CurrentExposure {
  const stride = market.cells + 1;
  const { usual, shares, exposurePrior, dispersions } = fit;
  const all = market.exposure[0]!;
  const usualNow = usual[0]!;
  const countOf = (ticker: number): number => market.counts[ticker * stride]!;
  const beyond = (ticker: number, factor: number): number => {
    const mean = typical[ticker]! * factor;
    return countOf(ticker) - burstLimit(mean, dispersions[ticker]!);
  };
  // Includes one burst more than is removed, because a ticker's own burst is skipped.
  const bursts = Array.from(shares.keys())
    .filter((ticker) => countOf(ticker) > 1 && beyond(ticker, 1) > 0)
    .sort((one, other) => beyond(other, 1) - beyond(one, 1) || one - other)
    .slice(0, burstsMax + 1);
  return (ticker) => {
    const share = shares[ticker]!;
    if (fit.alone[ticker] === 1) return { stories: 1, variance: 0 };
    let rest = all - countOf(ticker);
    let taken = 0;
    for (const burst of bursts) {
      if (burst === ticker || taken === burstsMax) continue;
      taken += 1;
      const others = Math.max(all - countOf(ticker) - countOf(burst), 0);
      const usualOthers = usualNow * Math.max(1 - share - shares[burst]!, 0);
      rest -= Math.max(beyond(burst, factorOf(others, usualOthers, exposurePrior)), 0);
    }
    rest = Math.max(rest, 0);
    const usualRest = usualNow * (1 - share);
    const factor = factorOf(rest, usualRest, exposurePrior);
    const stories = usualRest * factor;
    // Shape of the gamma posterior of the market's common factor: observed stories plus the weight of the usual number.
    const shape = ((rest + usualWeight(rest, usualRest, exposurePrior)) * factorPrior) / exposurePrior;
    const busy = stories > 0 ? Math.log(factor) : 0;
    return { stories, variance: 1 / shape + unevenness * busy * busy };
  };
}

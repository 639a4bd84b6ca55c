/**
 * Estimates how busy the rest of a ticker's market is in the current window. Its own stories are left out, because a burst would raise its
 * own expectation. Implausible excesses of other tickers are left out too, because in a small market one burst would hide the next. Neither
 * depends on the ticker's own count in the window.
 */
import { burstLimit, factorOf, factorPrior, usualWeight, type MarketFit } from './fit-market.ts';
import type { MarketCells } from './market-cells.ts';

/** Largest bursts removed; the remaining ones are small next to the market. */
const burstsMax = 20;
/**
 * Variance of e, where a market at F times its usual means F^e for a ticker, with e about 1, because tickers differ on a busy day. The
 * resulting relative variance is, to first order, this times ln(F)^2.
 */
const unevenness = 0.05;

export interface CurrentExposure {
  /** Exposure of the window, in the units of `MarketFit.exposures`. */
  readonly stories: number;
  /** Relative variance of the exposure for this ticker; 0 when the exposure is time. */
  readonly variance: number;
}

/** Returns the exposure by ticker. `typical`: expected stories of each ticker in the window in a usual market. */
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
  // One more than is used, because a ticker's own burst may be among them.
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
    // Shape of the gamma posterior of the market's common factor: the stories of the rest of the market plus the weight of the usual number.
    const shape = ((rest + usualWeight(rest, usualRest, exposurePrior)) * factorPrior) / exposurePrior;
    const busy = stories > 0 ? Math.log(factor) : 0;
    return { stories, variance: 1 / shape + unevenness * busy * busy };
  };
}

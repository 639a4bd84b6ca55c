/**
 * How busy the rest of a ticker's market is in the current window. Its own stories are left out, since a burst would
 * raise what is expected of itself; and what the other tickers have beyond the plausible is left out too, since in a
 * small market one burst would hide the next. Neither depends on the ticker's own count in the window.
 */
import { burstLimit, factorOf, factorPrior, usualWeight, type MarketFit } from './fit-market.ts';
import type { MarketCells } from './market-cells.ts';

/** The largest bursts only: what is left in of the others is small beside the market. */
const burstsMax = 20;
/**
 * Tickers do not take part in a busy day alike: where the market has F times its usual, a ticker has F^e with e about 1.
 * This is the variance of e; the relative variance that comes of it is, to first order, this times ln(F)^2.
 */
const unevenness = 0.05;

export interface CurrentExposure {
  /** Exposure of the window in the units of `MarketFit.exposures`. */
  readonly stories: number;
  /** Relative variance of what the exposure stands for to this ticker; 0 where the exposure is time. */
  readonly variance: number;
}

/** `typical`: expected stories of each ticker in the window, were the market as usual. */
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
  // One more than is taken, so that the others of each ticker are the largest but itself.
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
    // The gamma posterior of the market's common factor has this shape: what the rest of the market tells, and the usual.
    const shape = ((rest + usualWeight(rest, usualRest, exposurePrior)) * factorPrior) / exposurePrior;
    const busy = stories > 0 ? Math.log(factor) : 0;
    return { stories, variance: 1 / shape + unevenness * busy * busy };
  };
}

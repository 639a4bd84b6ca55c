/**
 * Computes how often to poll each feed, so that all requests stay within a budget and entries wait as little as possible. With r entries an
 * hour and a poll every I hours, entries wait r * I / 2 hours in each hour, and the feed costs 1 / I requests an hour. If a request costs p
 * hours of waiting, the sum is least at I = sqrt(2 p / r) (Sia, Cho, Cho 2007, resource allocation; Cho and Garcia-Molina, "Effective Page
 * Refresh Policies for Web Crawlers", ACM TODS 28(4), 2003, for the same Lagrangian). Bisection finds the price that spends the budget.
 */

export interface Bounds {
  readonly minMs: number;
  readonly maxMs: number;
}

const hourMs = 3_600_000;

/** Returns the milliseconds between two polls of a feed with this rate of entries, at this price and within its bounds. */
export function intervalMs(perHour: number, price: number, { minMs, maxMs }: Bounds): number {
  const bestMs = perHour > 0 ? Math.sqrt((2 * price) / perHour) * hourMs : maxMs;
  return Math.min(maxMs, Math.max(minMs, bestMs));
}

export interface Forecast {
  readonly perHour: readonly number[];
  readonly bounds: Bounds;
}

export const requestsAt = (price: number, forecasts: readonly Forecast[]): number =>
  forecasts.reduce((sum, { perHour, bounds }) => sum + perHour.reduce((all, rate) => all + hourMs / intervalMs(rate, price, bounds), 0), 0);

const steps = 24;
const prices = { least: 1e-9, most: 1e6 };

/** Returns the lowest price at which the feeds send at most `requests`; the highest price when none is enough. */
export function priceFor(requests: number, forecasts: readonly Forecast[]): number {
  let [low, high] = [Math.log(prices.least), Math.log(prices.most)];
  for (let step = 0; step < steps; step += 1) {
    const middle = (low + high) / 2;
    if (requestsAt(Math.exp(middle), forecasts) > requests) low = middle;
    else high = middle;
  }
  return Math.exp(high);
}

/**
 * How often each feed is asked, so that all requests together keep within a budget and entries wait the least. A feed of
 * rate r (entries an hour) that is asked every I hours makes its entries wait r * I / 2 an hour and costs 1 / I requests.
 * At a price p of a request in hours of waiting, the least of both together is at I = sqrt(2 p / r): the rate of requests grows with the
 * square root of the rate of entries (Sia, Cho, Cho 2007, resource allocation; Cho and Garcia-Molina, "Effective Page Refresh
 * Policies for Web Crawlers", ACM TODS 28(4), 2003, for the same Lagrangian). The one price at which the budget is
 * used up is found by bisection, because the cost falls as the price rises.
 */

export interface Bounds {
  readonly minMs: number;
  readonly maxMs: number;
}

const hourMs = 3_600_000;

export function intervalMs(perHour: number, price: number, { minMs, maxMs }: Bounds): number {
  const bestMs = perHour > 0 ? Math.sqrt((2 * price) / perHour) * hourMs : maxMs;
  return Math.min(maxMs, Math.max(minMs, bestMs));
}

/** A feed with the rates that are expected in the hours ahead. */
export interface Forecast {
  readonly perHour: readonly number[];
  readonly bounds: Bounds;
}

/** Requests in all hours of the forecasts. */
export const requestsAt = (price: number, forecasts: readonly Forecast[]): number =>
  forecasts.reduce((sum, { perHour, bounds }) => sum + perHour.reduce((all, rate) => all + hourMs / intervalMs(rate, price, bounds), 0), 0);

const steps = 24;
const prices = { least: 1e-9, most: 1e6 };

/** The lowest price at which the requests of the forecasts are no more than `requests`; the highest where none is. */
export function priceFor(requests: number, forecasts: readonly Forecast[]): number {
  let [low, high] = [Math.log(prices.least), Math.log(prices.most)];
  for (let step = 0; step < steps; step += 1) {
    const middle = (low + high) / 2;
    if (requestsAt(Math.exp(middle), forecasts) > requests) low = middle;
    else high = middle;
  }
  return Math.exp(high);
}

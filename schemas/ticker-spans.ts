/**
 * Time spans in which a ticker belonged to a company. They select by publication time the rows that are about this company and not about
 * another one that had the same ticker.
 */

export interface TickerSpan {
  readonly ticker: string;
  /** Start of the span, inclusive; null if unbounded. `toMs` is its end, exclusive. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export const isWithin = ({ fromMs, toMs }: TickerSpan, atMs: number): boolean =>
  (fromMs === null || atMs >= fromMs) && (toMs === null || atMs < toMs);

export const isBounded = ({ fromMs, toMs }: TickerSpan): boolean => fromMs !== null || toMs !== null;

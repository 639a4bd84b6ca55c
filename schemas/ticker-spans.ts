/**
 * Tickers that belonged to a company for a time only, since another one held them before or after: which rows that name one
 * of them are about that company, by when they were published.
 */

export interface TickerSpan {
  readonly ticker: string;
  /** The first millisecond that counts, and the first that no longer does; null: no bound. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export const isWithin = ({ fromMs, toMs }: TickerSpan, atMs: number): boolean =>
  (fromMs === null || atMs >= fromMs) && (toMs === null || atMs < toMs);

export const isBounded = ({ fromMs, toMs }: TickerSpan): boolean => fromMs !== null || toMs !== null;

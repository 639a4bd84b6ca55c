/**
 * Times in which a ticker belonged to a company, where another company had the ticker before or after. They decide by publication time
 * which rows that name the ticker are about the company.
 */

export interface TickerSpan {
  readonly ticker: string;
  /** The first millisecond that counts, and the first that no longer does, since the epoch; null: no bound. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** Returns whether an epoch time in milliseconds is in the span. */
export const isWithin = ({ fromMs, toMs }: TickerSpan, atMs: number): boolean =>
  (fromMs === null || atMs >= fromMs) && (toMs === null || atMs < toMs);

/** Returns whether the span has a beginning or an end. */
export const isBounded = ({ fromMs, toMs }: TickerSpan): boolean => fromMs !== null || toMs !== null;

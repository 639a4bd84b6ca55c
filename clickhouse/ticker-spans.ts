/**
 * Tickers that belonged to a company for a time only, since another one held them before or after: which rows that name one
 * of them are about that company, by when they were published.
 */
import type { Params } from './store.ts';

export interface TickerSpan {
  readonly ticker: string;
  /** The first millisecond that counts, and the first that no longer does; null: no bound. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export const isWithin = ({ fromMs, toMs }: TickerSpan, atMs: number): boolean =>
  (fromMs === null || atMs >= fromMs) && (toMs === null || atMs < toMs);

/** Further than any time in the tables, minus milliseconds as their column `newest` has them. */
const farMs = 1e15;

/** Bounds of `newest`, both included. */
export const newestOf = ({ fromMs, toMs }: TickerSpan): { readonly from: number; readonly to: number } => ({
  from: toMs === null ? -farMs : 1 - toMs,
  to: fromMs === null ? farMs : -fromMs,
});

/** Parameters of queries/ticker-spans.sql; none where every ticker counts at any time. */
export function spanParams(spans: readonly TickerSpan[] | null | undefined): Params {
  if (spans === null || spans === undefined) return {};
  const bounds = spans.map(newestOf);
  return { span_tickers: spans.map(({ ticker }) => ticker), span_from: bounds.map(({ from }) => from), span_to: bounds.map(({ to }) => to) };
}

export const isBounded = ({ fromMs, toMs }: TickerSpan): boolean => fromMs !== null || toMs !== null;

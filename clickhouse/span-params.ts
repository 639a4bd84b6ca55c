/** Converts ticker spans (which company had which ticker when) to query parameters. */
import type { TickerSpan } from '#schemas/ticker-spans.ts';
import type { Params } from './store.ts';

/** Further than any time in the tables; the column `newest` holds negated milliseconds. */
const farMs = 1e15;

/** Returns the bounds of `newest`, both included. */
export const newestOf = ({ fromMs, toMs }: TickerSpan): { readonly from: number; readonly to: number } => ({
  from: toMs === null ? -farMs : 1 - toMs,
  to: fromMs === null ? farMs : -fromMs,
});

/** Returns the parameters for queries with `span_tickers`; none where every ticker counts at any time. */
export function spanParams(spans: readonly TickerSpan[] | null | undefined): Params {
  if (spans === null || spans === undefined) return {};
  const bounds = spans.map(newestOf);
  return { span_tickers: spans.map(({ ticker }) => ticker), span_from: bounds.map(({ from }) => from), span_to: bounds.map(({ to }) => to) };
}

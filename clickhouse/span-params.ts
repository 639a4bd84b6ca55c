/** Converts ticker spans to query parameters. */
import type { TickerSpan } from '#schemas/ticker-spans.ts';
import type { Params } from './store.ts';

/** Beyond any value of the column `newest`, which has negated milliseconds since 1970. */
const farMs = 1e15;

/** Returns the bounds of the column `newest`, both inclusive. */
export const newestOf = ({ fromMs, toMs }: TickerSpan): { readonly from: number; readonly to: number } => ({
  from: toMs === null ? -farMs : 1 - toMs,
  to: fromMs === null ? farMs : -fromMs,
});

/** Returns the parameters for queries with `span_tickers`; none if the tickers are not limited to spans. */
export function spanParams(spans: readonly TickerSpan[] | null | undefined): Params {
  if (spans === null || spans === undefined) return {};
  const bounds = spans.map(newestOf);
  return { span_tickers: spans.map(({ ticker }) => ticker), span_from: bounds.map(({ from }) => from), span_to: bounds.map(({ to }) => to) };
}

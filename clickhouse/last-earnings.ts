/** Looks up when each ticker last filed results, i.e. an 8-K with item 2.02 or a 6-K. */
import { z } from 'zod';
import { loadQuery, requestParts } from './sql.ts';
import type { Store } from './store.ts';

const lastEarningsQuery = loadQuery('filings/last-earnings');
const LastEarnings = z.object({ ticker: z.string(), published_at_ms: z.number() });

/** Returns milliseconds since 1970 by ticker. Tickers without such a filing are absent. */
export async function lastEarningsFilings(store: Store, tickers: readonly string[]): Promise<Map<string, number>> {
  const last = new Map<string, number>();
  for (const part of requestParts(tickers))
    for (const { ticker, published_at_ms } of await store.query(lastEarningsQuery, { tickers: part }, LastEarnings))
      last.set(ticker, published_at_ms);
  return last;
}

/** Looks up when each ticker last filed results: an 8-K with item 2.02 or a 6-K in the feed. */
import { z } from 'zod';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

const lastEarningsQuery = loadQuery('filings/last-earnings');
const LastEarnings = z.object({ ticker: z.string(), published_at_ms: z.number() });

/** Tickers per request: they are sent in its URL, whose length servers limit. */
const tickersPerRequest = 500;

/** Returns epoch milliseconds by ticker; tickers without such a filing are absent. */
export async function lastEarningsFilings(store: Store, tickers: readonly string[]): Promise<Map<string, number>> {
  const last = new Map<string, number>();
  for (let at = 0; at < tickers.length; at += tickersPerRequest) {
    const found = await store.query(lastEarningsQuery, { tickers: tickers.slice(at, at + tickersPerRequest) }, LastEarnings);
    for (const { ticker, published_at_ms } of found) last.set(ticker, published_at_ms);
  }
  return last;
}

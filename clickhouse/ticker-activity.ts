/** Counts the rows of tickers since an instant. */
import { z } from 'zod';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

const activityQuery = loadQuery('tickers/activity');
const everyActivityQuery = loadQuery('tickers/most-active');
const Activity = z.object({ ticker: z.string(), row_count: z.number(), newest_ms: z.number() });

export interface TickerActivity {
  readonly rowCount: number;
  /** Epoch milliseconds at which the newest row was published. */
  readonly newestMs: number;
}

/** Tickers per request: they are sent in its URL, whose length servers limit. */
const tickersPerRequest = 500;

/** Returns the activity of every ticker that has rows since then. */
export async function everyTickersActivity(store: Store, sinceMs: number): Promise<Map<string, TickerActivity>> {
  const found = await store.query(everyActivityQuery, { newest: -sinceMs }, Activity);
  return new Map(found.map(({ ticker, row_count, newest_ms }) => [ticker, { rowCount: row_count, newestMs: newest_ms }]));
}

/** Returns the activity by ticker; tickers without rows are absent. */
export async function tickerActivity(store: Store, tickers: readonly string[], sinceMs: number): Promise<Map<string, TickerActivity>> {
  const found = new Map<string, TickerActivity>();
  for (let at = 0; at < tickers.length; at += tickersPerRequest) {
    const params = { tickers: tickers.slice(at, at + tickersPerRequest), newest: -sinceMs };
    for (const { ticker, row_count, newest_ms } of await store.query(activityQuery, params, Activity))
      found.set(ticker, { rowCount: row_count, newestMs: newest_ms });
  }
  return found;
}

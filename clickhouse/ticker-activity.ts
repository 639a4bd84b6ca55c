/** Counts the rows of tickers since an instant: how much is told of each. */
import { z } from 'zod';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

const activityQuery = loadQuery('tickers/activity');
const Activity = z.object({ ticker: z.string(), row_count: z.number() });

/** Tickers travel in the address of a request, which servers bound. */
const tickersPerRequest = 500;

/** Rows by ticker; one without any is absent. */
export async function tickerActivity(store: Store, tickers: readonly string[], sinceMs: number): Promise<Map<string, number>> {
  const rows = new Map<string, number>();
  for (let at = 0; at < tickers.length; at += tickersPerRequest) {
    const params = { tickers: tickers.slice(at, at + tickersPerRequest), newest: -sinceMs };
    for (const { ticker, row_count } of await store.query(activityQuery, params, Activity)) rows.set(ticker, row_count);
  }
  return rows;
}

/** Counts the rows of tickers since an instant. */
import { z } from 'zod';
import { loadQuery, requestParts } from './sql.ts';
import type { Params, Store } from './store.ts';

const activityQuery = loadQuery('tickers/activity');
const Activity = z.object({ ticker: z.string(), row_count: z.number(), newest_ms: z.number() });

export interface TickerActivity {
  readonly rowCount: number;
  /** Epoch milliseconds at which the newest row was published. */
  readonly newestMs: number;
}

/** Returns the activity by ticker, of these tickers or of all (null); tickers without rows are absent. */
export async function tickerActivity(store: Store, tickers: readonly string[] | null, sinceMs: number): Promise<Map<string, TickerActivity>> {
  const found = new Map<string, TickerActivity>();
  const parts: Params[] = tickers === null ? [{}] : requestParts(tickers).map((part) => ({ tickers: part }));
  for (const part of parts)
    for (const { ticker, row_count, newest_ms } of await store.query(activityQuery, { ...part, newest: -sinceMs }, Activity))
      found.set(ticker, { rowCount: row_count, newestMs: newest_ms });
  return found;
}

/** Counts the recent rows of tickers. */
import { z } from 'zod';
import { loadQuery, requestParts } from './sql.ts';
import type { Params, Store } from './store.ts';

const activityQuery = loadQuery('tickers/activity');
const Activity = z.object({ ticker: z.string(), row_count: z.number(), newest_ms: z.number() });

interface TickerActivity {
  readonly rowCount: number;
  /** Publication time of the newest row, in milliseconds since 1970. */
  readonly newestMs: number;
}

/** Returns the activity since `sinceMs` by ticker; null selects all tickers. Tickers without rows are absent. */
export async function tickerActivity(store: Store, tickers: readonly string[] | null, sinceMs: number): Promise<Map<string, TickerActivity>> {
  const found = new Map<string, TickerActivity>();
  const parts: Params[] = tickers === null ? [{}] : requestParts(tickers).map((part) => ({ tickers: part }));
  for (const part of parts)
    for (const { ticker, row_count, newest_ms } of await store.query(activityQuery, { ...part, newest: -sinceMs }, Activity))
      found.set(ticker, { rowCount: row_count, newestMs: newest_ms });
  return found;
}

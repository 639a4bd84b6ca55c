/** GET /api/symbols/{ticker}/insider-summary/: the insider trades of thirty days. */
import { z } from 'zod';
import { tradeFacts } from '#clickhouse/insider-trades.ts';
import { easternDateAt } from '#schemas/edgar-calendar.ts';
import { Decimal, Ticker } from '#schemas/primitives.ts';
import { cachedResponse } from '../feed/cached-response.ts';
import { countedOnce, daysBefore, mostActive, rollUp, tradeCounts } from '../insider/rollups.ts';
import { defineOperation } from '../operation.ts';
import { listedTicker, tickerPath } from './listed-ticker.ts';

const days = 30;
const insidersShown = 5;
const value = Decimal.nullable();

export const InsiderSummary = z
  .object({
    ticker: Ticker,
    days: z.literal(days),
    total_transactions: z.int(),
    ...tradeCounts,
    buy_value_usd: value.meta({ description: 'null if there are no priced buys' }),
    sell_value_usd: value.meta({ description: 'null if there are no priced sells' }),
    pct_10b5_1: z.int().meta({ description: 'Percentage of transactions under 10b5-1 plans' }),
    top_insiders: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        transaction_count: z.int(),
        net_value: value.meta({ description: 'Buys minus sells in USD; null if none is priced' }),
      }),
    ),
  })
  .meta({ id: 'InsiderSummary' });

const example: z.input<typeof InsiderSummary> = {
  ticker: 'NVDA',
  days,
  total_transactions: 3,
  buy_count: 0,
  sell_count: 3,
  buy_priced_count: 0,
  sell_priced_count: 3,
  buy_value_usd: null,
  sell_value_usd: '15230118.40',
  pct_10b5_1: 67,
  top_insiders: [{ name: 'Kress Colette', title: 'EVP & Chief Financial Officer', transaction_count: 2, net_value: '-11900000.00' }],
};

export const insiderSummary = defineOperation({
  path: '/api/symbols/:ticker/insider-summary/',
  name: 'getInsiderSummary',
  summary: 'Insider trades over 30 days, summed',
  description: 'Counts and sums by trade date (the last fill). Former tickers and other share classes of the issuer are included.',
  input: { path: tickerPath },
  output: { type: 'application/json', schema: InsiderSummary, example },
  errors: ['not_found', 'unknown_symbol'],
  handle: ({ path }, __, deps) => {
    const listed = listedTicker(path.ticker, deps);
    const { ticker } = listed;
    const from = daysBefore(easternDateAt(deps.nowMs()), days - 1);
    return cachedResponse(deps, `insider-summary ${ticker} ${listed.keyText} ${from}`, async () => {
      const trades = countedOnce(await deps.ask((store) => tradeFacts(store, listed, from)));
      const { unique_insiders: _, ...sums } = rollUp(trades);
      const summary: z.input<typeof InsiderSummary> = {
        ticker,
        days,
        total_transactions: trades.length,
        ...sums,
        top_insiders: mostActive(trades, insidersShown).map(({ event_count: transaction_count, net_value_usd: net_value, ...insider }) => ({
          ...insider,
          transaction_count,
          net_value,
        })),
      };
      return { value: summary, rowsCount: trades.length };
    });
  },
});

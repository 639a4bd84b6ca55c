/** GET /api/symbols/{ticker}/insider-trades/: the chart of an issuer's insiders, then every trade page by page. */
import { z } from 'zod';
import { coverageStart, tradeFacts, tradesAfter, tradesOf } from '#clickhouse/insider-trades.ts';
import type { StoredTrade } from '#schemas/insider.ts';
import { cursorBinding } from '#schemas/cursor.ts';
import { easternDateAt } from '#schemas/edgar-calendar.ts';
import { DateOnly, Ticker } from '#schemas/primitives.ts';
import type { OpenMarketCode } from '#schemas/vocabulary.ts';
import { cachedResponse } from '../feed/cached-response.ts';
import type { ApiDeps } from '../deps.ts';
import { readCursor } from '../feed/position.ts';
import {
  ActiveInsider,
  countedOnce,
  MonthBucket,
  monthlyBuckets,
  monthsBefore,
  mostActive,
  Rollup,
  rollUp,
  since,
  WeekBucket,
  weeklyBuckets,
} from '../insider/rollups.ts';
import { tradeEvent, TradeEvent } from '../insider/trade-event.ts';
import { cursorText, integerOr, oneOf, optional } from '../request/parameters.ts';
import { defineOperation } from '../operation.ts';
import { insiderTradesExample } from './insider-trades-example.ts';
import { listedTicker, tickerPath, type ListedTicker } from './listed-ticker.ts';

const path = '/api/symbols/:ticker/insider-trades/';
const insidersShown = 5;
const [pageSizeDefault, pageSizeMax] = [20, 200];
const sides = { buy: ['P'], sell: ['S', 'D'], all: ['P', 'S', 'D'] } as const satisfies Record<string, readonly OpenMarketCode[]>;
type Side = keyof typeof sides;

const parameters = z.object({
  side: optional(oneOf(['all', 'buy', 'sell']), 'Filters `events`; code D counts as a sell'),
  page_size: integerOr(pageSizeDefault, 1, pageSizeMax, 'Events per page'),
  cursor: optional(cursorText(), '`next_cursor` of the previous page, with the same `side`'),
});

export const InsiderTrades = z
  .object({
    ticker: Ticker,
    coverage_start: DateOnly.nullable().meta({ description: 'Date of the oldest stored trade; null if there is none' }),
    summary: z
      .object({
        last_3m: Rollup,
        last_12m: Rollup,
        all_time: Rollup,
        top_insiders: z.array(ActiveInsider),
      })
      .nullable()
      .meta({ description: 'null on pages with a cursor' }),
    series: z.array(MonthBucket).nullable().meta({ description: 'All trades by month, zero-filled; null on pages with a cursor' }),
    series_weekly: z.array(WeekBucket).nullable().meta({ description: 'The last 12 months by week, zero-filled; null on pages with a cursor' }),
    chart_events: z.array(TradeEvent).nullable().meta({ description: 'All events of the last 12 months; null on pages with a cursor' }),
    events: z.array(TradeEvent),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'InsiderTrades' });
type InsiderTrades = z.input<typeof InsiderTrades>;

interface TradesRequest extends ListedTicker {
  readonly side: Side;
  readonly pageSize: number;
  readonly cursor: string | null;
  readonly binding: string;
  readonly today: string;
}

export const insiderTrades = defineOperation({
  path,
  name: 'listInsiderTrades',
  summary: 'Insider trades of an issuer',
  description:
    'Newest first by date of the last fill. The first page also has sums, the most active insiders, monthly and weekly series and all events of 12 months; a cursor pages further back. Backfilled trades have no article, nor do repeated reports of one trade by co-owners (`is_joint_duplicate`), which are not counted in sums. All plans can read the whole history.',
  input: {
    path: tickerPath,
    query: parameters,
    aliases: { limit: 'page_size' },
    read: ({ side = 'all', page_size, cursor = null }) => ({ side, pageSize: page_size, cursor }),
  },
  output: { type: 'application/json', schema: InsiderTrades, example: insiderTradesExample },
  errors: ['not_found', 'unknown_symbol', 'invalid_cursor', 'cursor_mode_mismatch'],
  handle: ({ path: { ticker }, query }, _, deps) => {
    const listed = listedTicker(ticker, deps);
    const binding = cursorBinding(path, `ticker=${listed.ticker}&side=${query.side}`);
    const request = { ...listed, ...query, binding, today: easternDateAt(deps.nowMs()) };
    const key = `insider-trades ${binding} ${listed.keyText} ${query.pageSize} ${query.cursor ?? request.today}`;
    return cachedResponse(deps, key, async () => {
      const value = await loadTrades(request, deps);
      return { value, rowsCount: value.events.length };
    });
  },
});

async function loadTrades(request: TradesRequest, deps: ApiDeps): Promise<InsiderTrades> {
  const { ticker, cursor } = request;
  const [chart, page] = await Promise.all([cursor === null ? loadChart(request, deps) : null, loadEvents(request, deps)]);
  if (chart !== null) return { ticker, ...chart, ...page };
  const coverage_start = await deps.ask((store) => coverageStart(store, request));
  return { ticker, coverage_start, summary: null, series: null, series_weekly: null, chart_events: null, ...page };
}

async function loadChart(request: TradesRequest, { ask }: ApiDeps): Promise<Omit<InsiderTrades, 'ticker' | 'events' | 'next_cursor'>> {
  const { tickers, today } = request;
  const trades = await ask((store) => tradeFacts(store, request, null));
  const charted = await ask((store) => tradesOf(store, tickers, since(trades, monthsBefore(today, 12))));
  const counted = countedOnce(trades);
  const ofYear = since(counted, monthsBefore(today, 12));
  return {
    coverage_start: trades.at(-1)?.lastDate ?? null,
    summary: {
      last_3m: rollUp(since(counted, monthsBefore(today, 3))),
      last_12m: rollUp(ofYear),
      all_time: rollUp(counted),
      top_insiders: mostActive(ofYear, insidersShown),
    },
    series: monthlyBuckets(counted, today),
    series_weekly: weeklyBuckets(ofYear, today),
    chart_events: charted.map(tradeEvent),
  };
}

async function loadEvents(request: TradesRequest, { ask, cursors }: ApiDeps): Promise<Pick<InsiderTrades, 'events' | 'next_cursor'>> {
  const { side, pageSize, cursor, binding } = request;
  const position = cursor === null ? null : readCursor('newest', request, { cursors });
  const after = position === null ? null : { lastDate: new Date(position.publishedAtMs).toISOString().slice(0, 10), uid: position.uid };
  const stored = await ask((store) => tradesAfter(store, request, sides[side], after, pageSize + 1));
  const page = stored.slice(0, pageSize);
  const last = stored.length > pageSize ? page.at(-1) : undefined;
  const next_cursor = last === undefined ? null : cursors.write('newest', binding, positionOf(last));
  return { events: page.map(tradeEvent), next_cursor };
}

const positionOf = ({ last_date, uid }: StoredTrade) => ({ publishedAtMs: Date.parse(`${last_date}T00:00:00Z`), uid });

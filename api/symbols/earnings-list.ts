/** GET /api/symbols/{ticker}/earnings/: the published earnings reads, and the next confirmed report date. */
import { z } from 'zod';
import { earningsOf, type EarningsRow } from '#clickhouse/earnings-reads.ts';
import { EarningsAnalysis, withTexts } from '#schemas/earnings.ts';
import { easternDateAt } from '#schemas/edgar-calendar.ts';
import { Original } from '#schemas/item.ts';
import { Ticker } from '#schemas/primitives.ts';
import { cachedResponse } from '../feed/cached-response.ts';
import { defineOperation } from '../operation.ts';
import { earningsListExample } from './earnings-example.ts';
import { listedTicker, tickerPath } from './listed-ticker.ts';
import { nextReport } from './symbol-entry.ts';

const readsMax = 20;

export const EarningsList = z
  .object({
    ticker: Ticker,
    reports: z.array(
      z.object({
        uid: Original.shape.uid,
        time_published: Original.shape.time_published,
        title: z.string(),
        source_type: Original.shape.source_type,
        ticker: Ticker.meta({ description: 'The share class of the filing' }),
        fiscal_period: EarningsAnalysis.shape.fiscal_period,
        analysis: EarningsAnalysis,
      }),
    ),
    ...nextReport,
  })
  .meta({ id: 'EarningsList' });
type EarningsList = z.input<typeof EarningsList>;

export const earningsList = defineOperation({
  path: '/api/symbols/:ticker/earnings/',
  name: 'listEarningsReads',
  summary: 'Earnings reads of a ticker',
  description: `At most ${readsMax}, newest first, on one page, with the next confirmed report date. An earnings read is published only if every number is verified in the filing, so not every release has one.`,
  input: { path: tickerPath },
  output: { type: 'application/json', schema: EarningsList, example: earningsListExample },
  errors: ['not_found', 'unknown_symbol'],
  handle: ({ path }, _, deps) => {
    const listed = listedTicker(path.ticker, deps);
    const { ticker } = listed;
    const next = deps.reportDates.next(listed.tickers, deps.symbols.get(ticker), easternDateAt(deps.nowMs()));
    return cachedResponse(deps, `earnings ${ticker} ${listed.keyText} ${next.next_report_date} ${next.next_report_time?.source_uid}`, async () => {
      const rows = await deps.ask((store) => earningsOf(store, listed, readsMax));
      const value: EarningsList = { ticker, reports: rows.map((row) => reportOf(row, ticker)), ...next };
      return { value, rowsCount: rows.length };
    });
  },
});

function reportOf({ uid, item, earnings }: EarningsRow, requested: string): EarningsList['reports'][number] {
  const { title, time_published, source_type } = item.original;
  // The ticker of a read is '' if its filer has no listed symbol.
  const ticker = earnings.ticker || (item.enrichment.tickers[0] ?? requested);
  return { uid, time_published, title, source_type, ticker, fiscal_period: earnings.fiscal_period, analysis: withTexts(earnings) };
}

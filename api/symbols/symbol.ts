/** GET /api/symbols/{ticker}/: details of one symbol, delisted ones included. */
import { easternDate } from '#schemas/edgar-calendar.ts';
import { createContent } from '../reply/content.ts';
import { defineOperation } from '../operation.ts';
import { feedCacheControl } from '../feed/envelope.ts';
import { formerTickers, newestTicker } from '#schemas/company-tickers.ts';
import { listedTicker, tickerPath } from './listed-ticker.ts';
import { listedSymbol, listedSymbolExample, reportTimeExample, SymbolDetail } from './symbol-entry.ts';

const example: SymbolDetail = {
  ...listedSymbolExample,
  symbol: 'META',
  name: 'Meta Platforms, Inc.',
  industry: 'Internet Services',
  brand_aliases: ['Facebook', 'Instagram'],
  description: '',
  website: 'https://www.meta.com',
  delisted_at: null,
  renamed_to: '',
  next_report_date: '2026-10-28',
  next_report_time: reportTimeExample,
  cik: '0001326801',
  share_classes: [],
  former_tickers: ['FB'],
  crypto_counterpart: null,
  crypto_counterpart_name: null,
};

export const symbolDetail = defineOperation({
  path: '/api/symbols/:ticker/',
  name: 'getSymbol',
  summary: 'One symbol',
  description: 'Delisted symbols are found too. `renamed_to` is the current ticker of the company after all renames.',
  access: 'key',
  input: { path: tickerPath },
  output: { type: 'application/json', schema: SymbolDetail, example },
  errors: ['not_found', 'unknown_symbol'],
  cost: 1,
  cache: feedCacheControl,
  handle: ({ path }, _, deps) => {
    const { ticker, tickers } = listedTicker(path.ticker, deps);
    const { symbols } = deps;
    const entry = symbols.get(ticker)!;
    const classes = entry.cik === null || entry.asset_type !== 'Stock' ? [] : [...symbols.ofCik(entry.cik)];
    const renamedTo = newestTicker(entry, symbols);
    // The ticker under which the company continued is the same security, not another class.
    const isClass = (symbol: string): boolean => {
      const other = symbols.get(symbol);
      return symbol !== ticker && symbol !== renamedTo && other?.status === 'active' && other.asset_type === 'Stock' && other.cik === entry.cik;
    };
    const counterpart = symbols.counterpartOf(ticker);
    const value: SymbolDetail = {
      ...listedSymbol(entry),
      description: entry.description ?? '',
      website: entry.website ?? null,
      delisted_at: entry.delisted_at,
      renamed_to: renamedTo,
      ...deps.reportDates.next(tickers, entry, easternDate(new Date(deps.nowMs()).toISOString())),
      cik: entry.cik,
      share_classes: classes.filter(isClass).sort(),
      former_tickers: formerTickers(entry, symbols),
      crypto_counterpart: counterpart?.symbol ?? null,
      crypto_counterpart_name: counterpart?.name ?? null,
    };
    return { content: createContent(JSON.stringify(value)), rowsCount: 1 };
  },
});

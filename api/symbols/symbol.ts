/** GET /api/symbols/{ticker}/: details of one symbol, delisted ones included. */
import { easternDateAt } from '#schemas/edgar-calendar.ts';
import { z } from 'zod';
import { renderedAnswer } from '../feed/cached-response.ts';
import { defineOperation } from '../operation.ts';
import { formerTickers, newestTicker, type SymbolIndex } from '#schemas/company-tickers.ts';
import { entryAt, type SymbolEntry } from '#schemas/symbol.ts';
import { listedTicker, tickerPath } from './listed-ticker.ts';
import { listedSymbol, listedSymbolExample, reportTimeExample, SymbolDetail } from './symbol-entry.ts';
import type { SymbolDirectory } from './directory.ts';
import { asOf, refuseFuture } from '../request/parameters.ts';

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
  description:
    'Delisted symbols are found too. `renamed_to` is the current ticker of the company after all renames. With `as_of`, holder, CIK, status, renames and share classes are those of that moment; a name that changed without a new ticker, descriptions and sectors are of today, and `next_report_date` is null. A symbol of the first list counts as listed ever since.',
  input: { path: tickerPath, query: z.object({ as_of: asOf }) },
  output: { type: 'application/json', schema: SymbolDetail, example },
  errors: ['not_found', 'unknown_symbol'],
  handle: ({ path, query: { as_of } }, _, deps) => {
    if (as_of !== undefined) refuseFuture(as_of.firstMs, deps.nowMs());
    const { ticker, tickers } = listedTicker(path.ticker, deps, as_of?.firstMs);
    const symbols = as_of === undefined ? deps.symbols : symbolsAt(as_of.firstMs, deps.symbols);
    const entry = symbols.get(ticker)!;
    const classes = entry.cik === null || entry.asset_type !== 'Stock' ? [] : [...symbols.ofCik(entry.cik)];
    const renamedTo = newestTicker(entry, symbols);
    // The company's new ticker after a rename is the same security, not another share class.
    const isClass = (symbol: string): boolean => {
      const other = symbols.get(symbol);
      return symbol !== ticker && symbol !== renamedTo && other?.status === 'active' && other.asset_type === 'Stock' && other.cik === entry.cik;
    };
    const counterpart = symbols.get(deps.symbols.counterpartOf(ticker)?.symbol ?? '');
    const value: SymbolDetail = {
      ...listedSymbol(entry),
      description: entry.description ?? '',
      website: entry.website ?? null,
      delisted_at: entry.delisted_at,
      renamed_to: renamedTo,
      ...(as_of === undefined
        ? deps.reportDates.next(tickers, entry, easternDateAt(deps.nowMs()))
        : { next_report_date: null, next_report_time: null }),
      cik: entry.cik,
      share_classes: classes.filter(isClass).sort(),
      former_tickers: formerTickers(entry, symbols),
      crypto_counterpart: counterpart?.symbol ?? null,
      crypto_counterpart_name: counterpart?.name ?? null,
    };
    return renderedAnswer({ value, rowsCount: 1 });
  },
});

/** Returns the directory as it was at `ms`: the companies that had the tickers then, without later delistings and renames. */
function symbolsAt(ms: number, directory: Pick<SymbolDirectory, 'get' | 'ofCik' | 'formerOf'>): SymbolIndex {
  const get = (symbol: string): SymbolEntry | undefined => {
    const entry = directory.get(symbol);
    return entry === undefined ? undefined : (entryAt(entry, ms) ?? undefined);
  };
  return {
    get,
    ofCik: (cik) => [...directory.ofCik(cik)].filter((symbol) => get(symbol)?.cik === cik),
    formerOf: (symbol) => [...directory.formerOf(symbol)].filter((former) => get(former)?.renamed_to === symbol),
  };
}

/** Writes sec.gov's symbol lists for the generated world: `company_tickers_exchange.json` and `company_tickers.json`. */
import { listedCompanies } from './companies.ts';

export interface SymbolRow {
  /** Ten digits. */
  readonly cik: string;
  readonly name: string;
  readonly ticker: string;
  readonly exchange: string | null;
}

export const generatedSymbols: readonly SymbolRow[] = listedCompanies.flatMap(({ cik, name, tickers, exchange }) =>
  tickers.map((ticker) => ({ cik, name, ticker, exchange })),
);

export const symbolsByExchange = (rows: readonly SymbolRow[]): string =>
  JSON.stringify({
    fields: ['cik', 'name', 'ticker', 'exchange'],
    data: rows.map(({ cik, name, ticker, exchange }) => [Number(cik), name, ticker, exchange]),
  });

export const symbolsByRank = (rows: readonly SymbolRow[]): string =>
  JSON.stringify(Object.fromEntries(rows.map(({ cik, name, ticker }, place) => [String(place), { cik_str: Number(cik), ticker, title: name }])));

/** The ticker in the path of a symbol's routes, and what it stands for: 404 where no symbol owns it (contract.md 7). */
import { z } from 'zod';
import type { ApiDeps } from '../context.ts';
import { apiError } from '../errors.ts';
import { tickerText } from '../request/parameters.ts';

export const tickerPath = z.object({ ticker: tickerText().meta({ description: 'Ticker, any case', example: 'NVDA' }) });

export interface ListedTicker {
  /** As the directory spells it. */
  readonly ticker: string;
  /** Itself, former and later names, the issuer's other listed classes. */
  readonly tickers: readonly string[];
}

/** `text` in upper case. */
export function listedTicker(text: string, { symbols }: Pick<ApiDeps, 'symbols'>): ListedTicker {
  const ticker = symbols.find(text);
  if (ticker === null) throw apiError('not_found', `No symbol is listed as ${text}.`, {});
  return { ticker, tickers: symbols.resolve(ticker).tickers };
}

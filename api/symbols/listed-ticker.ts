/** The ticker in the path of a symbol operation. */
import { z } from 'zod';
import { tickersText } from '#schemas/feed-filter.ts';
import type { ApiDeps } from '../deps.ts';
import { apiError } from '../errors.ts';
import { tickerText } from '../request/parameters.ts';
import type { ResolvedSymbol } from './directory.ts';

export const tickerPath = z.object({ ticker: tickerText().meta({ description: 'Ticker, in any case', example: 'NVDA' }) });

export interface ListedTicker extends ResolvedSymbol {
  readonly ticker: string;
  readonly keyText: string;
}

/** Returns the symbol that `text` names, or named at `atMs`, with its company's other tickers. Throws 404 for an unknown symbol. */
export function listedTicker(text: string, { symbols }: Pick<ApiDeps, 'symbols'>, atMs?: number): ListedTicker {
  const ticker = symbols.find(text, atMs);
  if (ticker === null) throw apiError('unknown_symbol', symbols.resolve(text, atMs).note ?? `No symbol is listed as ${text}.`, {});
  const resolved = symbols.resolveSymbol(ticker);
  return { ticker, ...resolved, keyText: tickersText(resolved) };
}

/** The ticker in the path of a symbol operation. */
import { z } from 'zod';
import { tickersText } from '#schemas/feed-filter.ts';
import type { TickerSpan } from '#schemas/ticker-spans.ts';
import type { ApiDeps } from '../context.ts';
import { apiError } from '../errors.ts';
import { tickerText } from '../request/parameters.ts';

export const tickerPath = z.object({ ticker: tickerText().meta({ description: 'Ticker, in any case', example: 'NVDA' }) });

export interface ListedTicker {
  /** The ticker in the directory's spelling. */
  readonly ticker: string;
  /** The ticker itself, former and later names, the issuer's other listed classes. */
  readonly tickers: readonly string[];
  /** Times in which the tickers count, and the companies, where some tickers belonged to another company for a time. */
  readonly spans?: readonly TickerSpan[] | null;
  readonly issuerCiks?: readonly string[];
  /** All of these as part of a cache key. */
  readonly keyText: string;
}

/** Returns the symbol that `text` names, with its company's other tickers; throws 404 `unknown_symbol`. */
export function listedTicker(text: string, { symbols }: Pick<ApiDeps, 'symbols'>): ListedTicker {
  const ticker = symbols.find(text);
  if (ticker === null) throw apiError('unknown_symbol', symbols.resolve(text).note ?? `No symbol is listed as ${text}.`, {});
  const { tickers, spans, issuerCiks } = symbols.resolve(ticker);
  const keyText = tickersText({ tickers, spans });
  return spans === undefined ? { ticker, tickers, keyText } : { ticker, tickers, spans, issuerCiks, keyText };
}

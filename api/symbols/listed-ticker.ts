/** Resolves the ticker in the path of a symbol operation; throws 404 where no symbol has it. */
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
  readonly text: string;
}

export function listedTicker(asked: string, { symbols }: Pick<ApiDeps, 'symbols'>): ListedTicker {
  const ticker = symbols.find(asked);
  if (ticker === null) throw apiError('unknown_symbol', symbols.resolve(asked).note ?? `No symbol is listed as ${asked}.`, {});
  const { tickers, spans, issuerCiks } = symbols.resolve(ticker);
  const text = tickersText({ tickers, spans });
  return spans === undefined ? { ticker, tickers, text } : { ticker, tickers, spans, issuerCiks, text };
}

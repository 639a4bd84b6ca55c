/** svc_ticker_news: the feed of one ticker, or of all. */
import { z } from 'zod';
import { sourceTypes, surfacedItems } from '#schemas/vocabulary.ts';
import { newsList } from '../../feed/list.ts';
import { filterInput, findNews, newsOutput, pageInput, sortInput, windowInput } from '../news-page.ts';
import { readOnly, type Tool } from '../tool.ts';

export const tickerNewsTool: Tool = {
  name: 'svc_ticker_news',
  title: 'News of a ticker',
  description:
    'The newest news and SEC filings about one company or coin, with the expected price direction. Former tickers and share classes are included. Without symbol it returns the whole feed, newest first. For insider trades use svc_insider_news, for the economy svc_macro.',
  annotations: readOnly,
  input: z.strictObject({
    symbol: z.string().optional().meta({ description: 'Ticker or several, comma-separated: NVDA, BRK.B, BTC-USD, 0700.HK; coins also by name; watchlist: the saved symbols. svc_tickers finds the ticker of a company. Default all' }),
    ...filterInput,
    source_type: z.array(z.enum(sourceTypes)).optional().meta({ description: 'publisher: press; the others: SEC forms' }),
    item: z.enum(surfacedItems).optional().meta({ description: '8-K item: 1.01 agreements, 2.01 acquisitions completed, 2.02 results, 5.02 officers and directors, 8.01 other events' }),
    ...windowInput,
    sort: sortInput,
    collapse_stories: z.boolean().optional().meta({ description: 'true: one row per story, with its outlets' }),
    ...pageInput,
  }),
  aliases: { ticker: 'symbol', limit: 'page_size' },
  output: z.object(newsOutput),
  run: (call) =>
    findNews({
      operation: newsList,
      call,
      note: call.arguments['symbol'] === undefined ? 'No symbol was given, so these are articles about all companies.' : null,
    }),
}; // prettier-ignore

/** svc_insider_news: the Form 4 feed. */
import { z } from 'zod';
import { insiderList } from '../../insider/list.ts';
import { filterInput, findNews, newsOutput, pageInput, sortInput, windowInput } from '../news-page.ts';
import { reading, type Tool } from '../tool.ts';
import { emptyNote } from './ticker-news.ts';

export const insiderNewsTool: Tool = {
  name: 'svc_insider_news',
  title: 'Insider trades',
  description:
    'Open-market purchases and sales of company insiders (officers, directors, holders of ten percent) from SEC Form 4, newest first; each row has an `insider` block with side, shares, price, value, name, office and whether a 10b5-1 plan made the trade. Use is_10b5_1=false to omit sales under plans, which say little. Grants, option exercises and tax withholding are not collected. from_date and to_date bound when the filing arrived, not the trade.',
  annotations: reading,
  input: z.strictObject({
    symbol: z.string().optional().meta({ description: 'Ticker, or several, comma-separated; watchlist: the saved symbols; omitted: all companies' }),
    is_10b5_1: z.boolean().optional().meta({ description: 'false: no sales under a 10b5-1 plan; true: only trades under one; omitted: both' }),
    min_relevance: filterInput.min_relevance.meta({ description: 'Lowest relevance score, default 4; large unplanned trades score highest' }),
    ...windowInput,
    sort: sortInput,
    ...pageInput,
  }),
  aliases: { ticker: 'symbol', limit: 'page_size' },
  output: z.object(newsOutput),
  run: (call) =>
    findNews({
      operation: insiderList,
      call,
      query: { ...call.arguments, format: 'json' },
      empty: emptyNote(call.arguments['sort'] === 'ingested'),
    }),
}; // prettier-ignore

/** svc_insider_news: the Form 4 feed. */
import { z } from 'zod';
import { insiderList } from '../../insider/list.ts';
import { filterInput, findNews, newsOutput, pageInput, sortInput, windowInput } from '../news-page.ts';
import { readOnly, type Tool } from '../tool.ts';

export const insiderNewsTool: Tool = {
  name: 'svc_insider_news',
  title: 'Insider trades',
  description:
    'Purchases and sales by company insiders (officers, directors, 10% owners) from SEC Form 4, newest first. Each row has an `insider` block with side, shares, price, value, name, title and whether a 10b5-1 plan applied. is_10b5_1=false leaves out plan sales, which say little. Grants, option exercises and tax withholding are not collected. from_date and to_date refer to the arrival of the filing, not to the trade.',
  annotations: readOnly,
  input: z.strictObject({
    symbol: z.string().optional().meta({ description: 'Ticker or several, comma-separated; watchlist: the saved symbols; default all companies' }),
    is_10b5_1: z.boolean().optional().meta({ description: 'false: without sales under a 10b5-1 plan; true: only trades under one; default both' }),
    min_relevance: filterInput.min_relevance.meta({ description: 'Minimum relevance score, default 4; large trades without a plan score highest' }),
    ...windowInput,
    sort: sortInput,
    ...pageInput,
  }),
  aliases: { ticker: 'symbol', limit: 'page_size' },
  output: z.object(newsOutput),
  run: (call) => findNews({ operation: insiderList, call, query: { ...call.arguments, format: 'json' } }),
}; // prettier-ignore

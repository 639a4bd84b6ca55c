/** svc_trending: the top stories. */
import { z } from 'zod';
import { trending } from '../../feed/trending.ts';
import { findNews, newsOutput } from '../news-page.ts';
import { reading, type Tool } from '../tool.ts';

export const trendingTool: Tool = {
  name: 'svc_trending',
  title: 'Top stories',
  description:
    'The at most ten biggest stories of the last 48 hours over all companies, fresh ones first, one row a story with the outlets that carry it and at most two of a company. Use it for "what moves the market today" or to begin when nothing particular is asked for. Takes no arguments. For companies whose news is unusual in number, whatever its weight, use svc_radar.',
  annotations: reading,
  input: z.strictObject({}),
  aliases: {},
  output: z.object(newsOutput),
  run: (call) =>
    findNews({
      operation: trending,
      call,
      empty: 'No story of the last 48 hours scores 8 or more; svc_ticker_news without symbol shows other news.',
    }),
};

/** svc_trending: the top stories. */
import { z } from 'zod';
import { trending } from '../../feed/trending.ts';
import { findNews, newsOutput } from '../news-page.ts';
import { readOnly, sizeInput, type Tool } from '../tool.ts';

export const trendingTool: Tool = {
  name: 'svc_trending',
  title: 'Top stories',
  description:
    'Up to ten top stories of the last 48 hours across all companies, with a preference for fresh ones. One row per story with its outlets, at most two per company. Use it for "what moves the market today". For companies with an unusual number of stories use svc_radar.',
  annotations: readOnly,
  input: z.strictObject(sizeInput),
  aliases: {},
  output: z.object(newsOutput),
  run: (call) =>
    findNews({
      operation: trending,
      call,
      query: {},
      isOnePage: true,
      empty: 'No story of the last 48 hours scores 8 or more. svc_ticker_news without symbol shows other news.',
    }),
};

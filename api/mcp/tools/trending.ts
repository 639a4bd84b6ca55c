/** svc_trending: the top stories. */
import { z } from 'zod';
import { trending } from '../../feed/trending.ts';
import { invalidParameter } from '../../errors.ts';
import { quoted } from '../../request/quoted.ts';
import { leftOutOf } from '../left-out.ts';
import { findNews, newsOutput, pageInput } from '../news-page.ts';
import { readOnly, sizeInput, type Tool } from '../tool.ts';

export const trendingTool: Tool = {
  name: 'svc_trending',
  title: 'Top stories',
  description:
    'Up to ten top stories of the last 48 hours across all companies, with a preference for fresh ones. One row per story with its outlets, at most two per company. Use it for "what moves the market today". For companies with an unusual number of stories use svc_radar.',
  annotations: readOnly,
  input: z.strictObject({ cursor: pageInput.cursor, ...sizeInput }),
  aliases: {},
  output: z.object(newsOutput),
  run: (call) => {
    if (call.arguments['cursor'] !== undefined && leftOutOf(call) === null)
      throw invalidParameter('cursor', `${quoted(call.arguments['cursor'])} is not a cursor of this tool; call again without it`);
    return findNews({
      operation: trending,
      call,
      query: {},
      areStories: true,
      isRanked: true,
      empty: 'No story of the last 48 hours scores 8 or more. svc_ticker_news without symbol shows other news.',
    });
  },
};

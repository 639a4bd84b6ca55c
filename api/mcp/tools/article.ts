/** svc_article: one whole article. */
import { z } from 'zod';
import type { Article } from '#schemas/item.ts';
import { Uid } from '#schemas/primitives.ts';
import { invalidParameter } from '../../errors.ts';
import { article } from '../../feed/article.ts';
import { articleRow, ArticleRow, type ListedItem } from '../article-row.ts';
import { ask } from '../ask.ts';
import { fenced, fencedDeep, leftOutBy, type Caps } from '../fence.ts';
import { leastDetail, readOnly, sizeInput, type ToolResult, type Tool } from '../tool.ts';
import { quoted } from '../../request/quoted.ts';

/** Caps by level of detail; the first cuts nothing. */
const caps: readonly Caps[] = [
  { charsMax: 1_000_000, membersMax: 1_000_000 },
  { charsMax: 400, membersMax: 30 },
  { charsMax: 160, membersMax: 8 },
  { charsMax: 60, membersMax: 0 },
];

export const articleTool: Tool = {
  name: 'svc_article',
  title: 'One article',
  description:
    'One article or filing by its uid from another tool (also evidence_uids of svc_radar): summary, expected direction of each ticker with reasoning, key entities, the filing or insider block, and for an earnings release the earnings read, if there is one, with all figures as printed. Article texts are not served; `url` is the article at the publisher.',
  annotations: readOnly,
  input: z.strictObject({ uid: Uid.meta({ description: '16 lowercase hex characters', examples: ['9f2c1d3b4a5e6f70'] }), ...sizeInput }),
  aliases: { id: 'uid', article_uid: 'uid', article_id: 'uid' },
  output: ArticleRow.extend({
    created_at: z.string().meta({ description: 'When this service received it' }),
    updated_at: z.string(),
    authors: z.array(z.string()),
    topics: z.array(z.unknown()),
    ticker_analysis: z.array(z.unknown()).meta({ description: 'For each ticker: where it is named, expected price direction, confidence and reasoning' }),
    key_entities: z.array(z.unknown()),
    background_context: z.string().optional().meta({ description: 'How its story began here; the last earnings read before it' }),
    market_relevance_summary: z.string().optional(),
    earnings: z.unknown().meta({ description: 'The earnings read or null. A figure is `numeric` times `scale`' }),
  }),
  run: async (call) => {
    const uid = call.arguments['uid']!.toLowerCase();
    if (!Uid.safeParse(uid).success) throw invalidParameter('uid', `must be 16 hexadecimal characters, as returned by the other tools, not ${quoted(uid)}`);
    return articleFound(await ask<Article>({ operation: article, call, path: { uid } }));
  },
}; // prettier-ignore

export function articleFound(item: Article): ToolResult {
  const { original, enrichment, earnings } = item;
  const { ticker_analysis } = enrichment.ai_trading_insights;
  const { key_entities, background_context, market_relevance_summary } = enrichment.news_context_enhancement;
  const lists = { ticker_analysis, key_entities, earnings };
  const counted = caps.map((cap) => leftOutBy(lists, cap));
  return {
    at: (detail) => {
      const cap = caps[detail]!;
      const { summary: _, ...row } = articleRow({ ...item, search_match: null } satisfies ListedItem, detail);
      return {
        ...row,
        url: original.url,
        title: fenced(original.title, cap.charsMax),
        summary: fenced(original.summary, cap.charsMax),
        created_at: original.created_at,
        updated_at: original.updated_at,
        authors: original.authors.slice(0, cap.membersMax).map((name) => fenced(name, 100)),
        topics: fencedDeep(original.topics, cap),
        ticker_analysis: fencedDeep(ticker_analysis, cap),
        key_entities: fencedDeep(key_entities, cap),
        ...(detail < leastDetail && background_context !== '' && { background_context: fenced(background_context, cap.charsMax) }),
        ...(detail < leastDetail && market_relevance_summary !== '' && { market_relevance_summary }),
        earnings: fencedDeep(earnings, cap),
      };
    },
    shortened: `Texts were shortened, and up to ${Math.max(...counted)} list entries and the blocks of filings left out to fit in max_tokens. The API returns the full article at /api/news/${original.uid}/.`,
  };
}

/** svc_news_search: articles by their words. */
import { z } from 'zod';
import { sourceTypes } from '#schemas/vocabulary.ts';
import { newsSearch } from '../../search/search.ts';
import { SearchQuery } from '../../search/search-list.ts';
import { filterInput, findNews, newsOutput, pageInput, windowInput, type NewsPage } from '../news-page.ts';
import { readOnly, type Tool } from '../tool.ts';

interface SearchPage extends NewsPage {
  readonly matched: number;
  readonly query: z.input<typeof SearchQuery>;
}

export const newsSearchTool: Tool = {
  name: 'svc_news_search',
  title: 'Search news',
  description:
    'Finds financial news and SEC filings by words, company names or phrases, best match first. Use it for a topic, an event or a company name; for a ticker without a topic use svc_ticker_news. Every word must match, so start with two to four words. `query.mode` shows whether the search was relaxed.',
  annotations: readOnly,
  input: z.strictObject({
    q: z.string().min(2).max(200).meta({
      description: 'Words, "quoted phrases", -word to exclude, OR between two words; any case, singular or plural',
      examples: ['nvidia "data center" -lawsuit', 'fed rate cut OR hike'],
    }),
    symbol: z.string().optional().meta({ description: 'Only articles about this ticker, such as NVDA, BRK.B, BTC-USD or 0700.HK, or several, comma-separated; watchlist: the saved symbols' }),
    ...filterInput,
    source_type: z.array(z.enum(sourceTypes)).optional().meta({ description: 'publisher: press; the others: SEC forms' }),
    ...windowInput,
    sort: z.enum(['relevance', 'published']).optional().meta({ description: 'relevance (default): best first; published: newest first' }),
    collapse_stories: z.boolean().optional().meta({ description: 'true: one row per story, with its outlets' }),
    ...pageInput,
  }),
  aliases: { query: 'q', search: 'q', text: 'q', ticker: 'symbol', limit: 'page_size' },
  output: z.object({
    query: SearchQuery.optional(),
    matched: z.int().optional().meta({ description: 'Results on all pages together, at most 200' }),
    ...newsOutput,
  }),
  run: (call) =>
    findNews<SearchPage>({
      operation: newsSearch,
      call,
      empty: 'Nothing matches. Try fewer or other words, a lower min_relevance, or earlier dates.',
      more: (page) => (page === null ? {} : { query: page.query, matched: page.matched }),
      isPaged: true,
    }),
}; // prettier-ignore

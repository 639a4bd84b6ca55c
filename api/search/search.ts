/** GET /api/news/search/ searches articles by words, with the filters of the feed. */
import { z } from 'zod';
import { searchOrders } from '#clickhouse/search/find.ts';
import { cursorBinding } from '#schemas/cursor.ts';
import { tickersText } from '#schemas/feed-filter.ts';
import { cachedContent } from '../feed/cached-response.ts';
import { checkPageSize, feedRequest } from '../feed/answer.ts';
import { horizonFor } from '../feed/position.ts';
import { feedAliases, newsFilter, newsShape, readQuery } from '../feed/parameters.ts';
import { defineOperation } from '../operation.ts';
import { once, oneOf, optional, searchText } from '../request/parameters.ts';
import { loadSearch, type SearchRequest } from './load-search.ts';
import { parseSearch } from './parse-search.ts';
import { readQuestion } from './question.ts';
import { SearchList } from './search-list.ts';

const path = '/api/news/search/';
const [charsLeast, charsMost] = [2, 200];

const { sort: _, include: __, as_of: ___, ...filterShape } = newsShape;
const query = z.object({
  q: searchText(charsMost).min(charsLeast, { error: once(`a text of at least ${charsLeast} characters`) }).meta({
    description: 'Words that must appear in title, summary or entities, in any case, singular or plural. `"quoted phrase"` matches a phrase, `-word` excludes a word, `OR` between two words matches either. A company name, brand or ticker also matches articles tagged with that company',
    example: 'nvidia "data center" -lawsuit',
  }),
  ...filterShape,
  sort: optional(oneOf(searchOrders), '`relevance` (default): best first. `published`: newest first'),
}); // prettier-ignore

export const newsSearch = defineOperation({
  path,
  name: 'searchNews',
  summary: 'Search news',
  description:
    'The best 200 articles for a search, or with `sort=published` the newest 200, within the plan\'s archive. If nothing matches everything, phrases are searched as single words, then half of the words are enough; `query` shows this. Paging by cursor keeps to the articles that existed at the first page, so each result appears once.',
  input: {
    query,
    aliases: feedAliases,
    read: ({ q, sort = 'relevance', ...given }) => {
      const read = readQuery(path, { ...given, sort: undefined }, newsFilter(given), 'published');
      return { ...read, q, order: sort, binding: cursorBinding(path, `${read.filterText}&sort=${sort}&q=${encodeURIComponent(q.toWellFormed())}`) };
    },
  },
  output: { type: 'application/json', schema: SearchList },
  errors: ['invalid_cursor', 'cursor_mode_mismatch', 'archive_horizon'],
  handle: ({ query: { q, order, ...read } }, caller, deps) => {
    checkPageSize(read.pageSize, caller.plan);
    const interpreted = readQuestion(parseSearch(q), { symbols: deps.symbols, names: deps.companyNames });
    const request: SearchRequest = { ...feedRequest(read, caller, deps), q, order, interpreted };
    const horizon = horizonFor(request, deps);
    const { binding, cursor, pageSize, symbolNote, filter } = request;
    // The key includes the terms, because those of a company name change with the symbol directory.
    const termsText = interpreted.question.groups.map(({ alternatives }) => alternatives.map(({ terms }) => terms.join('+')).join('|')).join();
    const key = `search ${binding} ${cursor ?? ''} ${pageSize} ${tickersText(filter)} ${symbolNote ?? ''} ${caller.plan.name} ${horizon} ${termsText} ${tickersText({ tickers: [], spans: interpreted.spans })}`;
    return cachedContent(deps, key, () => loadSearch(request, horizon, deps));
  },
}); // prettier-ignore

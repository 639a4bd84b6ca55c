/** GET /api/symbols/: every active symbol in alphabetical order, or the matches of a search. */
import { z } from 'zod';
import { asOf, integer, optional, refuseFuture, searchText } from '../request/parameters.ts';
import { defineOperation } from '../operation.ts';
import { ListedSymbol, listedSymbolExample } from './symbol-entry.ts';

const [limitMax, offsetMax, searchCharsMax] = [100_000, 1_000_000, 100];

const query = z.object({
  search: optional(
    searchText(searchCharsMax),
    'Name, brand or start of a ticker, in any case. Order: exact ticker, exact name or brand, matching start, part of a name',
  ),
  limit: optional(integer(1, limitMax), 'Maximum number of symbols; default all'),
  offset: optional(integer(0, offsetMax), 'Symbols to skip'),
  as_of: asOf,
});

export const SymbolList = z
  .object({
    results: z.array(ListedSymbol),
    count: z.int().meta({ description: 'Number of all matching symbols, regardless of `limit` and `offset`' }),
    next_cursor: z.null(),
  })
  .meta({ id: 'SymbolList' });

export const symbolsList = defineOperation({
  path: '/api/symbols/',
  name: 'listSymbols',
  summary: 'Symbol list',
  description:
    'All active symbols in alphabetical order, or with `search` the best match first. Use `limit` and `offset` for a part of the list. `next_cursor` is null. With `as_of`, those that were active at that moment as the service knew it; a symbol of the first list counts as listed ever since.',
  input: { query },
  output: { type: 'application/json', schema: SymbolList, example: { results: [listedSymbolExample], count: 1, next_cursor: null } },
  handle: ({ query: { search, limit, offset, as_of } }, _, { symbolPages, nowMs }) => {
    if (as_of !== undefined) refuseFuture(as_of.firstMs, nowMs());
    const pages = as_of === undefined ? symbolPages : symbolPages.at(as_of.firstMs);
    return search === undefined && limit === undefined && offset === undefined
      ? pages.all()
      : pages.slice({ search: search ?? null, offset: offset ?? 0, limit: limit ?? null });
  },
});

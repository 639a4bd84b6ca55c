/** GET /api/symbols/: every active symbol in alphabetical order, or the matches of a search. */
import { z } from 'zod';
import { integer, optional, searchText } from '../request/parameters.ts';
import { defineOperation } from '../operation.ts';
import { feedCacheControl } from '../feed/envelope.ts';
import { ListedSymbol, listedSymbolExample } from './symbol-entry.ts';

const [limitMax, offsetMax, searchCharsMax] = [100_000, 1_000_000, 100];

const query = z.object({
  search: optional(
    searchText(searchCharsMax),
    'Name, brand or beginning of a ticker, any case; the exact ticker first, then an exact name or brand, then beginnings, then parts of names',
  ),
  limit: optional(integer(1, limitMax), 'At most so many; without it all'),
  offset: optional(integer(0, offsetMax), 'Leaves out so many first'),
});

export const SymbolList = z
  .object({
    results: z.array(ListedSymbol),
    count: z.int().meta({ description: 'Of all that match, whatever `limit` and `offset` show of them' }),
    next_cursor: z.null(),
  })
  .meta({ id: 'SymbolList' });

export const symbolsList = defineOperation({
  path: '/api/symbols/',
  name: 'listSymbols',
  summary: 'The symbol directory',
  description: 'Active symbols in the order of the alphabet, all of them unless sliced; with `search` the best match first. `next_cursor` is null.',
  access: 'key',
  input: { query },
  output: { type: 'application/json', schema: SymbolList, example: { results: [listedSymbolExample], count: 1, next_cursor: null } },
  errors: [],
  cost: 1,
  cache: feedCacheControl,
  handle: ({ query: { search, limit, offset } }, _, { symbolPages }) =>
    search === undefined && limit === undefined && offset === undefined
      ? symbolPages.all()
      : symbolPages.slice({ search: search ?? null, offset: offset ?? 0, limit: limit ?? null }),
});

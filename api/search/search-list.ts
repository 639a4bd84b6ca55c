/** The answer of a search. */
import { z } from 'zod';
import { searchOrders } from '#clickhouse/search/find.ts';
import { StoredItem } from '#schemas/item.ts';
import { Instant } from '#schemas/primitives.ts';

const searchModes = ['strict', 'broadened', 'no_match', 'no_terms'] as const;

export const SearchMatch = z.object({
  score: z.number().meta({ description: 'Only for comparing results of one search; halves per 30 days of age' }),
  terms_matched: z.int().nullable().meta({ description: 'Number of entries in `terms`; null if the search has no terms' }),
  terms: z.array(z.string()).meta({ description: 'Words, phrases and companies of the search that the row matches; a company appears as its ticker' }),
  context: z.string().nullable().meta({ description: 'Part of the summary with matching words marked `**so**`; null if only title, entities or tickers match' }),
}).meta({ id: 'SearchMatch' }); // prettier-ignore
export type SearchMatch = z.input<typeof SearchMatch>;

const terms = z.array(z.string());

export const SearchQuery = z
  .object({
    mode: z.enum(searchModes).meta({
      description:
        '`strict`: every result matches the whole search. `broadened`: no result matched everything; `note` says what was relaxed. `no_match`: nothing matches even the relaxed search. `no_terms`: the search has no word to search for',
    }),
    sort: z.enum(searchOrders),
    terms: terms.meta({ description: 'The search terms as written' }),
    required_terms: terms.meta({ description: 'Terms that every result matches' }),
    optional_terms: terms.meta({ description: 'Terms of which only some must match (joined by OR, or relaxed)' }),
    window_from: Instant.meta({ description: 'Rows published from this time on were searched: the later of `from_date` and the start of the plan’s archive; later still for very common words' }),
    note: z.string().nullable(),
  })
  .meta({ id: 'SearchQuery' }); // prettier-ignore
export type SearchQuery = z.input<typeof SearchQuery>;

const SearchItem = StoredItem.extend({ search_match: SearchMatch }).meta({ id: 'SearchItem' });

export const SearchList = z
  .object({
    results: z.array(SearchItem),
    next_cursor: z.string().nullable(),
    count: z.int().meta({ description: 'Results on this page' }),
    matched: z.int().min(0).max(200).meta({ description: 'Results on all pages, at most the best 200' }),
    query: SearchQuery,
    symbol_note: z.string().nullable(),
  })
  .meta({ id: 'SearchList' });

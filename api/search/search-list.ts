/** The documented answer of a search. */
import { z } from 'zod';
import { searchOrders } from '#clickhouse/search/find.ts';
import { NewsItem } from '#schemas/item.ts';
import { Instant } from '#schemas/primitives.ts';

export const searchModes = ['strict', 'broadened', 'no_match', 'no_terms'] as const;

export const SearchMatch = z.object({
  score: z.number().meta({ description: 'Compares results of one search; halves with every 30 days of age' }),
  terms_matched: z.int().nullable().meta({ description: 'How many entries `terms` has; null where a search has no terms' }),
  terms: z.array(z.string()).meta({ description: 'Words, phrases and companies of the search that the row answers; a ticker where it is tagged with a company that was named' }),
  context: z.string().nullable().meta({ description: 'Part of the summary, words that match marked `**so**`; null where only title, entities or tickers match' }),
}).meta({ id: 'SearchMatch' }); // prettier-ignore
export type SearchMatch = z.input<typeof SearchMatch>;

const terms = z.array(z.string());

export const SearchQuery = z
  .object({
    mode: z.enum(searchModes).meta({
      description:
        '`strict`: every result answers the whole search. `broadened`: nothing did, and `note` says what was loosened. `no_match`: loosened, too, nothing does. `no_terms`: the search holds no word to look for',
    }),
    sort: z.enum(searchOrders),
    terms: terms.meta({ description: 'What was searched for, as it was written' }),
    required_terms: terms.meta({ description: 'Those that every result answers' }),
    optional_terms: terms.meta({ description: 'Terms of which one suffices: joined by OR, or loosened' }),
    window_from: Instant.meta({ description: 'Rows published from then on were looked at: the archive of the plan, `from_date`, or how far back the newest rows with frequent words reach' }),
    note: z.string().nullable(),
  })
  .meta({ id: 'SearchQuery' }); // prettier-ignore
export type SearchQuery = z.input<typeof SearchQuery>;

export const SearchItem = NewsItem.extend({ search_match: SearchMatch }).meta({ id: 'SearchItem' });

export const SearchList = z
  .object({
    results: z.array(SearchItem),
    next_cursor: z.string().nullable(),
    count: z.int().meta({ description: 'Results on this page' }),
    matched: z.int().min(0).max(200).meta({ description: 'Results on all pages: of those that match, the best 200' }),
    query: SearchQuery,
    symbol_note: z.string().nullable(),
  })
  .meta({ id: 'SearchList' });

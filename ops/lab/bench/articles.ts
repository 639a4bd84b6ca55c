/** Makes the input of the refine and reading benchmarks: symbols and distinct English articles of the local upstream. */
import type { RawArticle } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { rawArticle } from '#test/support/raw-articles.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { articleAt, bodyOf } from '../upstream/generate/article.ts';
import { generatedSymbols } from '../upstream/generate/listings.ts';
import { realListings } from '../upstream/generate/real-listings.ts';

const seed = 1;

/** Returns over 10,000 entries: the invented companies of the articles and the companies of the SEC's list. */
export const symbolEntries = (): SymbolEntry[] =>
  [...generatedSymbols, ...realListings()].map(({ ticker, name, exchange, cik }) => symbolEntry(ticker, { name, exchange, cik }));

/** Returns a function that returns another article at each call. */
export function articleWriter(): () => RawArticle {
  let index = -1;
  return () => {
    for (;;) {
      index += 1;
      const article = articleAt(seed, index);
      if (article.copyOf !== null || article.defect !== null || article.language !== 'en') continue;
      const url = `https://www.example.com/news/${index}`;
      return rawArticle(index, {
        identity: url,
        url,
        seen_at: '2026-06-01T00:00:00.000Z',
        fetched_at: '2026-06-01T00:00:01.000Z',
        published_at: '2026-05-31T23:58:00.000Z',
        title: article.title,
        summary: bodyOf(seed, article).join(' '),
        outlet: 'Example Wire',
        topics: [...article.tickers],
      });
    }
  };
}

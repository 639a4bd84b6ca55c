/** Input of the refine and reading benchmarks: the symbols that the local upstream lists, and its English articles, all distinct. */
import type { RawArticle } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { rawArticle } from '#test/support/raw-articles.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { articleAt, bodyOf } from '../upstream/generate/article.ts';
import { generatedSymbols } from '../upstream/generate/listings.ts';
import { realListings } from '../upstream/generate/real-listings.ts';

const seed = 1;

/** Returns over 10,000 entries: the invented companies of the articles, and the real ones of the SEC's list. */
export const symbolEntries = (): SymbolEntry[] =>
  [...generatedSymbols, ...realListings()].map(({ ticker, name, exchange, cik }) => symbolEntry(ticker, { name, exchange, cik }));

/** Returns a function that writes the next article. */
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

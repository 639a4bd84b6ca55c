/** Serves the generated world. Two lanes release documents by the clock; the documents are generated from seed and index. */
import { filingTruth, type Content, type Truth } from '../content.ts';
import type { ReleaseSchedule } from '../lane.ts';
import { reply, type Reply } from '../reply.ts';
import { hashOf } from '../random.ts';
import type { ServedRecord } from '../served.ts';
import { articleAt } from './article.ts';
import { generatedFilings } from './filings.ts';
import { generatedGdelt } from './gdelt.ts';
import { createArchive, type HistorySpan } from './history.ts';
import { addressOf, createNewsstand, feedPath, searchFeed } from './newsstand.ts';
import { outlets } from './outlets.ts';
import {
  companyDetails,
  foreignDetails,
  nasdaqListed,
  otherListed,
  symbolsOn,
  symbolsByExchange,
  type SymbolRow,
  symbolsByRank,
} from './listings.ts';
import { realListings } from './real-listings.ts';

export interface GeneratedWorld {
  readonly seed: number;
  readonly articles: ReleaseSchedule;
  readonly filings: ReleaseSchedule;
  readonly publicUrl: string;
  /** Length of a simulated day in ms; 0 means the symbol lists never change. */
  readonly symbolDayMs: number;
  readonly history: HistorySpan;
  readonly setRate: (perSecond: number, now: number) => void;
}

const pollSeconds = 5;

export function generatedContent({ seed, articles, filings, publicUrl, symbolDayMs, history, setRate }: GeneratedWorld): Content {
  const archive = createArchive(seed, history, publicUrl);
  const newsstand = createNewsstand(seed, articles, publicUrl);
  const shelf = generatedFilings(seed, filings);
  const files: Readonly<Record<string, readonly [type: string, make: (rows: readonly SymbolRow[], now: number) => string]>> = {
    '/files/company_tickers_exchange.json': ['application/json', (rows) => symbolsByExchange([...rows, ...realListings()])],
    '/files/company_tickers.json': ['application/json', (rows) => symbolsByRank([...rows, ...realListings()])],
    '/dynamic/symdir/nasdaqlisted.txt': ['text/plain', nasdaqListed],
    '/dynamic/symdir/otherlisted.txt': ['text/plain', otherListed],
    '/symbol-details/companies.json': ['application/json', companyDetails],
    '/symbol-details/foreign.csv': ['text/csv', foreignDetails],
  };
  const filesOfDay = new Map<string, { readonly day: number | null; readonly file: Reply }>();
  /** Returns a symbol list, cached for a simulated day, or null for an unknown path. */
  function fileAt(path: string, now: number): Reply | null {
    const found = files[path];
    if (found === undefined) return null;
    const day = symbolDayMs === 0 ? null : Math.floor(now / symbolDayMs);
    const made = filesOfDay.get(path);
    if (made?.day === day) return made.file;
    const [type, make] = found;
    const text = make(symbolsOn(day), now);
    const file = reply(200, type, text, { etag: `"${hashOf(text)}"` });
    filesOfDay.set(path, { day, file });
    return file;
  }

  function articleTruth(index: number): Truth {
    const article = articleAt(seed, index);
    return { document: `article-${index}`, kind: 'article', url: addressOf(article) };
  }

  return {
    catalogue: () => [
      ...archive.catalogue(),
      ...outlets.map((outlet) => ({
        id: outlet.id,
        name: outlet.name,
        url: `${publicUrl}/feeds/${feedPath(outlet)}`,
        domain: outlet.domain,
        domains: [outlet.domain],
        outlet: outlet.name,
        kind: 'feed' as const,
        language: outlet.language,
        interval_seconds: pollSeconds,
      })),
    ],
    feed: (path, now) => archive.feed(path) ?? newsstand.feed(path, now),
    filings: shelf,
    gdelt: generatedGdelt(seed, articles),
    search: searchFeed(seed, articles, publicUrl),
    file: fileAt,
    truth: ({ lane, index }: ServedRecord) => (lane === 0 ? articleTruth(index) : filingTruth(publicUrl, shelf.at(index))),
    released: (now) => ({ articles: articles.position(now), filings: filings.position(now) }),
    setRate,
  };
}

/** Serves the generated world. Two lanes release documents by the clock; the documents are generated from seed and index. */
import { LRUCache } from 'lru-cache';
import { truthKind, type Content, type Truth } from '../content.ts';
import type { ReleaseSchedule } from '../lane.ts';
import { reply, type Reply } from '../reply.ts';
import { hashOf } from '../random.ts';
import type { ServedRecord } from '../served.ts';
import { articleAt, articleBySlug, type Defect } from './article.ts';
import { generatedFilings } from './filings.ts';
import { generatedGdelt } from './gdelt.ts';
import { createArchive, type HistorySpan } from './history.ts';
import { addressOf, createNewsstand, feedPath, permanentId, searchFeed } from './newsstand.ts';
import { outlets } from './outlets.ts';
import { articlePage } from './page.ts';
import {
  companyDetails,
  foreignDetails,
  nasdaqListed,
  otherListed,
  symbolsOn,
  generatedSymbols,
  symbolsByExchange,
  symbolsByRank,
  type SymbolRow,
} from './listings.ts';
import { realListings } from './real-listings.ts';
import { openMarketCodes } from '#schemas/vocabulary.ts';

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
const undated: ReadonlySet<Defect | null> = new Set<Defect>(['missing_date', 'future_date', 'epoch_date', 'unreadable_date']);

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
  const listed = new Map(generatedSymbols.map(({ cik, ticker }) => [cik, ticker]).reverse() as [string, string][]);

  function articleTruth(index: number): Truth {
    const article = articleAt(seed, index);
    const { copyOf, outlet } = article;
    return {
      document: `article-${index}`,
      kind: 'article',
      url: addressOf(article),
      guid: permanentId(article),
      source: outlet.id,
      expect: {
        title: article.title,
        story: article.story,
        category: article.category,
        tickers: article.tickers,
        language: article.language,
        defect: article.defect,
        // Entries of RSS 0.92 have no dates.
        is_dated: outlet.dialect !== 'rss092' && !undated.has(article.defect),
        duplicate_of:
          copyOf === null ? null : { document: `article-${copyOf.index}`, kind: copyOf.kind, url: addressOf(articleAt(seed, copyOf.index)) },
      },
    };
  }

  /** Cache by the filing's index, because a report has to be generated to know its facts. */
  const reportTruths = new LRUCache<number, NonNullable<Truth['expect']>>({ max: 20_000 });

  function filingTruth(index: number): Truth {
    const filing = shelf.at(index);
    const form = shelf.form4(filing);
    const party = filing.parties[0];
    const base = {
      document: `filing-${index}`,
      url: `${publicUrl}/Archives/edgar/data/${Number(party?.cik)}/${filing.accession}.txt`,
      accession: filing.accession,
      source: 'edgar',
    } as const;
    if (form === null) {
      const known = reportTruths.get(index) ?? { form: filing.form, ...shelf.report(filing)?.truth };
      reportTruths.set(index, known);
      return { ...base, kind: truthKind(filing.form), expect: known };
    }
    const amended = shelf.amended(filing);
    const events = new Set(
      form.rows
        .filter(({ code }) => (openMarketCodes as readonly string[]).includes(code))
        .map(({ code, isIndirect }) => `${code}:${isIndirect ? 'indirect' : 'direct'}`),
    );
    return {
      ...base,
      kind: 'form4',
      expect: {
        form: filing.form,
        issuer_cik: form.issuer.cik,
        symbol_as_filed: form.issuer.symbol,
        ticker: listed.get(form.issuer.cik) ?? null,
        owners: form.owners.length,
        plan: form.plan,
        events: [...events].map((event) => ({ code: event.split(':')[0], ownership_form: event.split(':')[1] })),
        amends: amended === null ? null : `filing-${amended}`,
      },
    };
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
    page: (slug, now) => {
      const article = articleBySlug(seed, slug, articles.position(now));
      return article === null ? null : articlePage(seed, article, articles.datedAt(article.index) - article.agedMs);
    },
    filings: shelf,
    gdelt: generatedGdelt(seed, articles),
    search: searchFeed(seed, articles, publicUrl),
    file: fileAt,
    truth: ({ lane, index }: ServedRecord) => (lane === 0 ? articleTruth(index) : filingTruth(index)),
    released: (now) => ({ articles: articles.position(now), filings: filings.position(now) }),
    setRate,
  };
}

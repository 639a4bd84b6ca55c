/**
 * Generates archive feeds with the articles of the days before the first start, as a pure function of seed and span. Weekdays have more
 * articles than weekends, one day was busy for the whole market, and four companies had a burst of news, one of them on the last day.
 */
import { reply, type Reply } from '../reply.ts';
import { randomOf, type Random } from '../random.ts';
import type { CatalogueEntry } from '../content.ts';
import { dateText, writeEntry, writeFeed } from '../feeds/write.ts';
import { bareEntry, type FeedManners } from '../feeds/manners.ts';
import { articleAt, type Article } from './article.ts';
import { listedCompanies } from './companies.ts';
import { outlets, siteOf, type Outlet } from './outlets.ts';

export interface HistorySpan {
  readonly days: number;
  /** End of the span, ms since the epoch. */
  readonly endAt: number;
}

interface PastArticle {
  readonly article: Article;
  readonly publishedAt: number;
}

export interface Archive {
  readonly catalogue: () => readonly CatalogueEntry[];
  /** `path` is relative to `/feeds/`. */
  readonly feed: (path: string) => Reply | null;
}

const dayMs = 86_400_000;
const onWeekdays = 60;
const onWeekends = 20;
/** The day that was busy for the whole market; `factor` multiplies its number of articles. */
const surge = { daysBefore: 9, factor: 3 } as const;
/** Bursts of news: index of the company, end of the burst in days before the span's end, number of stories, and length in hours. */
const bursts = [
  { company: 31, daysBefore: 24, count: 18, hours: 5 },
  { company: 12, daysBefore: 13, count: 22, hours: 8 },
  { company: 47, daysBefore: 4, count: 16, hours: 4 },
  { company: 0, daysBefore: 0, count: 24, hours: 3 },
] as const;
/** Returns another seed, so that past and current articles differ. */
const historySeed = (seed: number): number => (seed ^ 0x4857_5301) >>> 0;
const askAgainSeconds = 3_600;

/** Returns the ticker of the company whose burst is at the end of the span. */
export const tickerOfNow = (): string => listedCompanies[bursts.at(-1)!.company]!.tickers[0]!;

const manners: FeedManners = {
  dialect: 'json',
  encoding: 'utf-8',
  declaredIn: 'both',
  contentType: 'application/feed+json',
  validators: 'etag',
  dates: 'iso',
  isPermalink: true,
  carriesBody: false,
  usesCdata: false,
};

/** Returns the past articles in order of publication. */
export function articlesOf(seed: number, { days, endAt }: HistorySpan): PastArticle[] {
  const next = articlesInTurn(historySeed(seed));
  const found: PastArticle[] = [];
  for (let before = days; before > 0; before -= 1) {
    const from = endAt - before * dayMs;
    const random = randomOf(seed, 'history', before);
    const weekday = new Date(from + dayMs / 2).getUTCDay();
    const usual = weekday === 0 || weekday === 6 ? onWeekends : onWeekdays;
    const count = Math.round(usual * (before === surge.daysBefore ? surge.factor : 1) * (0.85 + 0.3 * random()));
    for (let nth = 0; nth < count; nth += 1) found.push({ article: next(null), publishedAt: from + daytime(random) });
  }
  for (const { company, daysBefore, count, hours } of bursts) {
    const ticker = listedCompanies[company]?.tickers[0];
    if (ticker === undefined || daysBefore >= days) continue;
    const random = randomOf(seed, 'burst', company);
    const to = endAt - daysBefore * dayMs;
    for (let nth = 0; nth < count; nth += 1)
      found.push({ article: next(ticker), publishedAt: to - 60_000 - Math.floor(random() * hours * 3_600_000) });
  }
  return found.sort((a, b) => a.publishedAt - b.publishedAt || a.article.index - b.article.index);
}

/** Returns a time within a day in ms, most likely in the middle of the day. */
const daytime = (random: Random): number => Math.floor(((random() + random()) / 2) * (dayMs - 1));

/** Returns a function that returns the next original article, about the given company if any. No article is returned twice. */
function articlesInTurn(seed: number): (ticker: string | null) => Article {
  const skipped = new Map<string, Article[]>();
  let index = 0;
  return (ticker) => {
    if (ticker !== null) {
      const kept = skipped.get(ticker)?.shift();
      if (kept !== undefined) return kept;
    }
    for (;;) {
      const article = articleAt(seed, index);
      index += 1;
      if (article.copyOf !== null || article.defect !== null || article.language !== 'en') continue;
      const [own] = article.tickers;
      if (ticker === null || (own === ticker && article.tickers.length === 1)) return article;
      if (own !== undefined && article.tickers.length === 1) skipped.set(own, [...(skipped.get(own) ?? []), article]);
    }
  };
}

const archiveId = ({ id }: Outlet): string => `${id}_archive`;
const archivePath = (outlet: Outlet): string => `archive/${outlet.id}.json`;

/** Returns the archive feeds of the English outlets, or none for a span of 0 days. */
export function createArchive(seed: number, span: HistorySpan, publicUrl: string): Archive {
  const published = outlets.filter(({ language }) => language === 'en');
  if (span.days === 0) return { catalogue: () => [], feed: () => null };
  let byOutlet: Map<string, PastArticle[]> | null = null;
  const shown = new Map<string, Reply>();

  function show(outlet: Outlet): Reply {
    byOutlet ??= Map.groupBy(articlesOf(seed, span), ({ article }) => article.outlet.id);
    const entries = (byOutlet.get(outlet.id) ?? []).toReversed().map(({ article, publishedAt }) => {
      const link = `${siteOf(article.home)}archive/${article.slug}`;
      const { title, lead, authors, topics } = article;
      const entry = { ...bareEntry, title, link, id: link, idIsAddress: true, lead, authors, topics, dateText: dateText(publishedAt, 'iso') };
      return writeEntry(entry, manners);
    });
    const head = {
      title: `${outlet.name}: archive`,
      homeUrl: siteOf(outlet),
      selfUrl: `${publicUrl}/feeds/${archivePath(outlet)}`,
      language: outlet.language,
      dateText: dateText(span.endAt, 'iso'),
    };
    return reply(200, manners.contentType, writeFeed(head, entries, manners), { etag: `"archive-${seed}-${span.days}-${span.endAt}-${outlet.id}"` });
  }

  return {
    catalogue: () =>
      published.map((outlet) => ({
        id: archiveId(outlet),
        name: `${outlet.name}: archive`,
        url: `${publicUrl}/feeds/${archivePath(outlet)}`,
        domain: outlet.domain,
        domains: [outlet.domain],
        history: true,
        outlet: outlet.name,
        kind: 'feed',
        language: outlet.language,
        interval_seconds: askAgainSeconds,
      })),
    feed: (path) => {
      const outlet = published.find((one) => archivePath(one) === path);
      if (outlet === undefined) return null;
      const known = shown.get(path) ?? show(outlet);
      shown.set(path, known);
      return known;
    },
  };
}

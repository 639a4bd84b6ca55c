/**
 * How many distinct articles a second the refine steps decide, all of them together on one core, with 72
 * hours of recent articles in memory and the whole symbol directory; and how that changes when the window
 * holds ten times as many. Ceiling: the same articles only read from JSON and written back.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { refineArticle } from '#pipeline/refine/article.ts';
import type { RefineContext } from '#pipeline/refine/context.ts';
import { createRecentArticles, type RecentArticles } from '#pipeline/refine/recent.ts';
import { createDirectory, type Directory } from '#pipeline/refine/tickers/directory.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';
import type { RawArticle } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import type { Measurements } from './measure.ts';

const windowMs = 72 * 3_600_000;
const startMs = Date.parse('2026-06-01T00:00:00.000Z');
const smallWindow = 20_000;
const largeWindow = 200_000;
const batchArticles = 100;

export interface RefineFigures {
  readonly articlesPerSecond: number;
  /** Articles a second with 200,000 recent articles over those with 20,000: 1 is flat. */
  readonly flatness: number;
  readonly jsonPerSecond: number;
  readonly servedShare: number;
}

export async function benchRefine(options: { readonly seconds: number } = { seconds: 5 }): Promise<Measurements> {
  const { articlesPerSecond, flatness, jsonPerSecond, servedShare } = measureRefine(options);
  return {
    refine: {
      value: articlesPerSecond,
      ceiling: jsonPerSecond,
      ratio: articlesPerSecond / jsonPerSecond,
      unit: 'articles/s',
      note: `one core, ${smallWindow} recent articles; flatness at ${largeWindow}: ${flatness.toFixed(2)}; served: ${Math.round(servedShare * 100)} %; ceiling: JSON in and out`,
    },
  };
}

export function measureRefine({ seconds }: { readonly seconds: number }): RefineFigures {
  const entries = symbolEntries();
  const directory = createDirectory(entries);
  const writer = articleWriter(entries);
  const small = measureWith(smallWindow, { directory, writer, seconds });
  const large = measureWith(largeWindow, { directory, writer, seconds });
  return {
    articlesPerSecond: small.articlesPerSecond,
    flatness: large.articlesPerSecond / small.articlesPerSecond,
    jsonPerSecond: measureJson(writer, seconds / 2),
    servedShare: small.servedShare,
  };
}

interface Bench {
  readonly directory: Directory;
  readonly writer: (number: number) => RawArticle;
  readonly seconds: number;
}

/** Time that this thread had a core: what others do on the machine meanwhile is not ours. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function measureWith(recentCount: number, { directory, writer, seconds }: Bench): { articlesPerSecond: number; servedShare: number } {
  const recent = createRecentArticles({ windowMs });
  for (let i = 0; i < recentCount; i += 1) recent.apply(rowOf(writer(i), startMs + (i * windowMs) / (recentCount * 1.1)));
  let number = recentCount;
  let atMs = startMs + windowMs / 1.1;
  let served = 0;
  const decide = (article: RawArticle): void => {
    atMs += 5;
    const record = refineArticle(article, contextAt(atMs, directory, recent));
    if (record === null) throw new Error('an article of the benchmark was taken for known');
    recent.apply(record);
    if (record.type === 'row') served += 1;
  };
  const nextBatch = (): RawArticle[] => Array.from({ length: batchArticles }, () => writer((number += 1)));
  for (let i = 0; i < 10; i += 1) nextBatch().forEach(decide);
  served = 0;
  let count = 0;
  let elapsedMs = 0;
  // Only the decisions are timed, not the writing of the articles.
  while (elapsedMs < seconds * 1_000) {
    const batch = nextBatch();
    const fromMs = cpuMs();
    batch.forEach(decide);
    elapsedMs += cpuMs() - fromMs;
    count += batch.length;
  }
  return { articlesPerSecond: (count * 1_000) / elapsedMs, servedShare: served / count };
}

function measureJson(writer: Bench['writer'], seconds: number): number {
  const texts = Array.from({ length: 1_000 }, (_, number) => JSON.stringify(writer(number)));
  let bytes = 0;
  let count = 0;
  const fromMs = cpuMs();
  while (cpuMs() - fromMs < seconds * 1_000) {
    for (const text of texts) bytes += JSON.stringify(JSON.parse(text)).length;
    count += texts.length;
  }
  return bytes === 0 ? 0 : (count * 1_000) / (cpuMs() - fromMs);
}

const contextAt = (atMs: number, directory: Directory, recent: RecentArticles): RefineContext => ({
  refinedAt: new Date(atMs).toISOString(),
  uidFor: uidOf,
  directory,
  recent,
  settings: { blockedDomains: new Set(['blocked.example']), relevanceFloor: 4 },
});

/** What the log holds of an article, as far as the window reads it. */
function rowOf(article: RawArticle, atMs: number): FeedRow {
  const at = new Date(atMs).toISOString();
  const uid = uidOf(article.identity);
  const { title, summary, url } = article;
  return {
    type: 'row',
    v: 1,
    uid,
    identity: article.identity,
    source: article.source,
    kind: 'article',
    instants: { published_at: at, seen_at: at, fetched_at: at, refined_at: at },
    key_entities: [],
    story_id: uid,
    score_version: 'bench',
    item: {
      original: {
        uid,
        title,
        summary,
        time_published: at,
        source: article.outlet,
        source_domain: 'example.com',
        url,
        authors: [],
        created_at: at,
        updated_at: null,
        source_type: 'publisher',
        ownership_form: null,
        banner_image: null,
        topics: [],
      },
      enrichment: {
        relevance_score: 5,
        category: 'other',
        tickers: [article.topics[0] ?? ''],
        ai_trading_insights: { ticker_analysis: [], news_trading_value: { actionability_score: 'low', information_novelty: 5 } },
      },
      insider: null,
      filing: null,
      search_match: null,
      story_id: null,
      sources_count: null,
      sources: null,
    },
  };
}

/** The SEC's list of filers with exchange where it stands beside the repository, else as many made-up companies. */
function symbolEntries(): SymbolEntry[] {
  const path = fileURLToPath(new URL('../../../shared/data/symbols/company_tickers_exchange.2025-09.json.gz', import.meta.url));
  const listed: readonly (readonly [cik: number, name: string, ticker: string, exchange: string | null])[] = existsSync(path)
    ? JSON.parse(gunzipSync(readFileSync(path)).toString()).data
    : Array.from({ length: 10_000 }, (_, i) => [i + 1, `${madeUpName(i)}${i} Holdings Inc`, tickerOf(i), i % 3 === 0 ? 'OTC' : 'Nasdaq'] as const);
  return listed
    .filter(([, , ticker]) => /^[A-Z]{1,5}(-[A-Z])?$/.test(ticker))
    .map(([cik, name, symbol, exchange]) => ({
      symbol,
      name,
      asset_type: 'Stock',
      exchange,
      sector: null,
      industry: null,
      country: 'US',
      currency: 'USD',
      status: 'active',
      brand_aliases: [],
      cik: String(cik).padStart(10, '0'),
      delisted_at: null,
      renamed_to: '',
    }));
}

const syllables = ['ka', 'ro', 'mi', 'ten', 'lu', 'sor', 'bel', 'vi', 'dan', 'que', 'zo', 'phar', 'gen', 'tri', 'nex', 'ol'];
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
/** People and places of the news: 5,000 of them, so that most have been read before. */
const madeUpName = (number: number): string => {
  const seed = number % 5_000;
  const word = pick(syllables, seed) + pick(syllables, Math.floor(seed / 16)) + pick(syllables, Math.floor(seed / 256)) + pick(syllables, seed * 7);
  return word.charAt(0).toUpperCase() + word.slice(1);
};
const tickerOf = (seed: number): string => [0, 1, 2, 3].map((place) => String.fromCharCode(65 + (Math.floor(seed / 26 ** place) % 26))).join('');

// prettier-ignore
const headlines: readonly ((name: string, figure: number, other: string) => string)[] = [
  (name, figure) => `${name} Q3 EPS of $${figure}.${figure % 90} beats estimates, raises full-year guidance`,
  (name, figure, other) => `${name} to acquire ${other} for $${figure}.${figure % 7} billion in cash`,
  (name, figure) => `${name} shares jump ${figure % 40}% after FDA approves its ${madeUpName(figure)} drug`,
  (name, figure) => `Analyst downgrades ${name} to neutral, cuts price target to $${figure}`,
  (name, figure, other) => `${name} signs $${figure} million supply agreement with ${other}`,
  (name) => `${name} names new chief executive as founder steps down`,
  (name, figure) => `${name} declares quarterly dividend of $0.${figure % 90}, announces $${figure} million buyback`,
  (name, figure) => `Oil falls to $${figure % 120} as ${madeUpName(figure)} output rises; ${name} slips`,
  (_name, figure) => `US inflation rises 0.${figure % 9}% in ${pick(['May', 'June', 'July'], figure)}, ${madeUpName(figure)} survey shows`,
  (name, figure) => `Should you buy ${name} stock? ${figure % 9} things to know`,
  (name, figure) => `${madeUpName(figure)} sues ${name} over ${madeUpName(figure * 3)} patent, seeks $${figure} million`,
  (name, figure) => `Recipe of the week: ${madeUpName(figure)} soup with ${name} cheese`,
];

/** Article number `number`: always the same, no two alike. */
function articleWriter(entries: readonly SymbolEntry[]): (number: number) => RawArticle {
  return (number) => {
    const entry = pick(entries, Math.imul(number, 2_654_435_761) >>> 8);
    const other = pick(entries, Math.imul(number, 40_503) >>> 4);
    const name = entry.name.replace(/\s*\/.*$/, '').replace(/,?\s+(?:inc|corp|ltd|co)\.?$/i, '');
    const title = pick(headlines, number)(name, (number % 977) + 3, other.name);
    const detail = `${madeUpName(number * 13)} ${madeUpName(number * 31)}`;
    return {
      kind: 'article',
      identity: `https://example.com/news/${number}`,
      source: 'bench',
      seen_at: '2026-06-01T00:00:00.000Z',
      fetched_at: '2026-06-01T00:00:01.000Z',
      url: `https://www.example.com/news/${number}`,
      title: number % 4 === 0 ? `${title} - Example Wire` : title,
      summary: `${title}, the company said on Tuesday, according to a statement seen by ${detail}. The ${detail} unit reported ${number % 800} million in revenue, against ${(number * 7) % 900} million a year earlier. Investors had expected less from ${name} (NYSE: ${entry.symbol}), whose shares have risen ${number % 60}% this year. Analysts at ${madeUpName(number * 3)} Partners said demand in ${madeUpName(number * 11)} remains strong.`,
      body: null,
      outlet: 'Example Wire',
      authors: ['A. Writer'],
      topics: [entry.symbol],
      declared_language: 'en',
      banner_image: null,
      published_at: '2026-05-31T23:58:00.000Z',
      updated_at: null,
    };
  };
}

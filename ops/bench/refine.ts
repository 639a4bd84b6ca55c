/**
 * How many distinct articles a second the refine steps decide, all of them together on one core, with 72
 * hours of recent articles in memory and the whole symbol directory; and how that changes when the window
 * holds ten times as many. Ceiling: the same articles only read from JSON and written back.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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
  readonly small: Rate;
  readonly large: Rate;
  readonly jsonPerSecond: number;
  /** Of the whole process after a collection, with the directory and 200,000 recent articles. */
  readonly memory: { readonly residentBytes: number; readonly heldBytes: number };
}

/** How fast a window of one size was. */
export interface Rate {
  /** Articles a second of wall time, and of processor time of the whole process, the collector's threads included. */
  readonly perSecond: number;
  readonly perCpuSecond: number;
  readonly servedShare: number;
  readonly wallMs: number;
}

/** Others had the processor for more of the time than this: then wall time says nothing of ours. */
const QUIET_SHARE = 0.9;

export async function benchRefine(options: { readonly seconds: number } = { seconds: 5 }): Promise<Measurements> {
  const { small, large, jsonPerSecond, memory } = measureRefine(options);
  const isQuiet = small.perSecond >= QUIET_SHARE * small.perCpuSecond;
  const value = isQuiet ? small.perSecond : small.perCpuSecond;
  const rates = (rate: Rate): string => `${Math.round(rate.perSecond)}/s wall, ${Math.round(rate.perCpuSecond)}/s CPU`;
  return {
    refine: {
      value,
      ceiling: jsonPerSecond,
      ratio: value / jsonPerSecond,
      unit: 'articles/s',
      note: [
        `value: per second of ${isQuiet ? 'wall time' : 'CPU time, the machine was busy'}`,
        `${smallWindow} recent articles: ${rates(small)}`,
        `${largeWindow}: ${rates(large)}`,
        `flatness by CPU ${(large.perCpuSecond / small.perCpuSecond).toFixed(2)}, by wall ${(large.perSecond / small.perSecond).toFixed(2)}`,
        `memory at ${largeWindow}: ${megabytes(memory.residentBytes)} resident, ${megabytes(memory.heldBytes)} held`,
        `served: ${Math.round(small.servedShare * 100)} %`,
        'ceiling: JSON in and out',
      ].join('; '),
    },
  };
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

export function measureRefine({ seconds }: { readonly seconds: number }): RefineFigures {
  const entries = symbolEntries();
  const directory = createDirectory(entries);
  const writer = articleWriter(entries);
  const large = windowOf(largeWindow, { directory, writer });
  const memory = memoryNow();
  const small = windowOf(smallWindow, { directory, writer });
  // In turns, so that what others do on the machine meanwhile slows both alike.
  for (let i = 0; i < 20; i += 1) [small, large].forEach((window) => window.measure(batchArticles));
  [small, large].forEach((window) => window.begin());
  while (small.rate().wallMs + large.rate().wallMs < 2_000 * seconds) [small, large].forEach((window) => window.measure(batchArticles));
  return { small: small.rate(), large: large.rate(), jsonPerSecond: measureJson(writer, seconds / 2), memory };
}

interface Bench {
  readonly directory: Directory;
  readonly writer: (number: number) => RawArticle;
}

/** Processor time of all of the process' threads. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

interface Window {
  readonly measure: (articles: number) => void;
  /** What was measured before is forgotten. */
  readonly begin: () => void;
  readonly rate: () => Rate;
}

function windowOf(recentCount: number, { directory, writer }: Bench): Window {
  const recent = createRecentArticles({ windowMs });
  for (let i = 0; i < recentCount; i += 1) recent.apply(rowOf(writer(i), startMs + (i * windowMs) / (recentCount * 1.1)));
  let number = recentCount;
  let atMs = startMs + windowMs / 1.1;
  let [count, served, wallMs, cpuSumMs] = [0, 0, 0, 0];
  const decide = (article: RawArticle): void => {
    atMs += 5;
    const record = refineArticle(article, contextAt(atMs, directory, recent));
    if (record === null) throw new Error('an article of the benchmark was taken for known');
    recent.apply(record);
    if (record.type === 'row') served += 1;
  };
  return {
    measure: (articles) => {
      // Only the decisions are timed, not the writing of the articles.
      const batch = Array.from({ length: articles }, () => writer((number += 1)));
      const [fromWallMs, fromCpuMs] = [performance.now(), cpuMs()];
      batch.forEach(decide);
      wallMs += performance.now() - fromWallMs;
      cpuSumMs += cpuMs() - fromCpuMs;
      count += articles;
    },
    begin: () => {
      [count, served, wallMs, cpuSumMs] = [0, 0, 0, 0];
    },
    rate: () => ({ perSecond: (count * 1_000) / wallMs, perCpuSecond: (count * 1_000) / cpuSumMs, servedShare: served / count, wallMs }),
  };
}

function memoryNow(): RefineFigures['memory'] {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  return { residentBytes: rss, heldBytes: heapUsed + arrayBuffers };
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
  heldEvents: { find: () => null },
  settings: { blockedDomains: new Set(['blocked.example']), relevanceFloor: 4, majorTickers: { kind: 'all' } },
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

/**
 * A worker thread with one window of recent articles, and with its own heap as the refine process has. It fills the window, then refines as
 * many articles as requested and reports the cost.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { refineArticle } from '#pipeline/refine/article/refine-article.ts';
import type { RefineContext } from '#pipeline/refine/context.ts';
import { createRecentArticles, type RecentArticles } from '#pipeline/refine/recent/recent-articles.ts';
import { createDirectory, type Directory } from '#pipeline/refine/tickers/names/directory.ts';
import { noMarketEffects } from '#schemas/item.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { articleWriter, symbolEntries } from './articles.ts';
import { surfacedItems } from '#schemas/vocabulary.ts';

const windowMs = 72 * 3_600_000;
const startMs = Date.parse('2026-06-01T00:00:00.000Z');

/** The message that the window is filled. `residentBytes` is the whole process's. */
export interface Filled {
  readonly residentBytes: number;
  readonly heldBytes: number;
}

/** The result of refining a batch: wall time, and processor time of the whole process, garbage collector threads included. */
export interface Decided {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly served: number;
}

if (parentPort !== null) {
  const port = parentPort;
  const { recentCount } = workerData as { readonly recentCount: number };
  const decide = windowOf(recentCount);
  port.on('message', (articles: number) => port.postMessage(decide(articles)));
  port.postMessage(memoryNow());
}

function windowOf(recentCount: number): (articles: number) => Decided {
  const entries = symbolEntries();
  const directory = createDirectory(entries);
  const writer = articleWriter(entries);
  const recent = createRecentArticles({ windowMs });
  for (let i = 0; i < recentCount; i += 1) recent.apply(rowOf(writer(i), startMs + (i * windowMs) / (recentCount * 1.1)));
  let number = recentCount;
  let atMs = startMs + windowMs / 1.1;
  const decide = (article: RawArticle): boolean => {
    atMs += 5;
    const record = refineArticle(article, contextAt(atMs, directory, recent));
    if (record === null) throw new Error('an article of the benchmark was taken for known');
    recent.apply(record);
    return record.type === 'row';
  };
  return (articles) => {
    // Only the refining is timed, not the writing of the articles.
    const batch = Array.from({ length: articles }, () => writer((number += 1)));
    const [fromWallMs, fromCpuMs] = [performance.now(), cpuMs()];
    const served = batch.filter(decide).length;
    return { wallMs: performance.now() - fromWallMs, cpuMs: cpuMs() - fromCpuMs, served };
  };
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function memoryNow(): Filled {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  return { residentBytes: rss, heldBytes: heapUsed + arrayBuffers };
}

const contextAt = (atMs: number, directory: Directory, recent: RecentArticles): RefineContext => ({
  refinedAt: new Date(atMs).toISOString(),
  uidFor: uidOf,
  directory,
  recent,
  knownEvents: { find: () => null, sameDay: () => [], pricesNear: () => [] },
  settings: { blockedDomains: new Set(['blocked.example']), relevanceFloor: 4, majorTickers: { kind: 'all' }, surfacedItems },
});

/** Returns the log record of an article, with the fields that the window reads. */
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
        updated_at: at,
        source_type: 'publisher',
        ownership_form: null,
        banner_image: null,
        topics: [],
        tickers_sentiment: [],
      },
      enrichment: {
        relevance_score: 5,
        category: 'other',
        tickers: [article.topics[0] ?? ''],
        ai_trading_insights: {
          ticker_analysis: [],
          news_trading_value: {
            actionability_score: 'low',
            information_novelty: 5,
            timing_relevance: '',
            market_sentiment_alignment: '',
            estimated_read_time: '1 min',
          },
          ...noMarketEffects,
        },
        news_context_enhancement: null,
      },
      insider: null,
      filing: null,
      search_match: null,
      score_version: 'bench',
      story_id: null,
      sources_count: null,
      sources: null,
    },
  };
}

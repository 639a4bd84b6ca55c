/**
 * Measures how many distinct articles per second pass all refine steps on one core, with a full window of recent articles and the whole
 * symbol directory in memory. Ceiling: the same articles are parsed from JSON and written back.
 */
import { refineArticle } from '#pipeline/refine/article/refine-article.ts';
import { createRecentArticles } from '#pipeline/refine/recent/recent-articles.ts';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { surfacedItems } from '#schemas/vocabulary.ts';
import { rowRecord } from '#test/support/records.ts';
import { cpuMs, usedBytes, measurement, timeOf, type Measurements } from './measure.ts';
import { articleWriter, symbolEntries } from './articles.ts';

const windowMs = 72 * 3_600_000;
const recentCount = 20_000;
const warmUpArticles = 300;
const batchArticles = 100;
const seconds = 10;
/** Lowest ratio of the rate by the clock to the rate by CPU time. Below it the machine was busy, and the rate by CPU time counts. */
const quietShare = 0.9;

export async function benchRefine(): Promise<Measurements> {
  const nextArticle = articleWriter();
  const directory = createDirectory(symbolEntries());
  const before = usedBytes();
  const recent = createRecentArticles();
  const startMs = Date.UTC(2026, 5, 1);
  for (let number = 0; number < recentCount; number += 1) recent.apply(rowOf(nextArticle(), startMs + (number * windowMs) / (recentCount * 1.1)));
  const bytes = (usedBytes() - before) / recentCount;
  let [nowMs, served] = [startMs + windowMs / 1.1, 0];
  const refine = (article: RawArticle): void => {
    nowMs += 5;
    const record = refineArticle(article, {
      refinedAt: new Date(nowMs).toISOString(),
      claimUid: uidOf,
      directory,
      recent,
      knownEvents: { find: () => null, reportedAs: () => [], sameDay: () => [], pricesNear: () => [] },
      settings: { blockedDomains: new Set(['blocked.example']), relevanceFloor: 4, majorTickers: { kind: 'all' }, surfacedItems },
    });
    if (record === null) throw new Error('refine took an article of the benchmark for one that it had seen');
    recent.apply(record);
    if (record.type === 'row') served += 1;
  };
  let [count, clockMs, processorMs] = [-warmUpArticles, 0, 0];
  while (count < 0 || clockMs < seconds * 1_000) {
    // Making the articles is not timed.
    const batch = Array.from({ length: batchArticles }, nextArticle);
    const fromMs = cpuMs();
    clockMs += await timeOf(() => batch.forEach(refine));
    processorMs += cpuMs() - fromMs;
    count += batch.length;
    if (count === 0) [clockMs, processorMs, served] = [0, 0, 0];
  }
  const [byClock, byProcessor] = [(count * 1_000) / clockMs, (count * 1_000) / processorMs];
  const value = byClock >= quietShare * byProcessor ? byClock : byProcessor;
  const note = [
    `${Math.round(byClock)}/s by the clock, ${Math.round(byProcessor)}/s of processor time, which counts on a busy machine`,
    `${recentCount} recent articles of ${Math.round(bytes)} bytes`,
    `served: ${Math.round((100 * served) / count)} %`,
    'ceiling: JSON in and out',
  ];
  return { refine: measurement(value, jsonPerSecond(nextArticle), 'articles/s', note.join('; ')) };
}

function jsonPerSecond(nextArticle: () => RawArticle): number {
  const texts = Array.from({ length: 1_000 }, () => JSON.stringify(nextArticle()));
  let [bytes, count] = [0, 0];
  const fromMs = performance.now();
  while (performance.now() - fromMs < 2_500) {
    for (const text of texts) bytes += JSON.stringify(JSON.parse(text)).length;
    count += texts.length;
  }
  return bytes === 0 ? 0 : (count * 1_000) / (performance.now() - fromMs);
}

/** Returns the feed record of an article, with the fields that the window of recent articles reads. */
function rowOf({ identity, title, summary, url, topics }: RawArticle, atMs: number): FeedRow {
  const row = rowRecord(identity, { tickers: topics.slice(0, 1), publishedAt: new Date(atMs).toISOString() });
  return { ...row, item: { ...row.item, original: { ...row.item.original, title, summary, url } } };
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NumberedRecord } from '#clickhouse/feed-records.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import type { RadarCutoff } from '#clickhouse/radar-inputs.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Articles, CurrentCounts, ToneArticles } from '#pipeline/radar/articles.ts';
import { createArticleCache, createMentionCache, minuteOf } from '#pipeline/radar/read-cache.ts';
import type { Mentions } from '#pipeline/radar/mentions.ts';
import { sentiments } from '#schemas/vocabulary.ts';
import { articleRow, dayMs, hourMs } from '#test/support/radar.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { freshStore } from '../../clickhouse/fresh-store.ts';

const endMs = Date.parse('2026-11-19T22:00:00.000Z');
const minuteMs = 60_000;
const rules = { minRelevance: 4, maxStoryTickers: 2 };
const windowsMs = [hourMs, 6 * hourMs];
const reachMs = 12 * hourMs;
/** Minutes of a window, and number of windows, in which mentions are counted. */
const cells = [
  [60, 25],
  [360, 5],
] as const;
const mentionsMs = 30 * hourMs;
const tickers = ['AAA', 'BBB', 'CCC', 'DDD'];

const server = await sharedClickHouse();

const told = (articles: Articles, { cutoffMs }: RadarCutoff): unknown => [
  articles.sums(),
  windowsMs.map((windowMs) => [articles.counts(cutoffMs, windowMs), tickers.map((ticker) => articles.toneArticles(ticker, cutoffMs, windowMs))]),
];

const countedIn = (mentions: Mentions, cutoff: RadarCutoff): unknown =>
  cells.map(([minutes, count]) => mentions.cells(minuteOf(cutoff), minutes, count));

/** Returns when an article counts: at its arrival; at its publication if that was more than a day before, or if it is history. */
function activityOf({ record }: NumberedRecord): number {
  if (record.type !== 'row') throw new Error('a row is wanted');
  const [createdMs, publishedMs] = [Date.parse(record.item.original.created_at), Date.parse(record.item.original.time_published)];
  return record.is_history === true || createdMs - publishedMs > dayMs ? Math.min(createdMs, publishedMs) : createdMs;
}

/** Returns the same figures, without candidates, computed from the records themselves. */
function figuresOf(records: readonly NumberedRecord[], ticker: string, { cutoffMs, toSeq }: RadarCutoff, windowMs: number): unknown {
  const rows = records.flatMap((numbered) => {
    const { seq, record } = numbered;
    if (record.type !== 'row' || seq > toSeq || Date.parse(record.item.original.created_at) > cutoffMs) return [];
    const { tickers: of } = record.item.enrichment;
    const age = cutoffMs - activityOf(numbered);
    return of.includes(ticker) && age < windowMs
      ? [{ uid: record.uid, story: record.story_id, outlet: record.item.original.source_domain, isModel: of.length <= rules.maxStoryTickers }]
      : [];
  });
  const model = rows.filter(({ isModel }) => isModel);
  const count = (values: readonly string[]): number => new Set(values).size;
  return {
    stories: count(rows.map(({ story }) => story)),
    articles: count(rows.map(({ uid }) => uid)),
    outlets: count(rows.map(({ outlet }) => outlet)),
    model_stories: count(model.map(({ story }) => story)),
    model_outlets: count(model.map(({ outlet }) => outlet)),
  };
}

const none = { stories: 0, articles: 0, outlets: 0, model_stories: 0, model_outlets: 0 };

/** A row of a minute's batch. It arrives up to two minutes after its batch's cutoff, so that some rows are read a minute later. */
const Article = fc.record({
  tickers: fc.uniqueArray(fc.constantFrom(...tickers), { minLength: 1, maxLength: 3 }),
  story: fc.integer({ min: 1, max: 6 }),
  outlet: fc.constantFrom('a.example', 'b.example', 'c.example'),
  sentiment: fc.constantFrom(...sentiments),
  arrivesBeforeMs: fc.oneof(fc.constant(0), fc.integer({ min: -2 * minuteMs, max: 3 * minuteMs })),
  /** If it arrives more than a day late, it counts at its publication. */
  lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 * hourMs }), fc.integer({ min: 0, max: 2 * dayMs })),
  isHistory: fc.boolean(),
});
const Step = fc.record({ minutes: fc.constantFrom(1, 1, 2, 50, 200, 500), articles: fc.array(Article, { maxLength: 12 }) });

describe('articles and mentions kept from one cutoff to the next', () => {
  test('are those that are read at once, and count as the records say, whatever arrives, late, again and behind the cutoff', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const store = await freshStore(server.url);
        const [kept, mentions] = [createArticleCache(store, rules, reachMs), createMentionCache(store, rules, mentionsMs)];
        const records: NumberedRecord[] = [];
        let cutoffMs = endMs;
        for (const [at, { minutes, articles }] of steps.entries()) {
          cutoffMs += minutes * minuteMs;
          const batch = articles.map(({ arrivesBeforeMs, lateMs, story, ...article }, nth): NumberedRecord => {
            const arrivedMs = cutoffMs - arrivesBeforeMs;
            const times = { arrivedMs, atMs: arrivedMs - lateMs };
            return {
              seq: records.length + nth + 1,
              record: articleRow({ name: `${at}-${nth}`, ...article, ...times, story: String(story).padStart(16, '0') }),
            };
          });
          records.push(...batch);
          // A writer that was believed dead writes a row a second time.
          if (batch.length > 0) await insertRecords(store, [...batch]);
          if (batch.length > 1) await insertRecords(store, batch.slice(0, 1));
          const cutoff = { cutoffMs, toSeq: records.length };
          const now = await kept.at(cutoff);
          expect(told(now, cutoff)).toEqual(told(await createArticleCache(store, rules, reachMs).at(cutoff), cutoff));
          const fresh = await createMentionCache(store, rules, mentionsMs).at(cutoff);
          expect(countedIn(await mentions.at(cutoff), cutoff)).toEqual(countedIn(fresh, cutoff));
          for (const windowMs of windowsMs) {
            const counted = new Map(now.counts(cutoffMs, windowMs).map((one) => [one.ticker, one]));
            for (const ticker of tickers) {
              const { ticker: _, candidates: __, ...figures }: Partial<CurrentCounts> = counted.get(ticker) ?? none;
              expect(figures).toEqual(figuresOf(records, ticker, cutoff, windowMs));
            }
          }
        }
        await store.close();
      }),
      { numRuns: 9 },
    );
  });

  test('are those of a cutoff that lies before the last one, and of one that lies days after it', async () => {
    const store = await freshStore(server.url);
    const at = (name: string, atMs: number): ReturnType<typeof articleRow> => articleRow({ name, tickers: ['AAA'], atMs });
    await insertRecords(store, [
      { seq: 1, record: at('one', endMs - 2 * hourMs) },
      { seq: 2, record: at('two', endMs - hourMs) },
    ]);
    const [kept, mentions] = [createArticleCache(store, rules, reachMs), createMentionCache(store, rules, mentionsMs)];
    const countsAt = async (cutoffMs: number, toSeq = 2): Promise<readonly number[]> => {
      const cutoff = { cutoffMs, toSeq };
      const articles = (await kept.at(cutoff)).counts(cutoffMs, 6 * hourMs).map((one) => one.articles);
      const stories = (await mentions.at(cutoff)).cells(minuteOf(cutoff), 60, 25).flatMap((one) => [...one.stories]);
      return [articles, stories].map((counts) => counts.reduce((sum, count) => sum + count, 0));
    };
    expect(await countsAt(endMs)).toEqual([2, 2]);
    expect(await countsAt(endMs, 1)).toEqual([1, 1]);
    expect(await countsAt(endMs - 90 * minuteMs)).toEqual([1, 1]);
    expect(await countsAt(endMs + 10 * dayMs)).toEqual([0, 0]);
    await store.close();
  });

  test('are read anew after an update that failed midway', async () => {
    const store = await freshStore(server.url);
    const row = (seq: number, minutes: number): NumberedRecord => ({
      seq,
      record: articleRow({ name: `row ${seq}`, tickers: ['AAA'], atMs: endMs - minutes * minuteMs }),
    });
    await insertRecords(store, [row(1, 30), row(2, 20)]);
    let isBroken = false;
    // The second ticker's story claims a mention that was never counted, so that the first is changed when the update fails.
    const breaking: Store = {
      ...store,
      query: async (query, params, schema) => {
        const rows = await store.query(query, params, schema);
        if (!isBroken || !('after_seq' in params)) return rows;
        isBroken = false;
        return [...rows, schema.parse({ ticker: 'ZZZ', counted: [1], ages: [1] })];
      },
    };
    const kept = createMentionCache(breaking, rules, mentionsMs);
    await kept.at({ cutoffMs: endMs, toSeq: 2 });
    await insertRecords(store, [row(3, 10)]);
    const next = { cutoffMs: endMs + minuteMs, toSeq: 3 };
    isBroken = true;
    await expect(kept.at(next)).rejects.toThrow('the cache lacks a mention of ZZZ that a new record replaces');
    expect(countedIn(await kept.at(next), next)).toEqual(countedIn(await createMentionCache(store, rules, mentionsMs).at(next), next));
    await store.close();
  });

  test('name for headlines stories about few tickers first, then by relevance, the newest first; and toneArticles the newest first', async () => {
    const store = await freshStore(server.url);
    const article = (name: string, minutes: number, relevance: number, of = ['AAA']): ReturnType<typeof articleRow> => {
      const row = articleRow({ name, tickers: of, atMs: endMs - minutes * minuteMs });
      return { ...row, item: { ...row.item, enrichment: { ...row.item.enrichment, relevance_score: relevance } } };
    };
    const rows = [article('wide', 1, 9, tickers), article('old', 50, 8), article('new', 5, 6), article('newer', 4, 6), article('before', 100, 9)];
    await insertRecords(
      store,
      rows.map((record, index) => ({ seq: index + 1, record })),
    );
    const articles = await createArticleCache(store, rules, reachMs).at({ cutoffMs: endMs, toSeq: rows.length });
    const [counts] = articles.counts(endMs, hourMs);
    expect(counts!.candidates.map(({ seq }) => seq)).toEqual([2, 4, 3, 1]);
    const [current, before]: ToneArticles = articles.toneArticles('AAA', endMs, hourMs);
    expect([current, before].map((toneArticles) => toneArticles.map(({ ageSeconds }) => ageSeconds / 60))).toEqual([[4, 5, 50], [100]]);
    await store.close();
  });
});

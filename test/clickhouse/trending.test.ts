import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { insertRecords } from '#clickhouse/insert-records.ts';
import type { Store } from '#clickhouse/store.ts';
import { trendingRows } from '#clickhouse/trending.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { rowRecord } from '#test/support/records.ts';
import { insiderTrade, revisionRecord, tradeRow } from '#test/support/trades.ts';
import { storesOfRows } from './fresh-store.ts';

const nowMs = Date.parse('2026-11-21T15:00:00.000Z');
const hourMs = 3_600_000;
const range = { fromMs: nowMs - 48 * hourMs, toMs: nowMs };
const ago = (hours: number): string => new Date(nowMs - hours * hourMs).toISOString();

const storeOf = await storesOfRows();
const trendingOf = async (store: Store): Promise<string[]> => (await trendingRows(store, range)).map(({ uid }) => uid);

/** A plain implementation of the specification. */
function expected(rows: readonly FeedRow[]): string[] {
  const rank = ({ item: { original, enrichment } }: FeedRow): number =>
    enrichment.relevance_score * 0.5 ** ((nowMs - Date.parse(original.time_published)) / (24 * hourMs));
  const inside = rows.filter(({ item: { original, enrichment } }) => {
    const at = Date.parse(original.time_published);
    return enrichment.relevance_score >= 8 && at >= range.fromMs && at <= range.toMs;
  });
  const inOrder = inside.toSorted((a, b) => (Math.abs(rank(b) - rank(a)) > 1e-9 ? rank(b) - rank(a) : a.uid < b.uid ? -1 : 1));
  const bestOfStories = inOrder.filter((row, at) => inOrder.findIndex(({ story_id }) => story_id === row.story_id) === at);
  const chosen: FeedRow[] = [];
  for (const row of bestOfStories) {
    const isOfTwo = row.item.enrichment.tickers.some((ticker) => chosen.filter(({ item }) => item.enrichment.tickers.includes(ticker)).length >= 2);
    if (!isOfTwo) chosen.push(row);
  }
  return chosen.slice(0, 10).map(({ uid }) => uid);
}

describe('the list', () => {
  test('is that of the specification for any feed: score, age, stories, tickers, ties', async () => {
    const arbitraryRow = fc.record({
      score: fc.integer({ min: 6, max: 10 }),
      // Whole hours, so that there are many ties.
      hours: fc.integer({ min: -2, max: 60 }),
      story: fc.integer({ min: 0, max: 30 }),
      tickers: fc.subarray(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'], { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryRow, { maxLength: 60 }), async (made) => {
        const roots = new Map<number, string>();
        const rows = made.map(({ score, hours, story, tickers }, at) => {
          const row = rowRecord(`row ${at}`, { relevance: score, publishedAt: ago(hours), tickers, storyId: roots.get(story) });
          if (!roots.has(story)) roots.set(story, row.uid);
          return row;
        });
        const store = await storeOf(rows);
        expect(await trendingOf(store)).toEqual(expected(rows));
      }),
      { numRuns: 6 },
    );
  });

  test('has ten rows though six hundred reprints of one story and six hundred stories of one ticker have a higher rank', async () => {
    const root = rowRecord('root', { relevance: 10, publishedAt: ago(0.1), tickers: ['A'] });
    const reprints = Array.from({ length: 600 }, (_, at) =>
      rowRecord(`reprint ${at}`, { relevance: 10, publishedAt: ago(0.2), tickers: ['A'], storyId: root.uid }),
    );
    const sameTicker = Array.from({ length: 600 }, (_, at) => rowRecord(`same ${at}`, { relevance: 9, publishedAt: ago(1), tickers: ['B'] }));
    const others = Array.from({ length: 12 }, (_, at) => rowRecord(`other ${at}`, { relevance: 8, publishedAt: ago(20 + at), tickers: [`T${at}`] }));
    const rows = [...others, root, ...reprints, ...sameTicker];
    const found = await trendingOf(await storeOf(rows));
    expect(found).toHaveLength(10);
    expect(found).toEqual(expected(rows));
  });

  test('has a corrected row as corrected, and a row written twice once', async () => {
    const [down, up, still] = [1, 2, 3].map((at) =>
      tradeRow(insiderTrade({ accession_number: `0001234567-26-00000${at}`, ticker: `T${at}`, accepted_at: ago(at) }), {
        relevance: at === 2 ? 5 : 9,
      }),
    ) as [FeedRow, FeedRow, FeedRow];
    const store = await storeOf([down, up, still]);
    expect(await trendingOf(store)).toEqual([down.uid, still.uid]);
    const revisions = [
      { seq: 4, record: revisionRecord(down, down.trade!, { relevance: 3 }) },
      { seq: 5, record: revisionRecord(up, up.trade!, { relevance: 10 }) },
    ];
    await insertRecords(store, revisions);
    await insertRecords(store, revisions);
    expect(await trendingOf(store)).toEqual([up.uid, still.uid]);
  });
});

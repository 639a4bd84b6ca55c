import fc from 'fast-check';
import { expect, test } from 'vitest';
import { insertRecords } from '#clickhouse/insert-records.ts';
import { relatedRows, type RelatedTo } from '#clickhouse/related.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { rowRecord } from '#test/support/records.ts';
import { insiderTrade, revisionRecord, tradeRow } from '#test/support/trades.ts';
import { storesOfRows } from './fresh-store.ts';

const dayMs = 86_400_000;
const nowMs = Date.parse('2026-11-21T15:00:00.000Z');
const ago = (days: number): string => new Date(nowMs - days * dayMs).toISOString();

const storeOf = await storesOfRows();

const publishedMs = ({ item }: FeedRow): number => Date.parse(item.original.time_published);
const baseOf = (row: FeedRow): RelatedTo => ({
  storyId: row.story_id,
  publishedAtMs: publishedMs(row),
  category: row.item.enrichment.category,
  tickers: row.item.enrichment.tickers,
  isForm4: row.item.insider !== null,
  minRelevance: 4,
});

/** A plain implementation of the specification. */
function expected(rows: readonly FeedRow[], base: FeedRow, horizonMs: number): string[] {
  const kept = rows
    .filter((row) => row.story_id !== base.story_id && row.item.enrichment.relevance_score >= 4)
    .filter((row) => publishedMs(row) >= horizonMs && (row.item.insider === null || base.item.insider !== null));
  const newestFirst = (own: readonly FeedRow[]): FeedRow[] => own.toSorted((a, b) => publishedMs(b) - publishedMs(a) || (a.uid < b.uid ? -1 : 1));
  const firstOfStories = (own: readonly FeedRow[]): FeedRow[] => {
    const inOrder = newestFirst(own);
    return inOrder.filter((row, at) => inOrder.findLastIndex(({ story_id }) => story_id === row.story_id) === at);
  };
  const from = publishedMs(base);
  const sharing = firstOfStories(
    kept.filter(
      (row) => publishedMs(row) >= from - 7 * dayMs && row.item.enrichment.tickers.some((ticker) => base.item.enrichment.tickers.includes(ticker)),
    ),
  ).slice(0, 6);
  const ofCategory = kept.filter((row) => row.item.enrichment.category === base.item.enrichment.category);
  const backfill = firstOfStories(ofCategory.filter((row) => !sharing.some(({ story_id }) => story_id === row.story_id)));
  return [...sharing, ...backfill].slice(0, 6).map(({ uid }) => uid);
}

test('related rows are those of the specification: shared tickers first, then the category, each story once', async () => {
  const arbitraryRow = fc.record({
    score: fc.integer({ min: 3, max: 9 }),
    // Whole days, so that there are many ties.
    days: fc.integer({ min: 0, max: 45 }),
    story: fc.integer({ min: 0, max: 40 }),
    tickers: fc.subarray(['A', 'B', 'C', 'D'], { maxLength: 2 }),
    category: fc.constantFrom('earnings' as const, 'technology' as const),
    isForm4: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryRow, { minLength: 1, maxLength: 50 }), fc.integer({ min: 5, max: 60 }), async (made, archiveDays) => {
      const roots = new Map<number, string>();
      const rows = made.map(({ score, days, story, tickers, category, isForm4 }, at) => {
        const changes = { relevance: score, publishedAt: ago(days), tickers, category, storyId: roots.get(story) };
        const trade = insiderTrade({ accession_number: `0001234567-26-${String(at).padStart(6, '0')}` });
        const row = isForm4 ? tradeRow(trade, changes) : rowRecord(`row ${at}`, changes);
        if (isForm4 && changes.storyId === undefined) row.story_id = row.uid;
        if (!roots.has(story)) roots.set(story, row.uid);
        return row;
      });
      const store = await storeOf(rows);
      const horizonMs = nowMs - archiveDays * dayMs;
      for (const base of rows.slice(0, 4))
        expect((await relatedRows(store, baseOf(base), horizonMs)).map(({ uid }) => uid)).toEqual(expected(rows, base, horizonMs));
    }),
    { numRuns: 6 },
  );
});

test('a corrected row is listed as corrected, and only where it still matches', async () => {
  const [base, other, gone] = [1, 2, 3].map((at) =>
    tradeRow(insiderTrade({ accession_number: `0001234567-26-00000${at}`, accepted_at: ago(at) }), { relevance: 6 }),
  ) as [FeedRow, FeedRow, FeedRow];
  const store = await storeOf([base, other, gone]);
  await insertRecords(store, [
    { seq: 4, record: revisionRecord(other, { ...other.trade!, shares: '77' }) },
    { seq: 5, record: revisionRecord(gone, gone.trade!, { relevance: 2 }) },
  ]);
  const found = await relatedRows(store, baseOf(base), 0);
  expect(found.map(({ uid, version }) => [uid, version])).toEqual([[other.uid, 4]]);
  expect(found[0]!.doc).toContain('"shares":"77"');
});

test('hundreds of reprints of one story do not hide the others', async () => {
  const [base, ...others] = Array.from({ length: 5 }, (_, at) => rowRecord(`story ${at}`, { tickers: ['A'], publishedAt: ago(2 + at / 100) })) as [FeedRow, ...FeedRow[]]; // prettier-ignore
  const reprints = Array.from({ length: 900 }, (_, at) => rowRecord(`reprint ${at}`, { tickers: ['A'], publishedAt: ago(1 + at / 1_000), storyId: base.uid })); // prettier-ignore
  const store = await storeOf([base, ...others, ...reprints]);
  expect((await relatedRows(store, baseOf(base), 0)).map(({ uid }) => uid)).toEqual(others.map(({ uid }) => uid));
});

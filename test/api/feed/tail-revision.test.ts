import { describe, expect, test } from 'vitest';
import { createTail } from '#api/feed/tail.ts';
import { everything, type FeedFilter } from '#schemas/feed-filter.ts';
import { earningsAnalysis, earningsRow, insiderTrade, revisionRecord, tradeRecord, tradeRow } from '#test/support/trades.ts';

describe('a corrected row', () => {
  const rowOf = (at: number, relevance: number) => tradeRow(insiderTrade({ accession_number: `0001234567-26-00000${at}` }), { relevance });
  const relevant: FeedFilter = { ...everything, minRelevance: 6 };

  test('stands where it stood, as corrected, for every filter', () => {
    const tail = createTail(1_000_000);
    const rows = [rowOf(1, 7), rowOf(2, 7), rowOf(3, 7)];
    for (const [at, row] of rows.entries()) tail.add(at + 1, row);
    expect(tail.revisedSeq()).toBe(0);
    const trade = insiderTrade({ accession_number: '0001234567-26-000009', form: '4/A', ticker: 'NEW' });
    const revision = revisionRecord(rows[1]!, trade, { relevance: 3 });
    revision.item!.enrichment.tickers = ['NEW'];
    tail.add(4, revision);
    expect([tail.revisedSeq(), tail.lastSeq()]).toEqual([4, 4]);
    expect(tail.after(everything, 0, 10).rows.map(({ seq, version }) => [seq, version])).toEqual([
      [1, 0],
      [2, 4],
      [3, 0],
    ]);
    expect(tail.after(relevant, 0, 10).rows.map(({ seq }) => seq)).toEqual([1, 3]);
    expect(tail.newest({ ...everything, tickers: ['ACME'] }, 10).rows.map(({ seq }) => seq)).toEqual([1, 3]);
    expect(tail.after({ ...everything, tickers: ['NEW', 'ACME'] }, 0, 10).rows.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(tail.byUid(rows[1]!.uid)!.doc).toBe(JSON.stringify(revision.item));
  });

  test('that has left the tail, or never had an article, changes none of its rows, and is known to have been', () => {
    const tail = createTail(1_000_000);
    tail.reset(50);
    expect(tail.revisedSeq()).toBe(49);
    tail.add(50, rowOf(1, 7));
    tail.add(51, revisionRecord(rowOf(2, 7), insiderTrade()));
    tail.add(52, revisionRecord(tradeRecord(insiderTrade()), insiderTrade()));
    expect(tail.revisedSeq()).toBe(52);
    expect(tail.after(everything, 49, 10)).toMatchObject({ rows: [{ seq: 50, version: 0 }], position: 52 });
  });

  test('weighs what it says now, so that the bound holds', () => {
    const tail = createTail(100_000);
    const row = rowOf(1, 7);
    tail.add(1, row);
    const before = tail.size();
    for (let seq = 2; seq < 200; seq += 1) tail.add(seq, revisionRecord(row, insiderTrade({ accession_number: '0001234567-26-000001' })));
    expect(tail.size().rows).toBe(1);
    expect(tail.size().bytes - before.bytes).toBeLessThan(500);
  });

  test('of the past is in no page of it', () => {
    const tail = createTail(1_000_000);
    const history = { ...earningsRow('8-K', earningsAnalysis()), is_history: true as const };
    tail.add(1, history);
    tail.add(2, tradeRecord(insiderTrade()));
    expect(tail.after(everything, 0, 10)).toEqual({ rows: [], position: 2 });
    expect(tail.byUid(history.uid)).toBeUndefined();
  });
});

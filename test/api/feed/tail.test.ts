import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTail } from '#api/feed/tail.ts';
import { everything, facetsOf, matches, type FeedFilter } from '#schemas/feed-filter.ts';
import type { FeedRecord, FeedRow } from '#schemas/feed-log.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { insiderTrade, revisionRecord, tradeRow } from '#test/support/trades.ts';
import { filters, pastLogs } from './past-log.ts';

const filled = (records: readonly FeedRecord[], bytesMax = 1e9) => {
  const tail = createTail(bytesMax);
  records.forEach((entry, index) => tail.add(index + 1, entry));
  return tail;
};
const seqs = (rows: readonly { readonly seq: number }[]): number[] => rows.map((row) => row.seq);
/** Returns the item of a row after its last revision. */
const itemOf = (row: FeedRow, records: readonly FeedRecord[]): FeedRow['item'] =>
  records.filter((entry) => entry.type === 'revision').findLast(({ revises }) => revises === row.uid)?.item ?? row.item;
const matching = (records: readonly FeedRecord[], filter: FeedFilter): number[] =>
  records.flatMap((entry, index) =>
    entry.type === 'row' && entry.is_history !== true && matches(filter, facetsOf({ ...entry, item: itemOf(entry, records) })) ? [index + 1] : [],
  );

describe('the tail', () => {
  test('answers like a scan of the whole log, from any position and at any size', () => {
    fc.assert(
      fc.property(pastLogs, filters, fc.nat(70), fc.integer({ min: 1, max: 20 }), (records, filter, afterSeq, limit) => {
        const tail = filled(records);
        const expected = matching(records, filter).filter((seq) => seq > afterSeq);
        const page = tail.after(filter, afterSeq, limit);
        expect(seqs(page.rows)).toEqual(expected.slice(0, limit));
        expect(page.position).toBe(expected.length >= limit ? expected[limit - 1] : Math.max(afterSeq, records.length));
        expect(seqs(tail.newest(filter, limit).rows)).toEqual(matching(records, filter).slice(-limit));
        for (const row of page.rows) expect(row.doc).toBe(JSON.stringify(itemOf(records[row.seq - 1] as FeedRow, records)));
      }),
      { numRuns: 100 },
    );
  });

  test('is bounded in bytes and has every sequence from its first one on', () => {
    fc.assert(
      fc.property(pastLogs, filters, fc.integer({ min: 1_000, max: 40_000 }), (records, filter, bytesMax) => {
        const tail = filled(records, bytesMax);
        expect(tail.size().bytes).toBeLessThanOrEqual(bytesMax);
        const held = matching(records, filter).filter((seq) => seq >= tail.firstSeq());
        expect(seqs(tail.after(filter, tail.firstSeq() - 1, 1_000).rows)).toEqual(held);
        expect(seqs(tail.newest(filter, 1_000).rows)).toEqual(held);
        for (const [index, entry] of records.entries())
          if (entry.type === 'row' && entry.is_history !== true)
            expect(tail.byUid(entry.uid)?.seq).toBe(index + 1 >= tail.firstSeq() ? index + 1 : undefined);
      }),
    );
  });

  test('works after thousands of rows were added and evicted', () => {
    const tail = createTail(200_000);
    for (let seq = 1; seq <= 20_000; seq += 1)
      tail.add(seq, rowRecord(`row ${seq}`, { tickers: [['A', 'B', 'C', 'D'][seq % 4]!], relevance: 1 + (seq % 10) }));
    const { rows } = tail.size();
    expect(seqs(tail.newest(everything, 1e6).rows)).toEqual(Array.from({ length: rows }, (_, index) => 20_000 - rows + 1 + index));
    expect(seqs(tail.after({ ...everything, tickers: ['B'], minRelevance: 5 }, 0, 1e6).rows)).toEqual(
      seqs(tail.newest(everything, 1e6).rows).filter((seq) => seq % 4 === 1 && seq % 10 >= 4),
    );
  });

  test('takes the correction of a row that it never had, without changing its own rows', () => {
    const tail = createTail(1_000_000);
    tail.reset(50);
    expect(tail.revisedSeq()).toBe(49);
    tail.add(50, rowRecord('held'));
    tail.add(51, revisionRecord(rowRecord('of before'), insiderTrade()));
    expect([tail.revisedSeq(), tail.lastSeq()]).toEqual([51, 51]);
    expect(tail.after(everything, 49, 10)).toMatchObject({ rows: [{ seq: 50, version: 0 }], position: 51 });
  });

  test('restarts at a record that does not follow its last one', () => {
    const tail = filled([rowRecord('one'), rowRecord('two')]);
    tail.add(10, rowRecord('ten'));
    expect([tail.firstSeq(), tail.lastSeq()]).toEqual([10, 10]);
    expect(seqs(tail.after(everything, 0, 10).rows)).toEqual([10]);
  });

  test('reports a change of a page exactly if a new row matches it', () => {
    fc.assert(
      fc.property(pastLogs, filters, fc.nat(60), (records, filter, afterSeq) => {
        const tail = filled(records);
        fc.pre(afterSeq <= records.length);
        expect(tail.changesAfter(filter, null, afterSeq)).toBe(matching(records, filter).some((seq) => seq > afterSeq));
      }),
    );
  });

  test('reports a change of a collapsed page if a copy joins one of its stories, dropped or not', () => {
    const root = rowRecord('root');
    const tail = filled([root]);
    const stories = new Set([root.uid]);
    tail.add(2, dropRecord('elsewhere', { story_id: 'ffffffffffffffff' }));
    const filter = { ...everything, rootsOnly: true };
    expect(tail.changesAfter(filter, stories, 1)).toBe(false);
    tail.add(3, dropRecord('copy', { story_id: root.uid, reason: 'near_duplicate' }));
    expect(tail.changesAfter(filter, stories, 1)).toBe(true);
    expect(tail.changesAfter(filter, stories, 3)).toBe(false);
  });

  test('counts the bytes of a corrected row as corrected, so that the bound holds', () => {
    const tail = createTail(100_000);
    const row = tradeRow(insiderTrade());
    tail.add(1, row);
    const before = tail.size();
    for (let seq = 2; seq < 200; seq += 1) tail.add(seq, revisionRecord(row, insiderTrade()));
    expect(tail.size().rows).toBe(1);
    expect(tail.size().bytes - before.bytes).toBeLessThan(500);
  });

  test('reports a change of every page that has seen a longer log', () => {
    expect(filled([rowRecord('one')]).changesAfter(everything, null, 5)).toBe(true);
  });
});

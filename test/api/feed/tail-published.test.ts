import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTail, type Tail } from '#api/feed/tail.ts';
import { createPublishedOrder } from '#api/feed/published-order.ts';
import { wholeRange, type NewestRange } from '#clickhouse/feed-keys.ts';
import { everything } from '#schemas/feed-filter.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { hourMs, pastLogs, questions, standing, startMs, type Question } from './past-log.ts';

const rangeOf = ({ by, fromMs, toMs }: Question['window']): NewestRange =>
  by === 'published' ? { ...wholeRange, publishedFromMs: fromMs, publishedToMs: toMs } : { ...wholeRange, createdFromMs: fromMs, createdToMs: toMs };

/** Returns a tail that begins with the record at `fromSeq` and knows the latest times before it. */
function tailFrom(records: readonly FeedRecord[], fromSeq: number, bytesMax: number): Tail {
  const tail = createTail(bytesMax);
  if (fromSeq > 1) tail.reset(fromSeq);
  records.slice(fromSeq - 1).forEach((record, index) => tail.add(fromSeq + index, record));
  const before = standing(records.slice(0, fromSeq - 1), everything);
  const latest = (times: readonly number[]): number => Math.max(Number.NEGATIVE_INFINITY, ...times);
  const unread = tail.unreadPast();
  if (unread !== null)
    tail.learnReach(unread, {
      publishedMs: latest(before.map(({ publishedAtMs }) => publishedAtMs)),
      createdMs: latest(before.map(({ createdAtMs }) => createdAtMs)),
    });
  return tail;
}

describe('pages by time of publication', () => {
  test('that are certain equal those of the whole log, wherever the tail begins and however small it is', () => {
    let [certain, uncertain] = [0, 0];
    fc.assert(
      fc.property(
        pastLogs,
        questions,
        fc.nat(30),
        fc.constantFrom(1e9, 40_000, 15_000),
        (records, { filter, window, pageSize }, behind, bytesMax) => {
          const tail = tailFrom(records, Math.max(1, records.length - behind), bytesMax);
          const range = rangeOf(window);
          const wanted = standing(records, filter).filter(
            ({ publishedAtMs, createdAtMs }) =>
              publishedAtMs >= (range.publishedFromMs ?? -Infinity) &&
              publishedAtMs <= (range.publishedToMs ?? Infinity) &&
              createdAtMs >= (range.createdFromMs ?? -Infinity) &&
              createdAtMs <= (range.createdToMs ?? Infinity),
          );
          for (let before: NewestRange['before'] = null, at = 0; at <= wanted.length; at += pageSize) {
            const page = tail.published(filter, { ...range, before }, pageSize);
            const uids = page.rows.map(({ uid }) => uid);
            if (page.isCertain) expect(uids).toEqual(wanted.slice(at, at + pageSize).map(({ uid }) => uid));
            if (page.isCertain) certain += 1;
            else uncertain += 1;
            before = wanted[at + pageSize - 1] ?? null;
            if (before === null) break;
          }
        },
      ),
      { numRuns: 80 },
    );
    // Both certain and uncertain pages occurred often.
    expect(Math.min(certain, uncertain)).toBeGreaterThan(40);
  });

  test('are certain if the range begins after all rows outside the tail', () => {
    fc.assert(
      fc.property(pastLogs, questions, fc.nat(30), (records, { filter, pageSize }, behind) => {
        const tail = tailFrom(records, Math.max(1, records.length - behind), 40_000);
        const { publishedMs, createdMs } = tail.reach()!;
        expect(tail.published(filter, { ...wholeRange, publishedFromMs: publishedMs + 1 }, pageSize).isCertain).toBe(true);
        expect(tail.published(filter, { ...wholeRange, createdFromMs: createdMs + 1 }, pageSize).isCertain).toBe(true);
      }),
    );
  });

  test('are uncertain until the reach before the first record is known, unless the log begins with it', () => {
    const tail = createTail(1e9);
    tail.add(1, rowRecord('one'));
    expect(tail.published(everything, wholeRange, 10)).toMatchObject({ rows: [{ seq: 1 }], isCertain: true });
    tail.add(7, rowRecord('seven'));
    const asked = tail.unreadPast();
    expect([tail.reach(), asked]).toEqual([null, { beforeSeq: 7 }]);
    expect(tail.published(everything, wholeRange, 1).isCertain).toBe(false);
    tail.reset(9);
    tail.add(9, rowRecord('nine'));
    // The reach before the former start says nothing about this start.
    tail.learnReach(asked!, { publishedMs: 0, createdMs: 0 });
    expect(tail.reach()).toBeNull();
    tail.learnReach(tail.unreadPast()!, { publishedMs: 0, createdMs: 0 });
    expect(tail.published(everything, wholeRange, 1).isCertain).toBe(true);
  });

  test('have backfilled rows, which delta pages omit, but a backfill of years does not evict the rest', () => {
    const at = (hours: number) => ({ publishedAt: new Date(startMs + hours * hourMs).toISOString() });
    const tail = createTail(20_000);
    for (let seq = 1; seq <= 100; seq += 1) tail.add(seq, rowRecord(`row ${seq}`, at(seq)));
    const { publishedMs } = tail.reach()!;
    const rows = tail.size().rows;
    for (let seq = 101; seq <= 200; seq += 1) tail.add(seq, { ...rowRecord(`row ${seq}`, at(seq - 1_000)), is_history: true });
    expect([tail.size().rows, tail.reach()!.publishedMs]).toEqual([rows, publishedMs]);
    const recent = { ...rowRecord('recent', { ...at(99.5), tickers: ['PAST'] }), is_history: true as const };
    tail.add(201, recent);
    expect(tail.published(everything, wholeRange, 2).rows.map(({ seq }) => seq)).toEqual([100, 201]);
    expect(tail.published({ ...everything, tickers: ['PAST'] }, { ...wholeRange, publishedFromMs: tail.reach()!.publishedMs + 1 }, 2)).toMatchObject({
      rows: [{ seq: 201 }],
      isCertain: true,
    });
    for (const filter of [everything, { ...everything, tickers: ['PAST'] }]) {
      expect(tail.newest(filter, 1).rows.map(({ seq }) => seq)).not.toContain(201);
      expect(tail.after(filter, 150, 10).rows).toEqual([]);
    }
  });

  test('name the outlets of a story in order of appearance, dropped copies included', () => {
    const tail = createTail(1e9);
    const root = rowRecord('root');
    tail.add(1, root);
    tail.add(2, dropRecord('same outlet', { story_id: root.uid }));
    expect(tail.outletsOf([root.uid])).toEqual(new Map());
    const before = tail.size().bytes;
    for (let seq = 3; seq < 15; seq += 1) tail.add(seq, dropRecord(`copy ${seq}`, { story_id: root.uid, source_domain: `d${20 - seq}.example` }));
    tail.add(15, dropRecord('of nobody', { story_id: root.uid, source_domain: null }));
    const shown = ['example.com', ...Array.from({ length: 9 }, (_, at) => `d${17 - at}.example`)];
    expect(tail.outletsOf([root.uid])).toEqual(new Map([[root.uid, { sources: shown, sourcesCount: 13 }]]));
    expect(tail.size().bytes).toBeGreaterThan(before + 500);
    tail.reset(20);
    expect([tail.outletsOf([root.uid]).size, tail.size().bytes]).toEqual([0, 0]);
  });
});

test('the order has the rows that were added and not removed, sorted, whatever their order of arrival', () => {
  const change = fc.record({ at: fc.nat(40), isRemoval: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), fc.nat(40), (changes, asked) => {
      const rows = changes.map(({ at }, place) => ({ publishedAtMs: at, uid: String(place).padStart(16, '0') }));
      const order = createPublishedOrder((place) => rows[place]!);
      let held: number[] = [];
      for (const [place, { at, isRemoval }] of changes.entries()) {
        order.add(place);
        held.push(place);
        if (!isRemoval) continue;
        const gone = held[at % held.length]!;
        order.remove(gone);
        held = held.filter((one) => one !== gone);
      }
      const sorted = held.toSorted((a, b) => rows[a]!.publishedAtMs - rows[b]!.publishedAtMs || b - a);
      const first = order.first();
      expect(sorted.map((_, index) => order.placeAt(first + index))).toEqual(sorted);
      const behind = sorted.filter((place) => rows[place]!.publishedAtMs < asked).length;
      expect(order.indexOf({ publishedAtMs: asked, uid: 'g' }) - first).toBe(behind);
    }),
  );
});

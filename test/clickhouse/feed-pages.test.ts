import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dropCounts, lag, rowCounts } from '#clickhouse/feed-counts.ts';
import { newestBySequence, pageAfterSequence, pageNewestFirst, rowByUid, sourcesOfStories, type StoredRow } from '#clickhouse/feed-pages.ts';
import { lastSequence, recordsBetween, type NumberedRecord } from '#clickhouse/feed-records.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import { wholeRange } from '#clickhouse/feed-keys.ts';
import { newestOrder } from '#schemas/cursor.ts';
import { everything, facetsOf, matches, type FeedFilter } from '#schemas/feed-filter.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import type { Store } from '#clickhouse/store.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { arbitraryFilter, arbitraryLog, feedDrop, feedGap, feedRow } from './feed-rows.ts';
import { emptiedStores } from './fresh-store.ts';

const server = await sharedClickHouse();
const emptyStore = await emptiedStores(server.url);

async function storeOf(log: readonly NumberedRecord[], batchRecords = 7): Promise<Store> {
  const store = await emptyStore();
  for (let at = 0; at < log.length; at += batchRecords) await insertRecords(store, log.slice(at, at + batchRecords));
  return store;
}

/** Returns the rows that a page should contain, computed in memory. */
function expected(log: readonly NumberedRecord[], filter: FeedFilter): StoredRow[] {
  return log.flatMap(({ seq, record }) => {
    if (record.type !== 'row' || !matches(filter, facetsOf(record))) return [];
    const { original } = record.item;
    return [
      {
        seq,
        version: 0,
        uid: record.uid,
        storyId: record.story_id,
        isRoot: record.story_id === record.uid,
        publishedAtMs: Date.parse(original.time_published),
        createdAtMs: Date.parse(original.created_at),
        doc: JSON.stringify(record.item),
      },
    ];
  });
}

describe('tables and memory give one answer', () => {
  test('on random rows and filters, page by page, whatever the size of batches and pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryLog,
        fc.array(arbitraryFilter, { minLength: 4, maxLength: 4 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 20 }),
        async (log, filters, limit, batchRecords) => {
          const store = await storeOf(log, batchRecords);
          for (const filter of filters) {
            const wanted = expected(log, filter);
            expect(await walk(limit, (last) => pageAfterSequence(store, filter, last?.seq ?? 0, limit))).toEqual(wanted);
            expect(await newestBySequence(store, filter, limit)).toEqual(wanted.slice(-limit));
            const walked = await walk(limit, (last) => pageNewestFirst(store, filter, { ...wholeRange, before: last ?? null }, limit));
            expect(walked).toEqual(wanted.toSorted(newestOrder));
          }
        },
      ),
      { numRuns: 3 },
    );
  });

  test('on windows over the time of publication and of arrival, both ends included', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryLog,
        arbitraryFilter,
        fc.array(fc.option(fc.integer({ min: 0, max: 18 })), { minLength: 4, maxLength: 4 }),
        async (log, filter, hours) => {
          const store = await storeOf(log, 30);
          const [publishedFromMs, publishedToMs, createdFromMs, createdToMs] = hours.map((hour) =>
            hour === null ? null : Date.UTC(2026, 10, 1) + hour * 3_600_000,
          ) as [number, number, number, number];
          const wanted = expected(log, filter).filter(
            (row) =>
              row.publishedAtMs >= (publishedFromMs ?? -Infinity) &&
              row.publishedAtMs <= (publishedToMs ?? Infinity) &&
              row.createdAtMs >= (createdFromMs ?? -Infinity) &&
              row.createdAtMs <= (createdToMs ?? Infinity),
          );
          expect(await pageNewestFirst(store, filter, { before: null, publishedFromMs, publishedToMs, createdFromMs, createdToMs }, 100)).toEqual(
            wanted.toSorted(newestOrder),
          );
        },
      ),
      { numRuns: 3 },
    );
  });

  /** Reads page after page until one is not full. */
  async function walk(limit: number, next: (last: StoredRow | undefined) => Promise<StoredRow[]>): Promise<StoredRow[]> {
    const rows: StoredRow[] = [];
    for (;;) {
      const page = await next(rows.at(-1));
      rows.push(...page);
      if (page.length < limit) return rows;
    }
  }
});

describe('a record comes back', () => {
  test('byte for byte, rows and drops and gaps, in order', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryLog, async (log) => {
        const store = await storeOf(log);
        const last = log.at(-1)?.seq ?? 0;
        const back = await Array.fromAsync(recordsBetween(store, 1, last));
        expect(back.map((entry) => JSON.stringify(entry))).toEqual(log.map((entry) => JSON.stringify(entry)));
      }),
      { numRuns: 3 },
    );
  });

  test('with its keys in the order that they had', async () => {
    const { uid, type, ...rest } = feedRow();
    const shuffled = { ...rest, uid, type };
    const store = await storeOf([{ seq: 1, record: shuffled }]);
    const [back] = await Array.fromAsync(recordsBetween(store, 1, 1));
    expect(JSON.stringify(back?.record)).toBe(JSON.stringify(shuffled));
  });

  test('from a log that begins late and has wide holes', async () => {
    const log = [5_000, 90_000, 1_000_000].map((seq) => ({ seq, record: feedRow({ identity: `https://example.com/${seq}` }) }));
    const store = await storeOf(log);
    expect(await Array.fromAsync(recordsBetween(store, 1, 2_000_000))).toEqual(log);
    expect(await Array.fromAsync(recordsBetween(store, 5_001, 999_999))).toEqual([log[1]]);
  });

  test('by its uid, with the fields that pages leave out', async () => {
    const record = feedRow({ identity: 'https://example.com/a' });
    const store = await storeOf([{ seq: 4, record }]);
    const found = await rowByUid(store, record.uid);
    const { item, ...detail } = record;
    expect(found).toMatchObject({ seq: 4, uid: record.uid, doc: JSON.stringify(item), detail });
    expect(await rowByUid(store, 'ffffffffffffffff')).toBeNull();
    expect(await rowByUid(store, "' OR 1=1 --")).toBeNull();
  });
});

test('an empty store answers every question', async () => {
  const store = await emptyStore();
  expect(await lastSequence(store)).toBe(0);
  expect(await pageAfterSequence(store, everything, 0, 10)).toEqual([]);
  expect(await newestBySequence(store, everything, 10)).toEqual([]);
  expect(await pageNewestFirst(store, { ...everything, tickers: ['AAPL', 'MSFT'] }, wholeRange, 10)).toEqual([]);
  expect(await Array.fromAsync(recordsBetween(store, 1, 1_000_000))).toEqual([]);
  expect(await sourcesOfStories(store, ['0123456789abcdef'])).toEqual(new Map());
  expect([await dropCounts(store), await rowCounts(store), await lag(store, 0)]).toEqual([[], [], []]);
});

describe('after a crash', () => {
  const log = [
    { seq: 1, record: feedRow({ identity: 'https://example.com/1' }) },
    { seq: 2, record: feedDrop('https://example.com/2', { story_id: feedRow({ identity: 'https://example.com/1' }).uid }) },
    { seq: 3, record: feedRow({ identity: 'https://example.com/3', tickers: ['AAPL', 'MSFT'] }) },
    { seq: 4, record: feedDrop('https://example.com/4') },
    { seq: 5, record: feedGap },
  ] satisfies [NumberedRecord, NumberedRecord, { seq: number; record: FeedRow }, ...NumberedRecord[]];

  test('a batch written twice is once on every page and in the log', async () => {
    const store = await storeOf(log);
    await insertRecords(store, log);
    await insertRecords(store, log.slice(1, 4));
    expect(await lastSequence(store)).toBe(5);
    const filters: FeedFilter[] = [everything, { ...everything, tickers: ['AAPL', 'MSFT'] }];
    for (const filter of filters) {
      for (const limit of [1, 2, 10]) {
        const wanted = expected(log, filter);
        expect(await pageAfterSequence(store, filter, 0, limit)).toEqual(wanted.slice(0, limit));
        expect(await newestBySequence(store, filter, limit)).toEqual(wanted.slice(-limit));
        expect(await pageNewestFirst(store, filter, wholeRange, limit)).toEqual(wanted.toSorted(newestOrder).slice(0, limit));
      }
    }
    expect(await Array.fromAsync(recordsBetween(store, 1, 5))).toEqual(log);
    expect((await dropCounts(store)).map(({ drops }) => drops)).toEqual([2]);
    expect((await rowCounts(store)).map(({ rows }) => rows)).toEqual([2]);
    const storyId = feedRow({ identity: 'https://example.com/1' }).uid;
    expect(await sourcesOfStories(store, [storyId])).toEqual(new Map([[storyId, { sources: ['example.com', 'copies.example'], sourcesCount: 2 }]]));
  });

  test('the last sequence is that of a drop behind the last row, with or without a row in its batch', async () => {
    const store = await storeOf(log, 1);
    expect(await lastSequence(store)).toBe(5);
    await insertRecords(
      store,
      [6, 7].map((seq) => ({ seq, record: feedDrop(`https://example.com/${seq}`) })),
    );
    expect(await lastSequence(store)).toBe(7);
  });

  test('a batch out of order is refused whole', async () => {
    const store = await emptyStore();
    const [first, second] = log;
    await expect(insertRecords(store, [second, first])).rejects.toThrow('out of order');
    await expect(insertRecords(store, [first, first])).rejects.toThrow('out of order');
    await expect(insertRecords(store, [{ ...first, seq: 2 ** 53 }])).rejects.toThrow('out of order');
    expect(await lastSequence(store)).toBe(0);
  });
});

describe('values at their edges', () => {
  test('the last safe sequence is stored, found and continued from', async () => {
    const seq = Number.MAX_SAFE_INTEGER;
    const record = feedRow();
    const store = await storeOf([
      { seq: seq - 1, record: feedRow({ identity: 'https://example.com/0' }) },
      { seq, record },
    ]);
    expect(await lastSequence(store)).toBe(seq);
    expect((await pageAfterSequence(store, everything, seq - 1, 10)).map((row) => row.seq)).toEqual([seq]);
    expect((await newestBySequence(store, everything, 1)).map((row) => row.seq)).toEqual([seq]);
    expect((await Array.fromAsync(recordsBetween(store, seq, seq)))[0]?.record).toEqual(record);
  });

  test('hostile text is a value: in filters, titles, domains and reasons', async () => {
    const hostile = `'; DROP TABLE feed; -- \\' {x:String} \t\n\u0000 \u2028 😀`;
    const record = feedRow({ title: hostile, sourceDomain: hostile, identity: `https://example.com/${encodeURIComponent(hostile)}` });
    const store = await storeOf([
      { seq: 1, record },
      { seq: 2, record: feedDrop('https://example.com/2', { detail: hostile, source_domain: hostile, story_id: record.uid }) },
    ]);
    for (const text of [hostile, "') OR 1=1 --", '\\', "\\'", '\\N', '']) {
      const odd = {
        ...everything,
        tickers: [text],
        categories: [text],
        item: text,
        sourceTypes: [text],
      } as unknown as FeedFilter;
      expect(await pageAfterSequence(store, odd, 0, 10)).toEqual([]);
      expect(await pageNewestFirst(store, { ...odd, tickers: null }, wholeRange, 10)).toEqual([]);
      const without = { ...everything, excludeCategories: [text] } as unknown as FeedFilter;
      expect(await newestBySequence(store, without, 10)).toHaveLength(1);
    }
    expect((await Array.fromAsync(recordsBetween(store, 1, 2))).map((entry) => entry.record)).toEqual([
      record,
      expect.objectContaining({ detail: hostile }),
    ]);
    expect((await sourcesOfStories(store, [record.uid])).get(record.uid)).toEqual({ sources: [hostile], sourcesCount: 1 });
  });

  test('half a character is kept in the record and does not stop the log', async () => {
    const half = 'half \ud83d';
    const record = feedRow({ title: half, sourceDomain: half });
    const drop = feedDrop('https://example.com/2', { detail: half, source_domain: half, story_id: record.uid });
    const store = await storeOf([
      { seq: 1, record },
      { seq: 2, record: drop },
    ]);
    expect((await Array.fromAsync(recordsBetween(store, 1, 2))).map((entry) => entry.record)).toEqual([record, drop]);
    expect((await sourcesOfStories(store, [record.uid])).get(record.uid)?.sources).toEqual(['half \ufffd']);
  });

  test('times outside what the columns hold keep their text and their place', async () => {
    const log = ['0001-01-01T00:00:00.000Z', '1899-12-31T23:59:59.999Z', '2299-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'].map((time, at) => ({
      seq: at + 1,
      record: feedRow({ identity: `https://example.com/${at}`, publishedAtMs: Date.parse(time), statedAt: time }),
    }));
    const store = await storeOf(log);
    expect(await Array.fromAsync(recordsBetween(store, 1, 4))).toEqual(log);
    const first = await pageNewestFirst(store, everything, wholeRange, 2);
    const rest = await pageNewestFirst(store, everything, { ...wholeRange, before: first.at(-1) ?? null }, 10);
    expect([...first, ...rest].map(({ seq }) => seq).toSorted((left, right) => left - right)).toEqual([1, 2, 3, 4]);
  });

  test('a story shows ten domains in order of appearance and counts them all', async () => {
    const root = feedRow({ identity: 'https://example.com/root', sourceDomain: 'first.example' });
    const copies = Array.from({ length: 14 }, (_, at) => ({
      seq: at + 2,
      record: feedDrop(`https://example.com/${at}`, { story_id: root.uid, source_domain: `d${13 - at}.example` }),
    }));
    const store = await storeOf([{ seq: 1, record: root }, ...copies]);
    const found = (await sourcesOfStories(store, [root.uid, root.uid, 'ffffffffffffffff'])).get(root.uid);
    expect(found).toEqual({ sources: ['first.example', ...copies.slice(0, 9).map((_, at) => `d${13 - at}.example`)], sourcesCount: 15 });
  });
});

describe('counts', () => {
  test('lag is told by source and leg, null where no row states its time', async () => {
    const createdAtMs = Date.now() - 5_000;
    const store = await storeOf([
      { seq: 1, record: feedRow({ createdAtMs, statedAt: new Date(createdAtMs - 60_900).toISOString() }) },
      { seq: 2, record: feedRow({ createdAtMs, identity: 'x', sourceType: 'sec_form8k' }) },
    ]);
    const found = await lag(store, createdAtMs - 1_000);
    expect(found).toMatchObject([
      {
        source: 'source-publisher',
        rows: 1,
        published_to_seen: { p50_seconds: 60 },
        seen_to_fetched: { p99_seconds: 0.5 },
        fetched_to_refined: { p95_seconds: 0.4 },
      },
      { source: 'source-sec_form8k', rows: 1, published_to_seen: { p50_seconds: null } },
    ]);
    expect(found[0]?.refined_to_visible.p50_seconds).toBeGreaterThanOrEqual(5);
    expect(await lag(store, Date.now() + 60_000)).toEqual([]);
  });

  test('drops are counted by reason and kind of source, gaps are not', async () => {
    const store = await storeOf([
      { seq: 1, record: feedDrop('a', { reason: 'not_english' }) },
      { seq: 2, record: feedDrop('b', { reason: 'not_english' }) },
      { seq: 3, record: feedDrop('c', { reason: 'amendment_without_trade', source_type: 'sec_form4' }) },
      { seq: 4, record: feedGap },
    ]);
    expect(await dropCounts(store)).toEqual([
      { reason: 'not_english', source_type: 'publisher', drops: 2 },
      { reason: 'amendment_without_trade', source_type: 'sec_form4', drops: 1 },
    ]);
  });
});

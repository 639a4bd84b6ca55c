/** Cached ranges of the past: read for pages that are requested often, kept for a minute within a byte bound, dropped by a correction. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createPastRanges, type PastRanges } from '#api/feed/past-ranges.ts';
import { pageNewestFirst } from '#clickhouse/feed-pages.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import { wholeRange, type NewestRange } from '#clickhouse/feed-keys.ts';
import { everything } from '#schemas/feed-filter.ts';
import { freshStore } from '#test/clickhouse/fresh-store.ts';
import { rowRecord } from '#test/support/records.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';

const startMs = Date.UTC(2026, 10, 1);
const minuteMs = 60_000;
const rowsCount = 200;

let nowMs: number;
let version: string;
let statements: number;

const store = await freshStore((await sharedClickHouse()).url);
afterAll(() => store.close());
const stored = Array.from({ length: rowsCount }, (_, index) => {
  const publishedAt = new Date(startMs + index * minuteMs).toISOString();
  const record = rowRecord(`row ${index}`, { publishedAt, relevance: 1 + (index % 10), tickers: index % 4 === 0 ? ['AAA'] : [] });
  return { seq: index + 1, record };
});
await insertRecords(store, stored);

beforeEach(() => {
  nowMs = 5_000;
  version = 'a';
  statements = 0;
});

const rangesOf = (bytesMax = 1e9): PastRanges =>
  createPastRanges({
    ask: (question) => {
      statements += 1;
      return question(store);
    },
    isRevisionStored: () => Promise.resolve(version !== 'not stored'),
    version: () => version,
    steadyMs: () => nowMs,
    bytesMax,
    limits: { rowsOfRange: 50 },
  });

const upTo = (minute: number): NewestRange => ({ ...wholeRange, publishedToMs: startMs + minute * minuteMs });

/** Requests a range as a page does: several misses make the cache read a range. */
async function ask(past: PastRanges, range: NewestRange): Promise<void> {
  if (past.find(everything, range, 5) === null) await past.learn(everything, range);
}

async function popular(past: PastRanges, minute: number): Promise<void> {
  for (let times = 0; times < 3; times += 1) await ask(past, upTo(minute));
}

test('a range is not read for one or two requests; after that one statement serves every page of a walk', async () => {
  const past = rangesOf();
  await ask(past, upTo(150));
  await ask(past, upTo(140));
  expect(statements).toBe(0);
  await ask(past, upTo(150));
  expect(statements).toBe(1);
  let range = upTo(150);
  for (let page = 0; page < 9; page += 1) {
    const found = past.find(everything, range, 5);
    expect(found?.rows.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4].map((row) => 151 - page * 5 - row));
    range = { ...upTo(150), before: found!.rows.at(-1)! };
  }
  expect(statements).toBe(1);
  expect(past.find({ ...everything, minRelevance: 9 }, upTo(120), 2)?.rows.map(({ seq }) => seq)).toEqual([120, 119]);
});

test('adjacent ranges are joined, up to the end of the feed', async () => {
  const past = rangesOf();
  await popular(past, 100);
  await popular(past, 120);
  await popular(past, 30);
  // This is past the end of the first range, which is its fiftieth row.
  await ask(past, { ...upTo(100), before: past.find(everything, upTo(100), 50)!.rows.at(-1)! });
  expect(past.find(everything, upTo(120), 1_000)?.rows).toHaveLength(121);
  expect(past.find(everything, { ...upTo(120), publishedFromMs: startMs + 90 * minuteMs }, 1_000)?.rows).toHaveLength(31);
  expect(past.find(everything, upTo(121), 1)).toBeNull();
});

test('a ticker has its own ranges if its rows are far apart', async () => {
  const past = rangesOf();
  const filter = { ...everything, tickers: ['AAA'] };
  for (const minute of [190, 120, 190]) await past.learn(filter, upTo(minute));
  expect(statements).toBe(1);
  expect(past.find({ ...filter, minRelevance: 5 }, upTo(150), 20)?.rows.map(({ seq }) => seq)).toEqual(
    Array.from({ length: 150 }, (_, back) => 150 - back)
      .filter((index) => index % 4 === 0 && index % 10 >= 4)
      .slice(0, 20)
      .map((index) => index + 1),
  );
  expect(past.find(everything, upTo(150), 5)).toBeNull();
  expect(past.find({ ...filter, tickers: ['BBB'] }, upTo(150), 5)).toBeNull();
  // A range of all rows also serves each ticker.
  for (const minute of [150, 120, 150]) await past.learn(everything, upTo(minute));
  expect(past.find({ ...filter, tickers: ['BBB'], minRelevance: 5 }, { ...upTo(150), publishedFromMs: startMs + 130 * minuteMs }, 5)?.rows).toEqual(
    [],
  );
});

test('a filter with an empty list of tickers reads no range that answers another page', async () => {
  const past = rangesOf();
  for (const minute of [150, 120, 150, 150]) await past.learn({ ...everything, tickers: [] }, upTo(minute));
  expect(past.find(everything, upTo(150), 5)).toBeNull();
  await popular(past, 150);
  expect(past.find(everything, upTo(150), 5)?.rows).toHaveLength(5);
  expect(past.find({ ...everything, tickers: [] }, { ...upTo(150), publishedFromMs: startMs + 140 * minuteMs }, 5)?.rows ?? []).toEqual([]);
});

test('a range is dropped after a minute, and when a correction arrives', async () => {
  const past = rangesOf();
  await popular(past, 150);
  nowMs += minuteMs - 1;
  expect(past.find(everything, upTo(150), 5)).toMatchObject({ readAtMs: 5_000 });
  nowMs += 1;
  expect(past.find(everything, upTo(150), 5)).toBeNull();
  await popular(past, 150);
  expect(past.find(everything, upTo(150), 5)).not.toBeNull();
  version = 'b';
  expect(past.find(everything, upTo(150), 5)).toBeNull();
  expect(past.bytes()).toBe(0);
});

test('no range is kept while the tables lack the last correction', async () => {
  const past = rangesOf();
  version = 'not stored';
  await popular(past, 150);
  expect(past.bytes()).toBe(0);
});

test('a range is dropped if a correction arrives while it is read', async () => {
  const past = createPastRanges({
    ask: async (question) => {
      const rows = await question(store);
      version = 'b';
      return rows;
    },
    isRevisionStored: () => Promise.resolve(true),
    version: () => version,
    steadyMs: () => nowMs,
    bytesMax: 1e9,
    limits: { queriesBefore: 0 },
  });
  await past.learn(everything, upTo(150));
  expect(past.bytes()).toBe(0);
});

test('the byte bound holds: the least recently used range is dropped', async () => {
  const whole = rangesOf();
  await popular(whole, 199);
  const past = rangesOf(Math.floor(whole.bytes() * 2.5));
  for (const minute of [199, 140]) {
    await popular(past, minute);
    nowMs += 1;
  }
  expect(past.find(everything, upTo(199), 5)).not.toBeNull();
  await popular(past, 80);
  expect(past.bytes()).toBeLessThanOrEqual(whole.bytes() * 2.5);
  expect(past.find(everything, upTo(140), 5)).toBeNull();
  for (const minute of [199, 80]) expect(past.find(everything, upTo(minute), 5)).not.toBeNull();
});

test('many simultaneous requests read one range', async () => {
  const past = rangesOf();
  await Promise.all(Array.from({ length: 20 }, () => past.learn(everything, upTo(150))));
  expect(statements).toBe(1);
  expect(past.find(everything, upTo(150), 20)?.rows).toMatchObject(await pageNewestFirst(store, everything, upTo(150), 20));
});

test('a window over arrival, or without an end, is answered by the store', async () => {
  const past = rangesOf();
  const arrival = { ...upTo(150), createdFromMs: startMs };
  for (let times = 0; times < 5; times += 1) {
    await past.learn(everything, arrival);
    await past.learn(everything, { ...upTo(150), publishedToMs: null });
  }
  expect(statements).toBe(0);
  await popular(past, 150);
  expect(past.find(everything, arrival, 5)).toBeNull();
});

/** Trending and related lists from memory are byte for byte those of the tables. */
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { RenderedAnswer } from '#api/feed/cached-response.ts';
import { relatedInTail, relatedInStore } from '#api/feed/related.ts';
import { createTail } from '#api/feed/tail.ts';
import { createTailReach } from '#api/feed/tail-reach.ts';
import { trendingInTail, trendingInStore } from '#api/feed/trending.ts';
import { createSymbolDirectory } from '#api/symbols/directory.ts';
import { insertRecords } from '#clickhouse/feed.ts';
import type { Store } from '#clickhouse/store.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { freshStore } from '#test/clickhouse/fresh-store.ts';
import { rowRecord } from '#test/support/records.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { hourMs, pastLogs, startMs } from './past-log.ts';

const server = await sharedClickHouse();

const symbols = createSymbolDirectory();
const told = ({ content, rowsCount }: RenderedAnswer): { text: string; etag: string; rowsCount: number } => ({
  text: content.identity.toString(),
  etag: content.etag,
  rowsCount,
});

/** A feed in a tail and in tables, both filled in parts. */
async function createFeed(bytesMax: number) {
  const store = await freshStore(server.url);
  onTestFinished(() => store.close());
  const tail = createTail(bytesMax);
  const deps = { ask: <T>(question: (tables: Store) => Promise<T>): Promise<T> => question(store), tail, symbols };
  const learn = (): Promise<void> => createTailReach({ tail, ask: deps.ask, isFollowing: () => true }).learn();
  const arrive = async (records: readonly { readonly seq: number; readonly record: Parameters<typeof tail.add>[1] }[]): Promise<void> => {
    await insertRecords(store, records);
    for (const { seq, record } of records) tail.add(seq, record);
    await learn();
  };
  return { tail, deps, arrive, learn };
}

test('over random logs, articles, archives, sizes and beginnings of the tail', async () => {
  const held = { stories: 0, beside: 0, rows: 0 };
  await fc.assert(
    fc.asyncProperty(
      pastLogs,
      fc.constantFrom(1e9, 1e9, 40_000, 15_000),
      fc.option(fc.nat(30), { freq: 2 }),
      fc.constantFrom(1, 3, 30),
      async (records, bytesMax, restart, archiveDays) => {
        const { tail, deps, arrive, learn } = await createFeed(bytesMax);
        const numbered = records.map((record, index) => ({ seq: index + 1, record }));
        for (const part of [numbered.slice(0, 20), numbered.slice(20)]) {
          await arrive(part);
          const endSeq = part.at(-1)?.seq ?? 20;
          if (restart !== null) {
            const fromSeq = Math.max(1, endSeq - restart);
            tail.reset(fromSeq);
            for (const { seq, record } of numbered.slice(fromSeq - 1, endSeq)) tail.add(seq, record);
            await learn();
          }
          expect(tail.unreadPast()).toBeNull();
          const nowMs = startMs + endSeq * hourMs;
          for (const range of [2, 48].map((hours) => ({ fromMs: nowMs - hours * hourMs, toMs: nowMs }))) {
            const stories = trendingInTail(range, deps);
            if (stories === null) continue;
            held.stories += 1;
            expect(told(stories)).toEqual(told(await trendingInStore(range, deps)));
          }
          const horizon = nowMs - archiveDays * 24 * hourMs;
          for (const { record } of numbered
            .slice(0, endSeq)
            .filter(({ record: { type } }) => type === 'row')
            .slice(-6)) {
            const { uid } = record as FeedRow;
            const beside = relatedInTail(uid, horizon, deps);
            if (beside === null) continue;
            held.beside += 1;
            held.rows += beside.rowsCount;
            expect(told(beside)).toEqual(told(await relatedInStore(uid, horizon, deps)));
          }
        }
      },
    ),
    { numRuns: 6, endOnFailure: true },
  );
  // Otherwise the test compared nothing.
  expect(Math.min(held.stories, held.beside, held.rows)).toBeGreaterThan(10);
}, 120_000);

test('a story whose first article the tail has lost is told by the tables', async () => {
  const at = (hours: number): string => new Date(startMs + hours * hourMs).toISOString();
  const root = rowRecord('root', { relevance: 5, publishedAt: at(0) });
  const writeUp = rowRecord('write-up', { relevance: 9, publishedAt: at(60), storyId: root.uid });
  const { tail, deps, arrive, learn } = await createFeed(1e9);
  await arrive([root, writeUp].map((record, index) => ({ seq: index + 1, record })));
  const range = { fromMs: startMs + 20 * hourMs, toMs: startMs + 61 * hourMs };
  expect(trendingInTail(range, deps)?.rowsCount).toBe(1);
  tail.reset(2);
  tail.add(2, writeUp);
  await learn();
  expect(tail.unreadPast()).toBeNull();
  expect(trendingInTail(range, deps)).toBeNull();
  expect((await trendingInStore(range, deps)).rowsCount).toBe(1);
});

test('hundreds of reprints of one story do not hide the others', async () => {
  const at = (minutes: number): string => new Date(startMs + minutes * 60_000).toISOString();
  const base = rowRecord('base', { tickers: ['A'], publishedAt: at(0) });
  const others = Array.from({ length: 4 }, (_, index) => rowRecord(`other ${index}`, { tickers: ['A'], publishedAt: at(index) }));
  const reprints = Array.from({ length: 900 }, (_, index) => rowRecord(`reprint ${index}`, { tickers: ['A'], publishedAt: at(10 + index), storyId: base.uid })); // prettier-ignore
  const { deps, arrive } = await createFeed(1e9);
  await arrive([base, ...others, ...reprints].map((record, index) => ({ seq: index + 1, record })));
  const beside = relatedInTail(base.uid, startMs - hourMs, deps)!;
  expect(beside.rowsCount).toBe(4);
  expect(told(beside)).toEqual(told(await relatedInStore(base.uid, startMs - hourMs, deps)));
});

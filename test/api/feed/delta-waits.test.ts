/**
 * A page in delta mode waits for the tables, Redis or the list of generations. Meanwhile the log may lose its end, be repaired from the
 * tables, begin a generation and grow past its old end. The test takes such steps while a request waits.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SharedCache } from '#api/cache/page-cache.ts';
import { createGenerationBook } from '#api/feed/generation-book.ts';
import { readDelta } from '#api/feed/delta.ts';
import { createRevisionCheck } from '#api/feed/revision.ts';
import { renderRow } from '#api/feed/tail-row.ts';
import { createTail } from '#api/feed/tail.ts';
import { ApiError } from '#api/errors.ts';
import type { QueryStore } from '#api/store-access.ts';
import type { Store } from '#clickhouse/store.ts';
import { cursorBinding } from '#schemas/cursor.ts';
import { generationAt, resolvePosition, type GenerationList } from '#schemas/generation.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { rowRecord } from '#test/support/records.ts';
import { feedDeps, feedRequest } from './feed-deps.ts';

const steps = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('append' as const), count: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lose' as const), count: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('repair' as const), count: fc.constant(0) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('write' as const), count: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('read' as const), count: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hear' as const), count: fc.constant(0) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unheard' as const), count: fc.constant(0) }) },
);
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

interface Entry {
  readonly record: FeedRow;
  readonly generation: number;
}

/** Room for about ten rows. */
const tailBytes = 18_000;

/** A log, tables and a following tail, which change as by refine and writer; `request` reads from them. */
function createWorld() {
  const log: Entry[] = [];
  const tables: Entry[] = [];
  let names = 0;
  let generations: GenerationList = [];
  let isRefining = false;
  const tail = createTail(tailBytes);
  let loadsTo: number | null = null;
  let isConnected = true;

  const empty = (): void => {
    tail.reset(1);
    loadsTo = null;
  };

  const take: Readonly<Record<Step['do'], (count: number) => void>> = {
    append: (count) => {
      for (let left = isRefining ? count : 0; left > 0; left -= 1)
        log.push({ record: rowRecord(`row ${(names += 1)}`), generation: generations.at(-1)!.id });
    },
    lose: (count) => {
      log.length = Math.max(0, log.length - count);
      isRefining = false;
    },
    repair: () => {
      log.push(...tables.slice(log.length));
      generations = [...generations, { id: (generations.at(-1)?.id ?? 0) + 1, afterSeq: log.length }];
      isRefining = true;
    },
    write: (count) => {
      if (tables.length <= log.length) tables.push(...log.slice(tables.length, tables.length + count));
    },
    read: (count) => {
      isConnected = true;
      const at = tail.lastSeq();
      const isLost = at > log.length || resolvePosition(generations, { generation: tail.lastGeneration(), seq: at }) < at;
      if (loadsTo !== null && isLost) return empty();
      if (loadsTo === null) {
        const fromSeq = Math.max(1, log.length - 9);
        book.put(generations);
        tail.reset(fromSeq, generationAt(generations, fromSeq - 1));
        loadsTo = log.length;
        return;
      }
      for (let seq = at + 1; seq <= Math.min(log.length, at + count); seq += 1) {
        const entry = log[seq - 1]!;
        if (entry.generation !== tail.lastGeneration()) book.put(generations);
        tail.add(seq, entry.record, entry.generation);
      }
      if (tail.lastSeq() === log.length) loadsTo = log.length;
    },
    hear: () => book.put(generations),
    unheard: () => {
      isConnected = false;
    },
  };

  const rowOf = ({ record }: Entry, index: number) => {
    const { uid, storyId, publishedAtMs, createdAtMs, doc } = renderRow(index + 1, record);
    return { seq: index + 1, version: 0, uid, storyId, publishedAtMs, createdAtMs, doc };
  };
  const queries: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => object[]>> = {
    'feed/checkpoint': () => [{ seq: tables.length, generation: generations.at(-1)?.id ?? 0 }],
    'feed/generations': () => generations.toReversed(),
    'feed/page-after-sequence': ({ after, limit }) =>
      tables
        .map(rowOf)
        .slice(Number(after), Number(after) + Number(limit))
        .map(({ uid, storyId, publishedAtMs, createdAtMs, ...row }) => ({
          ...row,
          uid_hex: uid,
          story_id_hex: storyId,
          published_at_ms: publishedAtMs,
          created_at_ms: createdAtMs,
        })),
  };
  const store = {
    query: (query: { readonly name: string }, params: Readonly<Record<string, unknown>>) => Promise.resolve(queries[query.name]!(params)),
  } as unknown as Store;

  let script: Step[] = [];
  /** Takes the next steps of the script. Their number is the script's length modulo 4, so that waits are long or short. */
  const wait = async (): Promise<void> => {
    const many = script.length % 4;
    for (const step of script.splice(0, many)) take[step.do](step.count);
    await Promise.resolve();
  };
  const ask: QueryStore = async (question) => {
    await wait();
    const answer = await question(store);
    await wait();
    return answer;
  };
  const book = createGenerationBook(
    async () => {
      await wait();
      return generations;
    },
    (list) => {
      const at = tail.lastSeq();
      if (resolvePosition(list, { generation: tail.lastGeneration(), seq: at }) < at) empty();
    },
  );
  const shared: SharedCache = { get: () => wait().then(() => null), set: () => undefined };
  let steadyMs = 0;
  const isFollowing = (): boolean => isConnected && loadsTo !== null && tail.lastSeq() >= loadsTo;
  const deps = feedDeps(
    {
      ask,
      tail,
      isFollowing,
      version: () => `${tail.revisedSeq()} ${book.newest()}`,
      generations: book,
      isRevisionStored: createRevisionCheck(tail, ask),
      wasRequested: (page) => page.length > 0 && names % 2 === 0,
      steadyMs: () => steadyMs,
    },
    { shared },
  );

  let cursor = deps.cursors.write('delta', cursorBinding('/api/news/', ''), { generation: 0, seq: 0 });
  const seen = new Set<string>();
  const poll = async (): Promise<number> => {
    // This is longer than an unwatched page is served (1 s, page-cache.ts).
    steadyMs += 2_000;
    try {
      const { content } = await readDelta(feedRequest({ cursor }), deps);
      const { results, next_cursor } = JSON.parse(content.identity.toString()) as { results: { original: { uid: string } }[]; next_cursor: string };
      for (const { original } of results) seen.add(original.uid);
      cursor = next_cursor;
      return results.length;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unavailable') return 0;
      throw error;
    }
  };
  return {
    run: async (given: readonly Step[]): Promise<readonly string[]> => {
      script = [{ do: 'repair', count: 0 }, { do: 'append', count: 8 }, { do: 'read', count: 1 }, { do: 'read', count: 20 }, ...given];
      while (script.length > 0) {
        const step = script.shift()!;
        take[step.do](step.count);
        await poll();
      }
      if (!isRefining) take['repair'](0);
      take.append(3);
      for (let round = 0; round < 4; round += 1) take.read(1_000);
      take.write(1_000);
      take.hear(0);
      for (let quiet = 0, polls = 0; quiet < 3; polls += 1) {
        expect(polls).toBeLessThan(300);
        quiet = (await poll()) === 0 ? quiet + 1 : 0;
      }
      return log.filter(({ record }) => !seen.has(record.uid)).map(({ record }) => record.identity);
    },
  };
}

test('a poller misses no row of the final log, whatever happens to the log while its requests wait', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 80 }), async (given) => {
      expect(await createWorld().run(given)).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
});

/** Checks that pages by time of publication are byte for byte the same from memory and from the tables. */
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { ApiError } from '#api/errors.ts';
import type { Caller } from '#api/auth/caller.ts';
import { readNewest } from '#api/feed/newest.ts';
import { createPastRanges } from '#api/feed/past-ranges.ts';
import { readQuery } from '#api/feed/parameters.ts';
import type { FeedDeps, FeedRequest } from '#api/feed/feed-request.ts';
import { createTail, type Tail } from '#api/feed/tail.ts';
import { createTailReach } from '#api/feed/tail-reach.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import type { Store } from '#clickhouse/store.ts';
import { withArchiveDays } from '#schemas/plan.ts';
import { freshStore } from '#test/clickhouse/fresh-store.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { feedDeps, noRanges } from './feed-deps.ts';
import { hourMs, pastLogs, questions, startMs, type Question } from './past-log.ts';

const server = await sharedClickHouse();

interface Answered {
  readonly text: string;
  readonly etag: string;
  readonly rowsCount: number;
  readonly source: string;
}

type Through = 'tail' | 'past' | 'store';

/** Reads pages in three ways: from a tail; from ranges of the past when no tail follows the log; from the tables alone. */
function createReader(store: Store, tail: Tail, arrived: () => number) {
  const found = { held: 0, missing: 0 };
  const ranges = createPastRanges({
    ask: (question) => question(store),
    isRevisionStored: () => Promise.resolve(true),
    version: () => String(arrived()),
    steadyMs: () => 0,
    bytesMax: 30_000,
    limits: { rowsOfRange: 7, queriesBefore: 1 },
  });
  const past: FeedDeps['past'] = {
    ...ranges,
    find: (...asked) => {
      const rows = ranges.find(...asked);
      found[rows === null ? 'missing' : 'held'] += 1;
      return rows;
    },
  };
  // The cache is too small to keep a page, so that both sides of a comparison are rendered.
  const deps = feedDeps(
    {
      ask: (question) => question(store),
      tail,
      generations: { put: () => undefined, resolve: ({ seq }) => seq, generationAt: () => 0, newest: () => 0 },
      nowMs: () => startMs + 70 * hourMs,
    },
    { bytesMax: 1 },
  );
  const ask = async (request: FeedRequest, through: Through): Promise<Answered> => {
    try {
      const used = {
        ...deps,
        isFollowing: () => through === 'tail',
        isTailWhole: () => through === 'tail',
        past: through === 'past' ? past : noRanges,
      };
      const { content, rowsCount, source } = await readNewest(request, used);
      return { text: content.identity.toString(), etag: content.etag, rowsCount, source };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { text: JSON.stringify([error.code, error.message, error.extra]), etag: '', rowsCount: 0, source: 'problem' };
    }
  };
  return { deps, ask, found };
}

function requestOf({ filter, window, pageSize, archiveDays }: Question, cursor: string | null): FeedRequest {
  const read = readQuery('/api/news/', { min_relevance: filter.minRelevance, page_size: pageSize }, filter, window.by);
  const plan = withArchiveDays(archiveDays).basic;
  return { ...read, filter, window, cursor, isCollapsed: filter.rootsOnly, symbolNote: null, caller: { plan } as Caller };
}

const stages = fc.record({
  /** The number of parts in which the records arrive; one part arrives before the queries. */
  share: fc.integer({ min: 1, max: 4 }),
  /** The number of newest records with which the tail restarts; null if it does not restart. */
  restart: fc.option(fc.nat(20), { freq: 2 }),
  asked: fc.array(questions, { minLength: 5, maxLength: 5 }),
});

const pagesMax = 5;

test('pages are equal over random logs, queries, walks and starts of the tail', async () => {
  const sources = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      pastLogs,
      fc.array(stages, { minLength: 2, maxLength: 2 }),
      fc.constantFrom(1e9, 40_000, 15_000),
      async (records, stagesOfRun, bytesMax) => {
        const store = await freshStore(server.url);
        onTestFinished(() => store.close());
        const tail = createTail(bytesMax);
        let told = 0;
        const { deps, ask, found } = createReader(store, tail, () => told);
        const learn = (): Promise<void> => createTailReach(deps).learn();
        const arrive = async (count: number): Promise<void> => {
          const batch = records.slice(told, told + count).map((record, index) => ({ seq: told + index + 1, record }));
          told += batch.length;
          await insertRecords(store, batch);
          for (const { seq, record } of batch) tail.add(seq, record);
        };
        for (const { share, restart, asked } of stagesOfRun) {
          await arrive(Math.ceil(records.length / share));
          if (restart !== null) {
            const fromSeq = Math.max(1, told - restart);
            tail.reset(fromSeq);
            records.slice(fromSeq - 1, told).forEach((record, index) => tail.add(fromSeq + index, record));
          }
          await learn();
          expect(tail.unreadPast()).toBeNull();
          let hasArrived = false;
          for (const question of asked) {
            let cursor: string | null = null;
            for (let pages = 0; pages < pagesMax; pages += 1) {
              const request = requestOf(question, cursor);
              const [held, past, stored] = [await ask(request, 'tail'), await ask(request, 'past'), await ask(request, 'store')];
              sources.set(held.source, (sources.get(held.source) ?? 0) + 1);
              expect({ ...held, source: '' }).toEqual({ ...stored, source: '' });
              expect({ ...past, source: '' }).toEqual({ ...stored, source: '' });
              if (held.source === 'problem') break;
              ({ next_cursor: cursor } = JSON.parse(held.text) as { next_cursor: string | null });
              if (cursor === null) break;
              // A row or a correction arrives during a walk.
              if (!hasArrived) await arrive(1);
              hasArrived = true;
            }
          }
        }
        for (const [what, count] of Object.entries(found)) sources.set(what, (sources.get(what) ?? 0) + count);
      },
    ),
    { numRuns: 4, endOnFailure: true },
  );
  // Queries reached both sides of the tail's start, and cached ranges.
  expect(sources.get('held') ?? 0, JSON.stringify([...sources])).toBeGreaterThan(3);
  expect(sources.get('tail') ?? 0, JSON.stringify([...sources])).toBeGreaterThan(20);
  expect(sources.get('load') ?? 0, JSON.stringify([...sources])).toBeGreaterThan(4);
});

/** A page in delta mode that is made while `npm run rebuild` puts the log's own tables in the place of those of another log. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ApiError } from '#api/errors.ts';
import { createPageCache } from '#api/cache/page-cache.ts';
import { readDelta } from '#api/feed/delta.ts';
import { createEpochBook } from '#api/feed/epoch-book.ts';
import type { FeedDeps, FeedRequest, PageWatch } from '#api/feed/read.ts';
import { createRevisionCheck } from '#api/feed/revision.ts';
import { createStoreAgreement } from '#api/feed/store-agreement.ts';
import { createTail } from '#api/feed/tail.ts';
import type { AskStore } from '#api/store-access.ts';
import { storeEpochs } from '#clickhouse/feed-epochs.ts';
import { insertRecords } from '#clickhouse/feed.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { openStore, storeAddress } from '#clickhouse/store.ts';
import { dropDatabase, dropRebuilt, planSwap, rebuiltDatabase, swapTables } from '#clickhouse/swap.ts';
import { writeEpochs } from '#ops/runtime/epochs.ts';
import { openBucket } from '#ops/runtime/streams.ts';
import { rebuild } from '#pipeline/write/rebuild.ts';
import { readConfig } from '#schemas/config.ts';
import { createCursors, cursorBinding } from '#schemas/cursor.ts';
import { everything, type FeedFilter } from '#schemas/feed-filter.ts';
import { buckets } from '#schemas/subjects.ts';
import { startGround, type Ground } from '#test/support/api.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { appendRecords, emptyLog } from '#test/support/feed-log.ts';
import { testLog } from '#test/support/log.ts';
import { rowRecord } from '#test/support/records.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await startGround();
});
afterAll(() => ground.stop());
beforeEach(async () => {
  await emptyLog(ground.bus);
  await dropDatabase(ground.store);
  await migrate(ground.store);
  await ground.bus.jsm.streams.delete('KV_feed_log').catch(() => undefined);
  await applyStreams(ground.bus);
});

const rows = (from: number, to: number, by: string, tickers = ['ACME']) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ seq: from + index, record: rowRecord(`${by} ${from + index}`, { tickers }) }));
const recordsOf = (numbered: ReturnType<typeof rows>) => numbered.map(({ record }) => record);

/** Records 1 to 6 are common; behind them the tables have records of a log that is no more, the log its own, and the tail the last two of those. */
async function createWorld() {
  const { bus, store } = ground;
  const [common, lost, own] = [rows(1, 6, 'common'), rows(7, 12, 'lost', ['OTHER']), rows(7, 12, 'own')];
  await appendRecords(bus, recordsOf(common), 100);
  await appendRecords(bus, recordsOf(own), 200);
  await storeEpochs(store, [{ id: 100, afterSeq: 0 }]);
  await insertRecords(store, [...common, ...lost]);
  const history = [{ id: 100, afterSeq: 0 }, { id: 200, afterSeq: 6 }]; // prettier-ignore
  await writeEpochs(await openBucket(bus, buckets.feedLog), history, 0);
  const book = createEpochBook(() => Promise.resolve());
  book.put('bucket', history);
  const tail = createTail(1_000_000);
  tail.reset(11, 200);
  for (const { seq, record } of own.slice(-2)) tail.add(seq, record, 200);
  /** Called when so many questions have been answered. */
  let during: { after: number; run: () => Promise<void> } | null = null;
  const ask: AskStore = async (question) => {
    const answer = await question(store);
    if (during !== null && (during.after -= 1) === 0) await during.run();
    return answer;
  };
  /** As a process has it that begins now. */
  const agree = () => createStoreAgreement({ bus, ask: (question) => question(store), book, log: testLog });
  const agreement = agree();
  const cursors = createCursors('secret');
  const shared = { get: () => Promise.resolve(null), set: () => undefined };
  const deps = {
    ask,
    tail,
    isFollowing: () => true,
    isTailOfLog: () => true,
    epochs: book,
    store: agreement,
    isRevisionStored: createRevisionCheck(tail, (question) => question(store), book),
    cache: createPageCache<PageWatch>({ bytesMax: 1e7, shared, steadyMs: () => performance.now() }),
    wasAsked: () => false,
    cursors,
    pricingUrl: '',
    nowMs: () => Date.UTC(2026, 0, 3),
    steadyMs: () => performance.now(),
  } as unknown as FeedDeps;
  const binding = cursorBinding('/api/news/', '');
  const read = async (seq: number | null, filter: FeedFilter, asAgreed = agreement): Promise<{ titles: string[]; next: number }> => {
    const cursor = seq === null ? null : cursors.write('delta', binding, { epoch: 100, seq });
    const request = { cursor, filter, binding, pageSize: 20, symbolNote: null, isCollapsed: false, caller: { plan: { archiveDays: 9_999 } } };
    const { page } = await readDelta(request as unknown as FeedRequest, { ...deps, store: asAgreed });
    const body = JSON.parse(page.content.identity.toString()) as { results: { original: { title: string } }[]; next_cursor: string };
    const reading = cursors.read('delta', binding, body.next_cursor);
    return { titles: body.results.map(({ original }) => original.title), next: reading.ok ? reading.position.seq : -1 };
  };
  return {
    agree,
    agreement,
    records: [...common, ...own],
    history,
    titlesOf: (from: number) => recordsOf([...common, ...own].filter(({ seq }) => seq >= from)).map(({ item }) => item.original.title),
    read,
    rebuildAfter: (questions: number) => {
      during = { after: questions, run: async () => void (await rebuild(readConfig(ground.env), () => undefined)) };
    },
  };
}

test.each([
  ['of all rows, behind a cursor', 3, everything],
  ['of a ticker, behind a cursor', 3, { ...everything, tickers: ['ACME'] }],
  ['without a cursor', null, everything],
] as const)('a page %s has no row of the other log, and none is missing', async (_, from, filter) => {
  const { agreement, read, rebuildAfter, titlesOf } = await createWorld();
  expect(await agreement.agreesTo()).toBe(6);
  // Until the next comparison is due, as between any two of them.
  await sleep(1_100);
  // The end of the tables was read, and the page.
  rebuildAfter(2);
  expect(await read(from, filter)).toEqual({ titles: titlesOf(from === null ? 1 : from + 1), next: 12 });
});

test('a page between two steps of the swap has no row of the other log, and none is missing', async () => {
  const { agree, history, read, records, titlesOf } = await createWorld();
  const { store: live } = ground;
  const config = readConfig(ground.env);
  const fresh = openStore({ ...storeAddress(config), database: rebuiltDatabase(live), requestTimeoutMs: 30_000, maxConnections: 2 });
  onTestFinished(() => fresh.close());
  await dropRebuilt(live);
  await migrate(fresh);
  await storeEpochs(fresh, history);
  await insertRecords(fresh, records);
  await planSwap(live);
  let steps = 0;
  for (let isSwapped = false; !isSwapped; steps += 1) {
    let made = 0;
    const stopped = new Error('stopped');
    const oneStep = (): void => {
      if ((made += 1) > 1) throw stopped;
    };
    isSwapped = await swapTables(live, oneStep).then(() => true, (error: unknown) => error !== stopped); // prettier-ignore
    for (const tickers of [null, ['ACME']]) {
      const page = await read(3, { ...everything, tickers }, agree()).catch((error: unknown) => error);
      const isAway = page instanceof ApiError && page.code === 'unavailable';
      const isWhole = isDeepStrictEqual(page, { titles: titlesOf(4), next: 12 });
      const isPart = isDeepStrictEqual(page, { titles: titlesOf(4).slice(0, 3), next: 6 });
      expect([steps, tickers, page, isAway || isPart || isWhole]).toEqual([steps, tickers, page, true]);
      if (isSwapped) expect(isWhole).toBe(true);
    }
  }
  expect(steps).toBeGreaterThan(5);
});

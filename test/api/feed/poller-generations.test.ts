/** A poller keeps its cursor while the log loses its end and grows again: it may get a row twice, but misses none. */
import type { KV } from '@nats-io/kv';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { lastSequence } from '#clickhouse/feed-records.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { dropDatabase } from '#clickhouse/swap.ts';
import { readGenerations, writeGenerations } from '#ops/feed-log/generations.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { withNewGeneration } from '#schemas/generation.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { buckets } from '#schemas/subjects.ts';
import { call, spawnApiOn, type ApiChild } from '#test/support/api.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { appendRecords, emptyLog, loseLog, loseRecord } from '#test/support/feed-log.ts';
import { startPoller, type Poller } from '#test/support/poller.ts';
import { freePort } from '#test/support/process.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { startWriter, type RunningWriter } from '#test/support/writer.ts';

let feedLog: KV;
const ground = await sharedGround();
const key = (await ground.account('pro', { perMinute: 1_000_000, perDay: 100_000_000 })).key;
beforeEach(async () => {
  await emptyLog(ground.bus);
  await dropDatabase(ground.store);
  await migrate(ground.store);
  await ground.bus.jsm.streams.delete('KV_feed_log').catch(() => undefined);
  await applyStreams(ground.bus);
  feedLog = await openBucket(ground.bus, buckets.feedLog);
});

const publishedAt = new Date().toISOString();
let names = 0;
/** Long rows fill the smallest allowed tail. */
const fresh = (count: number, isLong = false): FeedRecord[] =>
  Array.from({ length: count }, () => {
    const row = rowRecord(`row ${(names += 1)}`, { publishedAt, relevance: 1 + (names % 10) });
    row.item.original.summary = 'x'.repeat(isLong ? 20_000 : 20);
    return names % 6 === 0 ? dropRecord(`drop ${names}`) : row;
  });
const uidsOf = (records: readonly FeedRecord[]): string[] => records.flatMap((record) => (record.type === 'row' ? [record.uid] : []));

/** Writes the log in place of refine: its records and their generations. */
function createRefine() {
  let log: { record: FeedRecord; generation: number }[] = [];
  let generation = 0;
  const append = async (records: readonly FeedRecord[]): Promise<void> => {
    await appendRecords(ground.bus, records, generation);
    log.push(...records.map((record) => ({ record, generation })));
  };
  const beginGeneration = async (): Promise<void> => {
    const { generations, revision } = await readGenerations(feedLog);
    const begun = withNewGeneration(generations, log.length, { nowMs: Date.now(), nonce: 0 });
    await writeGenerations(feedLog, begun.generations, revision);
    generation = begun.generation.id;
  };
  return {
    records: () => log.map(({ record }) => record),
    append,
    beginGeneration,
    /** Cuts the end of the log. Lost records that the tables have are put back, unless the tables are unreachable. */
    losePower: async (lost: number, tables: { readonly written: () => Promise<unknown> } | 'away'): Promise<void> => {
      await loseLog(ground);
      if (tables !== 'away') await tables.written();
      const storedTo = tables === 'away' ? 0 : await lastSequence(ground.store);
      const kept = log.slice(0, Math.max(log.length - lost, storedTo, 1));
      log = [];
      for (const one of kept) {
        generation = one.generation;
        await append([one.record]);
      }
      await beginGeneration();
    },
  };
}

interface Service {
  readonly api: () => ApiChild;
  readonly poller: Poller;
  readonly restartApi: () => Promise<void>;
  readonly writer: () => RunningWriter;
  /** Stops the writer until `startWriter`. */
  readonly stopWriter: () => Promise<void>;
  readonly startWriter: () => void;
  /** Resolves when no record of the lost log is on its way into the tables. */
  readonly written: () => Promise<unknown>;
}

async function startService(pageSize: number): Promise<Service> {
  const generations = async () => (await readGenerations(feedLog)).generations;
  const begin = (): RunningWriter => startWriter(ground.bus, ground.store, { generations });
  let writer = begin();
  let isWriting = true;
  const port = String(await freePort());
  const start = (): Promise<ApiChild> => spawnApiOn(ground, { API_PORT: port, API_TAIL_BYTES: '1000000' });
  let api = await start();
  onTestFinished(async () => {
    await api.stop();
    await writer.stop();
  });
  await until('the key to work', async () => (await call(`${api.url}/api/news/?sort=ingested`, { key })).status === 200);
  const cursor = await cursorAtStart(api, '&min_relevance=1');
  const poller = startPoller({ api: () => api.url, key, query: '&min_relevance=1', cursor, pageSize, pauseMs: 20 });
  onTestFinished(() => poller.abandon());
  return {
    api: () => api,
    poller,
    restartApi: async () => {
      await api.kill();
      api = await start();
    },
    writer: () => writer,
    stopWriter: async () => {
      await writer.stop();
      isWriting = false;
    },
    startWriter: () => {
      writer = begin();
      isWriting = true;
    },
    written: () => until('the writer to see that the log is shorter', () => !isWriting || writer.state().includes('the feed log ends at')),
  };
}

/** Returns a cursor of the feed while it is empty. */
const cursorAtStart = async (api: ApiChild, query: string): Promise<string> =>
  (await call<{ next_cursor: string }>(`${api.url}/api/news/?sort=ingested${query}`, { key })).body.next_cursor;

const seenBy = (poller: Poller): Set<string> => new Set(poller.rows.map(({ uid }) => uid));
const missedBy = (poller: Poller, records: readonly FeedRecord[]): string[] => uidsOf(records).filter((uid) => !seenBy(poller).has(uid));
const isCaughtUp = (poller: Poller, records: () => readonly FeedRecord[]) => (): boolean => missedBy(poller, records()).length === 0;

test('a poller misses no row, whatever the log, the tail and the tables lose, while API and writer run or restart', async () => {
  const refine = createRefine();
  await refine.beginGeneration();
  const service = await startService(7);
  await refine.append(fresh(20));
  await until('the first rows', isCaughtUp(service.poller, refine.records));
  let rewinds = 0;
  for (const [round, lost] of [3, 15, 40, 8, 25].entries()) {
    // The poller is ahead of the tables in even rounds; in odd ones it is far behind, while no writer runs.
    const isLevel = round % 2 === 0;
    if (!isLevel) await service.stopWriter();
    await refine.append(fresh(isLevel ? 20 : 60, true));
    if (isLevel) await until('the poller to be level', isCaughtUp(service.poller, refine.records));
    const before = refine.records().length;
    await refine.losePower(lost, service);
    if (refine.records().length < before) rewinds += 1;
    if (!isLevel) service.startWriter();
    await refine.append(fresh(30));
    if (round === 2) await service.restartApi();
    if (round === 3) await refine.beginGeneration();
  }
  await refine.append(fresh(10));
  await until('the poller to have it all', isCaughtUp(service.poller, refine.records));
  expect(missedBy(service.poller, refine.records())).toEqual([]);
  expect(rewinds).toBeGreaterThanOrEqual(2);
});

test('a record that the log has lost is served from the tables by a process that never read it from the log', async () => {
  const refine = createRefine();
  await refine.beginGeneration();
  const service = await startService(7);
  const cursor = await cursorAtStart(service.api(), '&min_relevance=1');
  await refine.append(fresh(20));
  await until('the tables to be level', async () => (await lastSequence(ground.store)) === 20);
  for (const seq of [4, 9, 20]) await loseRecord(ground.bus, seq);
  await service.restartApi();
  await refine.append(fresh(5));
  await until('the poller to have it all', isCaughtUp(service.poller, refine.records));
  const late = startPoller({ api: () => service.api().url, key, query: '&min_relevance=1', cursor, pageSize: 50, pauseMs: 20 });
  await until('a page of the tail', isCaughtUp(late, refine.records));
  await late.stop();
  expect(late.rows.map(({ uid }) => uid)).toEqual(uidsOf(refine.records()));
});

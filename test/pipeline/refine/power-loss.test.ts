/**
 * NATS is killed and its store put back to an earlier moment, as after a power loss: no document is lost or doubled, served records keep
 * their sequence, and a poller gets everything from any position it has kept.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readGenerations } from '#ops/feed-log/generations.ts';
import { feedBounds } from '#ops/feed-log/feed-follower.ts';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { createProgress } from '#ops/process/progress.ts';
import type { RefineDeps } from '#pipeline/refine/refine-deps.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import { storeGenerations } from '#clickhouse/generations.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { openStore, type Store } from '#clickhouse/store.ts';
import { readConfig } from '#schemas/config.ts';
import { resolvePosition, type LogPosition } from '#schemas/generation.ts';
import { recordOf, uidHeader, type FeedRecord } from '#schemas/feed-log.ts';
import { startClickHouse, type ClickHouseProcess } from '#test/support/clickhouse.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { readLog } from '#test/support/feed-log.ts';
import { testLog } from '#test/support/log.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { copyStore, type StoreCopy } from '#test/support/power-loss.ts';
import { articleUid, isDrained, numbersTo, publishRaw, rawArticle } from '#test/support/raw-articles.ts';
import { refineDeps, runRefine } from '#test/support/refine.ts';
import { until } from '#test/support/until.ts';

let nats: NatsServer;
let clickhouse: ClickHouseProcess;
let bus: Bus;
let store: Store;
let stateDir: string;
let stop: AbortController;
let running: Promise<void>[];

beforeEach(async () => {
  [nats, clickhouse] = await Promise.all([startNats(), startClickHouse()]);
  bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
  store = openStore({ url: clickhouse.url, database: 'loss', requestTimeoutMs: 5_000, maxConnections: 4 });
  await Promise.all([migrate(store), applyStreams(bus)]);
  stateDir = await mkdtemp(join(tmpdir(), 'tickerwire-state-'));
  [stop, running] = [new AbortController(), []];
});
afterEach(async () => {
  stop.abort();
  await Promise.all(running);
  await store.close();
  await bus.close();
  await Promise.all([nats.stop(), clickhouse.stop(), rm(stateDir, { recursive: true })]);
});

interface LoggedRecord {
  readonly seq: number;
  readonly generation: number;
  readonly uid: string | null;
  readonly record: FeedRecord;
}

async function readRecords(fromSeq = 1): Promise<LoggedRecord[]> {
  const messages = await readLog(bus, { fromSeq: Math.max((await feedBounds(bus)).firstSeq, fromSeq) });
  return messages.map((message) => ({
    seq: message.seq,
    generation: message.generation,
    uid: message.headers?.get(uidHeader) || null,
    record: recordOf(message) as FeedRecord,
  }));
}
const uidsOf = (records: readonly LoggedRecord[]): string[] => records.map(({ uid }) => uid ?? '').toSorted();
const allUids = (to: number): string[] => numbersTo(to).map(articleUid).toSorted();

/** Stores records up to a sequence, as the writer does. */
async function storeUpTo(seq: number): Promise<void> {
  const records = (await readRecords()).filter((one) => one.seq <= seq);
  const begun = records.filter(({ generation }, at) => generation !== (records[at - 1]?.generation ?? 0));
  await storeGenerations(
    store,
    begun.map((one) => ({ id: one.generation, afterSeq: one.seq - 1 })),
  );
  await insertRecords(store, records);
}

let rebuilt: number;
const isBack = async (): Promise<boolean> => bus.isConnected() && (await feedBounds(bus).then(() => true, () => false)); // prettier-ignore

async function refine(changes: Partial<RefineDeps> = {}): Promise<AbortController> {
  await until('NATS', isBack);
  const own = new AbortController();
  rebuilt = 0;
  const metrics = { recordWritten: () => undefined, messageParked: () => undefined, stateRebuilt: () => (rebuilt += 1), refined: () => undefined };
  const deps = await refineDeps(bus, store, { stateDir, metrics, ...changes });
  running.push(runRefine(deps, AbortSignal.any([stop.signal, own.signal])));
  return own;
}
async function publish(from: number, to: number): Promise<void> {
  for (const index of numbersTo(to, from)) await publishRaw(bus, rawArticle(index));
}
const drained = (what: string): Promise<unknown> => until(what, () => isDrained(bus));
const allWritten = (to: number): Promise<unknown> => until('the rest', async () => (await feedBounds(bus)).lastSeq >= to && isDrained(bus));
/** Refines 90 documents, of which the copy of the store has 40 and the tables `stored`. Returns the copy and the log of before. */
async function refineWithCopy(
  stored: number,
): Promise<{ readonly copy: StoreCopy; readonly before: readonly LoggedRecord[]; readonly first: AbortController }> {
  const first = await refine();
  await publish(1, 40);
  await drained('the first');
  const copy = await copyStore(nats);
  await publish(41, 90);
  await drained('the second');
  await storeUpTo(stored);
  return { copy, before: await readRecords(), first };
}

/** Returns all uids that a poller at `position`, which has read `read`, knows once it has read on. */
async function readOn(position: LogPosition, read: readonly string[], deps: RefineDeps): Promise<string[]> {
  const { generations } = await readGenerations(deps.feedLog);
  const from = resolvePosition(generations, position) + 1;
  return [...new Set([...read, ...uidsOf(await readRecords(from))])].toSorted();
}

describe('refine goes on while the store of NATS is put back', () => {
  test('the log gets back what the tables have, at the same sequences; a generation begins after it, and the rest comes again', async () => {
    const { copy, before } = await refineWithCopy(70);
    const { generation, seq } = before.at(-1)!;
    await copy.putBack();
    // Upstreams are read again from the positions in the store.
    await publish(41, 120);
    await allWritten(120);
    const after = await readRecords();
    expect(after.slice(0, 70)).toEqual(before.slice(0, 70));
    expect(uidsOf(after)).toEqual(allUids(120));
    expect(after.at(-1)!.generation).toBeGreaterThan(generation);
    expect(await readOn({ generation, seq }, uidsOf(before), await refineDeps(bus, store))).toEqual(allUids(120));
    await copy.remove();
  });

  test('again and again, while documents come', async () => {
    await refine();
    let [published, isOver] = [0, false];
    const publishing = (async () => {
      while (!isOver) {
        published += 1;
        await publishRaw(bus, rawArticle(published));
      }
    })();
    for (let round = 0; round < 4; round += 1) {
      const from = published;
      await until('documents', () => published > from + 30);
      const copy = await copyStore(nats);
      const later = published;
      await until('more documents', () => published > later + 30);
      await copy.putBack();
      await copy.remove();
    }
    isOver = true;
    await publishing;
    // Every source is read again from its start: known documents change nothing.
    await publish(1, published);
    await drained('all of it');
    expect(uidsOf(await readRecords())).toEqual(allUids(published));
    const { generations } = await readGenerations((await refineDeps(bus, store)).feedLog);
    expect(generations.map(({ afterSeq }) => afterSeq)).toEqual(generations.map(({ afterSeq }) => afterSeq).toSorted((a, b) => a - b));
  });
});

describe('refine starts again after the store of NATS was put back', () => {
  test('the log is as long as its table again, in the generations of before, and what neither holds comes again', async () => {
    const { copy, before, first } = await refineWithCopy(70);
    const { generation } = before.at(-1)!;
    first.abort();
    await Promise.all(running);
    await copy.putBack();
    await refine();
    await publish(1, 120);
    await allWritten(120);
    const after = await readRecords();
    expect(after.slice(0, 70)).toEqual(before.slice(0, 70));
    expect(uidsOf(after)).toEqual(allUids(120));
    const begun = after.slice(70)[0]!.generation;
    expect(begun).toBeGreaterThan(generation);
    const deps = await refineDeps(bus, store);
    expect((await readGenerations(deps.feedLog)).generations.find(({ id }) => id === begun)).toEqual({ id: begun, afterSeq: 70 });
    for (const seq of [1, 39, 40, 41, 69, 70, 71, 80, 90])
      expect(await readOn({ generation, seq }, uidsOf(before.slice(0, seq)), deps)).toEqual(allUids(120));
    await copy.remove();
  });

  test('waits for the tables where it must, says so, and writes nothing before it has seen them', async () => {
    const first = await refine();
    await publish(1, 20);
    await drained('the first');
    await storeUpTo(20);
    await clickhouse.kill();
    // A session that has begun needs no tables.
    await publish(21, 22);
    await drained('the second');
    first.abort();
    await Promise.all(running);
    await nats.restart();
    await until('NATS', isBack);
    const deps = await refineDeps(bus, store, { stateDir, progress: createProgress({ stalledAfterMs: 200 }) });
    running.push(runRefine(deps, stop.signal));
    await publish(23, 24);
    await until('it to say what it waits for', () => /ClickHouse/.test(deps.progress.state()));
    expect((await feedBounds(bus)).lastSeq).toBe(22);
    await clickhouse.restart();
    await until('the rest', async () => (await feedBounds(bus)).lastSeq === 24);
    expect(uidsOf(await readRecords())).toEqual(allUids(24));
  });

  test('compares log and tables again where the store is put back while it does', async () => {
    const { copy, before, first } = await refineWithCopy(90);
    first.abort();
    await Promise.all(running);
    // The tables are queried in this run of the server, and the store is put back before they answer.
    await nats.restart();
    let putBack: Promise<void> | null = null;
    const query: Store['query'] = async (...given) => {
      if (given[0].name === 'feed/checkpoint')
        await (putBack ??= copy
          .putBack()
          .then(() => until('NATS', isBack))
          .then(() => undefined));
      return store.query(...given);
    };
    await refine({ store: { ...store, query }, stateDir: null });
    await until('the store to be put back', () => putBack?.then(() => true));
    await publish(91, 120);
    await publish(1, 90);
    await allWritten(120);
    const after = await readRecords();
    expect(after.slice(0, 90)).toEqual(before);
    expect(uidsOf(after)).toEqual(allUids(120));
    await copy.remove();
  });
});

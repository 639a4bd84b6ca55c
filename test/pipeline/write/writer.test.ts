import { describe, expect, test } from 'vitest';
import { createFeedLog, type FeedLog } from '#pipeline/refine/feed/feed-log-writer.ts';
import { runWriter } from '#pipeline/write/writer.ts';
import { lastSequence, pageAfterSequence, recordsBetween } from '#clickhouse/feed.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { dropDatabase } from '#clickhouse/swap.ts';
import { everything } from '#schemas/feed-filter.ts';
import { readConfig } from '#schemas/config.ts';
import type { FeedRecord, LogRecord } from '#schemas/feed-log.ts';
import { streams } from '#schemas/subjects.ts';
import { sharedStore } from '#test/clickhouse/fresh-store.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { sharedBus, sharedClickHouse } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { writerDeps } from '#test/support/writer.ts';

const clickhouse = await sharedClickHouse();
const { bus } = await sharedBus();
const store = await sharedStore(clickhouse.url, 'writer');
const deps = writerDeps(bus, store);

async function startEmpty(): Promise<void> {
  await bus.jsm.streams.delete(streams.feed).catch(() => undefined);
  await applyStreams(bus, readConfig({}));
  await dropDatabase(store);
  await migrate(store);
}

const record = (index: number): FeedRecord => (index % 4 === 0 ? dropRecord(`document ${index}`) : rowRecord(`document ${index}`));
const recordsTo = (count: number): FeedRecord[] => Array.from({ length: count }, (_, index) => record(index + 1));

async function append(log: FeedLog, records: readonly FeedRecord[]): Promise<void> {
  let last: Promise<number> = Promise.resolve(0);
  for (const one of records) last = (await log.append(one)).stored;
  await last;
}

async function stored(): Promise<LogRecord[]> {
  const found: LogRecord[] = [];
  for await (const { record: one } of recordsBetween(store, 1, await lastSequence(store))) found.push(one);
  return found;
}

async function servedUids(): Promise<string[]> {
  const uids: string[] = [];
  for (let after = 0; ;) {
    const page = await pageAfterSequence(store, everything, after, 50);
    if (page.length === 0) return uids;
    uids.push(...page.map((row) => row.uid));
    after = page.at(-1)!.seq;
  }
}

const uidsOf = (records: readonly FeedRecord[]): string[] => records.flatMap((one) => (one.type === 'row' ? [one.uid] : []));

describe('writer', () => {
  test('the tables hold every record of the log once and in order, through kills of the store in mid-insert', async () => {
    await startEmpty();
    const total = 2_000;
    const records = recordsTo(total);
    const stop = new AbortController();
    const writing = runWriter(deps, stop.signal);
    const appending = append(createFeedLog(bus, 0, 64), records);
    for (const share of [0.15, 0.4, 0.65]) {
      await until('some records to be stored', async () => (await lastSequence(store).catch(() => 0)) > total * share, 60_000);
      await clickhouse.kill();
      await clickhouse.restart();
    }
    await appending;
    await until('everything to be stored', async () => (await lastSequence(store).catch(() => 0)) === total, 60_000);
    stop.abort();
    await writing;
    expect(await stored()).toEqual(records);
    expect(await servedUids()).toEqual(uidsOf(records));
  }, 180_000);

  test('two writers at once, as after a lease that both believe to hold, double nothing that is served', async () => {
    await startEmpty();
    const total = 1_000;
    const records = recordsTo(total);
    const stop = new AbortController();
    const writing = [runWriter(deps, stop.signal), runWriter(deps, stop.signal)];
    await append(createFeedLog(bus, 0, 64), records);
    await until('everything to be stored', async () => (await lastSequence(store)) === total, 60_000);
    stop.abort();
    await Promise.all(writing);
    expect(await servedUids()).toEqual(uidsOf(records));
    expect(await stored()).toEqual(records);
  }, 90_000);

  test('a trailing run of drops is not read again and again: the checkpoint stands behind it', async () => {
    await startEmpty();
    const records = [rowRecord('only row'), ...Array.from({ length: 30 }, (_, index) => dropRecord(`late ${index}`))];
    const stop = new AbortController();
    const writing = runWriter(deps, stop.signal);
    await append(createFeedLog(bus, 0, 64), records);
    await until('the drops to be stored', async () => (await lastSequence(store)) === 31);
    stop.abort();
    await writing;
    expect(await stored()).toEqual(records);
  });
});

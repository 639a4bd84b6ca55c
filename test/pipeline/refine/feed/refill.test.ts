import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { feedBounds } from '#ops/feed-log/feed-follower.ts';
import { createFeedLogWriter } from '#pipeline/refine/feed/feed-log-writer.ts';
import { refillLog } from '#pipeline/refine/feed/refill.ts';
import { lastSequence } from '#clickhouse/feed-records.ts';
import { storedGenerations } from '#clickhouse/generations.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { dropDatabase } from '#clickhouse/swap.ts';
import { readConfig } from '#schemas/config.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { streams } from '#schemas/subjects.ts';
import { sharedStore } from '#test/clickhouse/fresh-store.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { jsonOf, readLog } from '#test/support/feed-log.ts';
import { testLog } from '#test/support/log.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { sharedBus, sharedClickHouse } from '#test/support/shared-servers.ts';

const clickhouse = await sharedClickHouse();
const { bus } = await sharedBus();
const store = await sharedStore(clickhouse.url, 'refill');
beforeEach(async () => {
  await applyStreams(bus, readConfig({}));
  await migrate(store);
});
afterEach(async () => {
  await bus.jsm.streams.delete(streams.feed);
  await dropDatabase(store);
});

const records: readonly FeedRecord[] = Array.from({ length: 60 }, (_, index) =>
  index % 3 === 0 ? dropRecord(`document ${index}`) : rowRecord(`document ${index}`),
);
const numbered = (from: number, to: number): { seq: number; record: FeedRecord }[] =>
  records.slice(from - 1, to).map((record, index) => ({ seq: from + index, record }));

async function append(log: ReturnType<typeof createFeedLogWriter>, from: number, to: number): Promise<void> {
  let last: Promise<number> = Promise.resolve(0);
  for (const { record } of numbered(from, to)) last = (await log.append(record)).stored;
  await last;
}

const refill = async (): Promise<number> => refillLog({ bus, store, log: testLog }, await lastSequence(store), await storedGenerations(store));

const readRecords = async (): Promise<{ seq: number; record: unknown }[]> =>
  (await readLog(bus)).map((message) => ({ seq: message.seq, record: jsonOf<unknown>(message) }));

describe('refill', () => {
  test('a log that was lost whole has every record of its table back where it was, whatever retention had taken before them', async () => {
    await insertRecords(store, numbered(21, 60));
    await refill();
    expect((await feedBounds(bus)).lastSeq).toBe(60);
    const log = await readRecords();
    expect(log.filter(({ record }) => (record as FeedRecord).type !== 'gap')).toEqual(numbered(21, 60));
    expect(await (await createFeedLogWriter(bus, 60, 16).append(dropRecord('new'))).stored).toBe(61);
  });

  test('a record that the table does not hold leaves a gap, so that later ones keep their sequences', async () => {
    await insertRecords(store, numbered(1, 20));
    await insertRecords(store, numbered(23, 60));
    await refill();
    const log = await readRecords();
    expect(log.slice(20, 22).map(({ record }) => (record as FeedRecord).type)).toEqual(['gap', 'gap']);
    expect(log.filter(({ seq }) => seq > 22)).toEqual(numbered(23, 60));
  });

  test('a refill that was cut short is finished by the next', async () => {
    await insertRecords(store, numbered(1, 60));
    await append(createFeedLogWriter(bus, 0, 16, { isRefill: true }), 1, 25);
    expect(await refill()).toBe(35);
    expect(await readRecords()).toEqual(numbered(1, 60));
  });
});

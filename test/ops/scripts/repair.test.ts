import { afterAll, expect, test } from 'vitest';
import { lastSequence } from '#clickhouse/feed-records.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { openStore } from '#clickhouse/store.ts';
import { feedBounds } from '#ops/feed-log/feed-follower.ts';
import { readGenerations } from '#ops/feed-log/generations.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { whileLeading } from '#ops/process/lease.ts';
import { createFeedLogWriter } from '#pipeline/refine/feed/feed-log-writer.ts';
import { buckets, streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { rowRecord } from '#test/support/records.ts';
import { sharedBus, sharedClickHouse } from '#test/support/shared-servers.ts';
import type { Ended } from '#test/support/run-program.ts';
import { runScript } from './run-script.ts';

const records = Array.from({ length: 12 }, (_, index) => rowRecord(`document ${index}`));

const clickhouse = await sharedClickHouse();
const { nats, bus } = await sharedBus();
await applyStreams(bus);
const store = openStore({ url: clickhouse.url, database: 'repair', requestTimeoutMs: 5_000, maxConnections: 4 });
afterAll(() => store.close());
await migrate(store);
await append(records);
await insertRecords(store, records.map((record, index) => ({ seq: index + 1, record }))); // prettier-ignore

async function append(some: typeof records): Promise<void> {
  const feed = createFeedLogWriter(bus, (await feedBounds(bus)).lastSeq, 16);
  let stored: Promise<number> = Promise.resolve(0);
  for (const record of some) ({ stored } = await feed.append(record));
  await stored;
}
/** Cuts the log to its first `count` records. */
async function cutLog(count: number): Promise<void> {
  await bus.jsm.streams.delete(streams.feed);
  await applyStreams(bus);
  await append(records.slice(0, count));
}
const repair = (...words: readonly string[]): Promise<Ended> =>
  runScript('ops/scripts/admin.ts', ['repair', ...words], { NATS_URL: nats.url, CLICKHOUSE_URL: clickhouse.url, CLICKHOUSE_DATABASE: 'repair' });
const generations = async (): Promise<number> => (await readGenerations(await openBucket(bus, buckets.feedLog))).generations.length;

test('changes nothing where the log has all that the tables have', async () => {
  expect(await repair()).toMatchObject({ code: 0, out: 'the feed log is complete: it has every record of the tables and ends at record 12\n' });
  expect(await generations()).toBe(0);
});

test('refuses beside a refine that runs, and says what to do', async () => {
  const leases = await openBucket(bus, buckets.leases);
  const stop = new AbortController();
  const { promise: isLeading, resolve } = Promise.withResolvers<void>();
  const leading = whileLeading(leases, 'refine', { log: testLog, signal: stop.signal }, async (signal) => {
    resolve();
    await new Promise((ended) => signal.addEventListener('abort', ended));
  });
  await isLeading;
  await cutLog(5);
  expect(await repair()).toMatchObject({
    code: 1,
    errors: expect.stringContaining('refine runs, and repairs the log at its start: restart it, or stop it first'),
  });
  expect((await feedBounds(bus)).lastSeq).toBe(5);
  stop.abort();
  await leading;
});

test('puts back what only the tables have, begins one generation behind it, and then finds nothing to do', async () => {
  await cutLog(7);
  const first = await repair('--json');
  expect(first.code).toBe(0);
  const { last_seq: lastSeq, generation, lost_from: lostFrom } = JSON.parse(first.out) as Record<string, number>;
  expect([lastSeq, lostFrom]).toEqual([12, 8]);
  expect(generation).toBeGreaterThan(0);
  expect([(await feedBounds(bus)).lastSeq, await lastSequence(store), await generations()]).toEqual([12, 12, 1]);
  expect((await repair()).out).toBe('the feed log is complete: it has every record of the tables and ends at record 12\n');
  expect(await generations()).toBe(1);
});

test('a log that holds another record than the tables is refused, with what to do', async () => {
  await bus.jsm.streams.delete(streams.feed);
  await applyStreams(bus);
  await append(Array.from({ length: 13 }, (_, index) => rowRecord(`other ${index}`)));
  const { code, errors } = await repair();
  expect([code, errors]).toEqual([1, expect.stringMatching(/record 12 differs between the tables and FEED.*npm run rebuild.*npm run restore/)]);
  expect((await feedBounds(bus)).lastSeq).toBe(13);
});

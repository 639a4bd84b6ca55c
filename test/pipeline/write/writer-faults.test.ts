/** The writer and faults of the log: gaps, unreadable or unknown records, and a log that has lost its end. */
import { Registry } from 'prom-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { createConsumerMetrics } from '#ops/feed-log/consumer-metrics.ts';
import { pageAfterSequence } from '#clickhouse/feed-pages.ts';
import { lastSequence, recordsBetween } from '#clickhouse/feed-records.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { dropDatabase } from '#clickhouse/swap.ts';
import { everything } from '#schemas/feed-filter.ts';
import type { LogRecord } from '#schemas/feed-log.ts';
import { sharedStore } from '#test/clickhouse/fresh-store.ts';
import { appendBytes, appendRecords, emptyLog, loseRecord } from '#test/support/feed-log.ts';
import { documentRecord as record, documentRecords as recordsOf, dropRecord, laterRecord, rowRecord } from '#test/support/records.ts';
import { sharedBus, sharedClickHouse } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { startWriter, writeTo } from '#test/support/writer.ts';

const clickhouse = await sharedClickHouse();
const { bus } = await sharedBus();
const store = await sharedStore(clickhouse.url, 'faults');
beforeEach(async () => {
  await emptyLog(bus);
  await dropDatabase(store);
  await migrate(store);
});

const stored = async (): Promise<LogRecord[]> =>
  (await Array.fromAsync(recordsBetween(store, 1, await lastSequence(store)))).map((numbered) => numbered.record);
const isStoredTo = (seq: number) => async (): Promise<boolean> => (await lastSequence(store)) >= seq;
const gap = { type: 'gap', v: 1 };

describe('a record that the log has lost', () => {
  test('before it was stored is a gap in the tables, counted once', async () => {
    await appendRecords(bus, recordsOf(1, 10));
    for (const seq of [4, 5, 10]) await loseRecord(bus, seq);
    const registry = new Registry();
    const metrics = { batchStored: () => undefined, consumer: createConsumerMetrics(registry) };
    const gaps = async (): Promise<number | undefined> => {
      const { values = [] } = (await registry.getSingleMetric('tickerwire_consumer_gap_records_total')?.get()) ?? {};
      return values[0]?.value;
    };
    for (const run of ['first', 'again']) {
      const writer = startWriter(bus, store, { metrics });
      await until(`all to be stored, ${run}`, isStoredTo(10));
      await until('nothing to be waited for', () => writer.state() === 'ok');
      await writer.stop();
      expect(await gaps()).toBe(3);
    }
    const expected = recordsOf(1, 10).map((one, index) => ([4, 5, 10].includes(index + 1) ? gap : one));
    expect(await stored()).toEqual(expected);
  });

  test('behind what is stored is one all the same, also where the log has let go of its begin', async () => {
    await appendRecords(bus, recordsOf(1, 10));
    await insertRecords(store, recordsOf(1, 3).map((one, index) => ({ seq: index + 1, record: one }))); // prettier-ignore
    await bus.jsm.streams.purge('FEED', { seq: 7 });
    await writeTo(10, bus, store);
    expect(await stored()).toEqual(recordsOf(1, 10).map((one, index) => ([4, 5, 6].includes(index + 1) ? gap : one)));
  });
});

describe('a record of a later release', () => {
  const strange = rowRecord('strange');
  const later = [
    { ...strange, item: { ...strange.item, enrichment: { ...strange.item.enrichment, category: 'quantum', mood: 'up' } } },
    { ...dropRecord('embargoed'), reason: 'embargoed', until: '2027-01-01' },
    { ...dropRecord('finer'), instants: { ...dropRecord('finer').instants, seen_at: '2026-01-02T03:04:05.123456Z', judged_at: null } },
    { type: 'retraction', uid: '00000000000000aa', of: strange.uid },
  ].map(laterRecord);

  test('is stored as it is, served where it is a row, and given back whole', async () => {
    await appendRecords(bus, [record(1), ...later, record(2)]);
    await writeTo(6, bus, store);
    expect(JSON.stringify(await stored())).toBe(JSON.stringify([record(1), ...later, record(2)]));
    const rows = await pageAfterSequence(store, everything, 0, 10);
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 6]);
    expect(JSON.parse(rows[1]!.doc)).toMatchObject({ enrichment: { category: 'quantum', mood: 'up' } });
    expect((await pageAfterSequence(store, { ...everything, categories: ['other'] }, 0, 10)).map(({ seq }) => seq)).toEqual([1, 6]);
  });

  test('whose item ends otherwise is rendered so that its page can be put together, and given back whole', async () => {
    const { search_match, sources, ...rest } = strange.item;
    const odd = { ...strange, item: { sources, ...rest, search_match, importance: 3 } };
    await appendRecords(bus, [odd]);
    await writeTo(1, bus, store);
    expect(JSON.stringify(await stored())).toBe(JSON.stringify([odd]));
    const [row] = await pageAfterSequence(store, everything, 0, 10);
    expect(row!.doc).toMatch(/"importance":3,"story_id":null,"sources_count":null,"sources":null}$/);
  });
});

test('a record that cannot be read stops the writer behind the one before it, and readiness says which and what to do, until someone acts', async () => {
  await appendRecords(bus, recordsOf(1, 5));
  await appendBytes(bus, '{"type":"row","v":1}');
  await appendRecords(bus, recordsOf(7, 9));
  const writer = startWriter(bus, store);
  await until('it to say so', () => writer.state().includes('record 6'));
  expect(writer.state()).toBe(
    'record 6 of the feed log cannot be read: a row whose uid: missing; npm run log -- show 6 shows it, npm run log -- skip 6 skips it',
  );
  expect(await lastSequence(store)).toBe(5);
  expect(await stored()).toEqual(recordsOf(1, 5));
  await loseRecord(bus, 6);
  await until('the rest to be stored', isStoredTo(9));
  await until('it to be ready again', () => writer.state() === 'ok');
  await writer.stop();
  expect(await stored()).toEqual([...recordsOf(1, 5), gap, ...recordsOf(7, 9)]);
});

test('a log that ends before its tables is waited for, and the reason says so; repaired, it is gone on with', async () => {
  await appendRecords(bus, recordsOf(1, 12), 10);
  await writeTo(12, bus, store);
  await emptyLog(bus);
  await appendRecords(bus, recordsOf(1, 7), 10);
  let list = [{ id: 10, afterSeq: 0 }];
  const writer = startWriter(bus, store, { generations: async () => list });
  await until('it to say so', () => writer.state().includes('log_lost: the feed log ends at 7, but record 12 was read from it before'));
  list = [...list, { id: 20, afterSeq: 12 }];
  await appendRecords(bus, recordsOf(8, 12), 10);
  await appendRecords(bus, recordsOf(13, 15), 20);
  await until('all to be stored', isStoredTo(15));
  await until('it to be ready', () => writer.state() === 'ok');
  await writer.stop();
  expect(await stored()).toEqual(recordsOf(1, 15));
});

import { describe, expect, test } from 'vitest';
import { createFeedLogWriter, type FeedLogWriter } from '#pipeline/refine/feed/feed-log-writer.ts';
import { runWriter } from '#pipeline/write/writer.ts';
import { pageAfterSequence } from '#clickhouse/feed-pages.ts';
import { lastSequence, recordsBetween } from '#clickhouse/feed-records.ts';
import { tradeFacts } from '#clickhouse/insider-trades.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { dropDatabase } from '#clickhouse/swap.ts';
import { everything } from '#schemas/feed-filter.ts';
import { readConfig } from '#schemas/config.ts';
import type { FeedRecord, LogRecord } from '#schemas/feed-log.ts';
import { streams } from '#schemas/subjects.ts';
import { sharedStore } from '#test/clickhouse/fresh-store.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { documentRecord, documentRecords, dropRecord, rowRecord } from '#test/support/records.ts';
import { sharedBus, sharedClickHouse } from '#test/support/shared-servers.ts';
import { insiderTrade, revisionRecord, tradeRecord, tradeRow } from '#test/support/trades.ts';
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

async function append(log: FeedLogWriter, records: readonly FeedRecord[]): Promise<void> {
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

const tradeAt = (seq: number) =>
  insiderTrade({ accession_number: `0001234567-26-${String(seq).padStart(6, '0')}`, ticker: 'ACME', total_value_usd: `${seq}.25` });
const isForm4 = (seq: number): boolean => seq % 11 === 0 && seq % 4 !== 0;
/** Returns the sequence of an earlier row of a Form 4; 0: none. */
function correctedBy(seq: number): number {
  let at = seq - (seq % 120);
  while (at > 0 && !isForm4(at)) at -= 1;
  return at;
}
/** Returns a record of any kind; a correction is of a row of the same batch, or of one already stored. */
function anyRecord(seq: number): FeedRecord {
  if (isForm4(seq)) return tradeRow(tradeAt(seq));
  if (seq % 13 === 0 && seq % 4 !== 0) return tradeRecord(tradeAt(seq));
  const corrects = seq % 17 === 0 ? correctedBy(seq) : 0;
  return corrects > 0 ? revisionRecord(tradeRow(tradeAt(corrects)), { ...tradeAt(seq), form: '4/A' }, { relevance: 3 }) : documentRecord(seq);
}

/** Expects each row and trade of Form 4 to be as the last correction has it. */
async function expectCorrected(records: readonly FeedRecord[]): Promise<void> {
  const last = new Map(records.flatMap((one, at) => (one.type === 'revision' ? [[one.revises, { seq: at + 1, trade: one.trade }] as const] : [])));
  expect(last.size).toBeGreaterThan(0);
  for (const row of await pageAfterSequence(store, everything, 0, records.length)) expect(row.version).toBe(last.get(row.uid)?.seq ?? 0);
  const traded = records.flatMap((one) => ((one.type === 'row' || one.type === 'trade') && one.trade !== undefined ? [one] : []));
  const sums = traded.map(({ uid, trade }) => `${uid} ${(last.get(uid)?.trade ?? trade!).total_value_usd}`);
  const found = (await tradeFacts(store, { tickers: ['ACME'] }, null)).map(({ uid, totalValueUsd }) => `${uid} ${totalValueUsd}`);
  expect(found.toSorted()).toEqual(sums.toSorted());
}

const uidsOf = (records: readonly FeedRecord[]): string[] => records.flatMap((one) => (one.type === 'row' ? [one.uid] : []));

describe('writer', () => {
  test('the tables hold every record of the log once and in order, through kills of the store in mid-insert', async () => {
    await startEmpty();
    const total = 2_000;
    const records = Array.from({ length: total }, (_, at) => anyRecord(at + 1));
    const stop = new AbortController();
    const writing = runWriter(deps, stop.signal);
    const appending = append(createFeedLogWriter(bus, 0, 64), records);
    for (const share of [0.15, 0.4, 0.65]) {
      await until('some records to be stored', async () => (await lastSequence(store).catch(() => 0)) > total * share);
      await clickhouse.kill();
      await clickhouse.restart();
    }
    await appending;
    await until('everything to be stored', async () => (await lastSequence(store).catch(() => 0)) === total);
    stop.abort();
    await writing;
    expect(await stored()).toEqual(records);
    expect(await servedUids()).toEqual(uidsOf(records));
    await expectCorrected(records);
  });

  test('two writers at once, which both believe that they hold the lease, double nothing that is served', async () => {
    await startEmpty();
    const total = 1_000;
    const records = documentRecords(1, total);
    const stop = new AbortController();
    const writing = [runWriter(deps, stop.signal), runWriter(deps, stop.signal)];
    await append(createFeedLogWriter(bus, 0, 64), records);
    await until('everything to be stored', async () => (await lastSequence(store)) === total);
    stop.abort();
    await Promise.all(writing);
    expect(await servedUids()).toEqual(uidsOf(records));
    expect(await stored()).toEqual(records);
  });

  test('a trailing run of drops is stored, and the checkpoint is behind it', async () => {
    await startEmpty();
    const records = [rowRecord('only row'), ...Array.from({ length: 30 }, (_, index) => dropRecord(`late ${index}`))];
    const stop = new AbortController();
    const writing = runWriter(deps, stop.signal);
    await append(createFeedLogWriter(bus, 0, 64), records);
    await until('the drops to be stored', async () => (await lastSequence(store)) === 31);
    stop.abort();
    await writing;
    expect(await stored()).toEqual(records);
  });
});

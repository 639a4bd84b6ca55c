import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storeAt } from '#clickhouse/as-of.ts';
import { earningsOf } from '#clickhouse/earnings-reads.ts';
import { newestBySequence, pageAfterSequence, pageNewestFirst, rowByUid } from '#clickhouse/feed-pages.ts';
import { lastSequence, recordsBetween, type NumberedRecord } from '#clickhouse/feed-records.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import { wholeRange } from '#clickhouse/feed-keys.ts';
import { everything, facetsOf, matches, type FeedFilter } from '#schemas/feed-filter.ts';
import { selectAfterSequence, selectNewestBySequence, selectNewestFirst } from '#clickhouse/feed-selection.ts';
import { coverageStart, tradeFacts, tradesAfter } from '#clickhouse/insider-trades.ts';
import type { Store } from '#clickhouse/store.ts';
import type { FeedRecord, FeedRow } from '#schemas/feed-log.ts';
import type { InsiderTrade } from '#schemas/insider.ts';
import { uidOf } from '#schemas/identity.ts';
import { newRootRecord, rowRecord, withdrawalRecord } from '#test/support/records.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { earningsAnalysis, earningsRow, insiderTrade, revisionRecord, tradeRecord, tradeRow } from '#test/support/trades.ts';
import { feedDrop } from './feed-rows.ts';
import { emptiedStores, numbered } from './fresh-store.ts';

const server = await sharedClickHouse();
const emptyStore = await emptiedStores(server.url);

const accession = (at: number): string => `0001234567-26-${String(at).padStart(6, '0')}`;

interface Served {
  readonly seq: number;
  readonly version: number;
  readonly record: FeedRow;
}

/** Returns the rows on pages once the whole log is read, as a fold of it in memory. */
function foldRows(log: readonly NumberedRecord[]): Served[] {
  const rows = new Map<string, Served>();
  for (const { seq, record } of log) {
    if (record.type === 'row') rows.set(record.uid, { seq, version: 0, record });
    const before = record.type === 'revision' ? rows.get(record.revises) : undefined;
    if (record.type === 'revision' && before !== undefined && record.item !== null) {
      const { item, key_entities, trade } = record;
      rows.set(record.revises, { seq: before.seq, version: seq, record: { ...before.record, item, key_entities, trade } });
    }
  }
  return [...rows.values()];
}

function foldTrades(log: readonly NumberedRecord[]): Map<string, InsiderTrade> {
  const trades = new Map<string, InsiderTrade>();
  for (const { record } of log) {
    if (record.type === 'row' && record.trade !== undefined) trades.set(record.uid, record.trade);
    if (record.type === 'trade') trades.set(record.uid, record.trade);
    if (record.type === 'revision') trades.set(record.revises, record.trade!);
  }
  return trades;
}

async function expectFold(store: Store, log: readonly NumberedRecord[], filter: FeedFilter = everything): Promise<void> {
  const wanted = foldRows(log).filter(({ record }) => matches(filter, facetsOf(record)));
  const short = ({ seq, version, record }: Served) => ({ seq, version, doc: JSON.stringify(record.item) });
  const live = wanted.filter(({ record }) => record.is_history !== true);
  const found = await pageAfterSequence(store, filter, 0, 100);
  expect(found.map(({ seq, version, doc }) => ({ seq, version, doc }))).toEqual(live.map(short));
  expect((await pageAfterSequence(store, filter, 0, 2)).map(({ seq }) => seq)).toEqual(live.slice(0, 2).map(({ seq }) => seq));
  expect((await newestBySequence(store, filter, 3)).map(({ seq }) => seq)).toEqual(live.slice(-3).map(({ seq }) => seq));
  const newest = wanted.toSorted(
    (a, b) => b.record.item.original.time_published.localeCompare(a.record.item.original.time_published) || (a.record.uid < b.record.uid ? -1 : 1),
  );
  expect((await pageNewestFirst(store, filter, wholeRange, 100)).map(({ seq, version, doc }) => ({ seq, version, doc }))).toEqual(newest.map(short));
  expect((await pageNewestFirst(store, filter, wholeRange, 2)).map(({ seq }) => seq)).toEqual(newest.slice(0, 2).map(({ seq }) => seq));
  const keys = ({ seq, version }: { seq: number; version: number }) => ({ seq, version });
  expect((await selectNewestFirst(store, filter, wholeRange, 100)).map(keys)).toEqual(newest.map(keys));
  expect((await selectAfterSequence(store, filter, 0, 2)).map(keys)).toEqual(live.slice(0, 2).map(keys));
  expect((await selectNewestBySequence(store, filter, 3)).map(keys)).toEqual(live.slice(-3).map(keys));
}

async function expectTrades(store: Store, log: readonly NumberedRecord[]): Promise<void> {
  const wanted = [...foldTrades(log)].sort(([a, one], [b, other]) => other.last_date.localeCompare(one.last_date) || (a < b ? -1 : 1));
  expect((await tradeFacts(store, { tickers: ['ACME'] }, null)).map(({ uid, totalValueUsd }) => [uid, totalValueUsd])).toEqual(
    wanted.map(([uid, trade]) => [uid, trade.total_value_usd]),
  );
  const whole = await tradesAfter(store, { tickers: ['ACME'] }, ['P', 'S', 'D'], null, 100);
  expect(whole.map(({ uid, news_title: _title, news_published: _published, ...trade }) => [uid, trade])).toEqual(wanted);
}

const first = tradeRow(insiderTrade({ accession_number: accession(1) }), { relevance: 7 });
const second = tradeRow(insiderTrade({ accession_number: accession(2) }), { relevance: 5 });
const past = tradeRecord(insiderTrade({ accession_number: accession(3), last_date: '2020-02-03' }));
const corrected = insiderTrade({ accession_number: accession(4), form: '4/A', shares: '80', total_value_usd: '800.00', last_date: '2026-11-16' });
const read = earningsRow('0001234567-26-000124', earningsAnalysis());
const log: NumberedRecord[] = numbered<FeedRecord>([
  first,
  past,
  feedDrop('a drop'),
  second,
  { ...read, is_history: true },
  revisionRecord(first, corrected, { relevance: 2 }),
  revisionRecord(past, { ...corrected, accession_number: accession(5), last_date: '2020-02-04' }),
  tradeRow(insiderTrade({ accession_number: accession(6) }), { relevance: 9 }),
]);

async function insertBy(size: number, store: Store, records: readonly NumberedRecord[]): Promise<void> {
  for (let at = 0; at < records.length; at += size) await insertRecords(store, records.slice(at, at + size));
}

describe('a corrected row', () => {
  test.each([1, 8])('is at its own place as corrected, in batches of %i', async (size) => {
    const store = await emptyStore();
    await insertBy(size, store, log);
    expect(await lastSequence(store)).toBe(log.length);
    for (const filter of [everything, { ...everything, tickers: ['ACME'] }]) {
      for (const minRelevance of [1, 4, 6]) await expectFold(store, log, { ...filter, minRelevance });
    }
    await expectTrades(store, log);
    expect(await rowByUid(store, first.uid)).toMatchObject({ seq: 1, version: 6, detail: { trade: corrected, type: 'row' } });
    expect(await rowByUid(store, past.uid)).toBeNull();
  });

  test.each([1, 9])('represents its story once the root is withdrawn, whatever edits come before and after, in batches of %i', async (size) => {
    const store = await emptyStore();
    const root = rowRecord('root');
    const next = rowRecord('next', { storyId: root.uid });
    const edit = (title: string): FeedRecord => {
      const identity = `${next.identity}\n${title}`;
      const item = { ...next.item, original: { ...next.item.original, title } };
      return { ...withdrawalRecord(next), withdrawn: undefined, uid: uidOf(identity), identity, item, story_id: root.uid };
    };
    const records = [root, next, edit('edited'), newRootRecord(next), withdrawalRecord(root), edit('edited again')];
    const shown = async (): Promise<unknown> => {
      const filter = { ...everything, rootsOnly: true };
      const pages = [
        await pageAfterSequence(store, filter, 0, 9),
        await newestBySequence(store, filter, 9),
        await pageNewestFirst(store, filter, wholeRange, 9),
      ];
      return pages.map((rows) => rows.map(({ uid, doc }) => [uid, (JSON.parse(doc) as FeedRow['item']).original.title]));
    };
    const wanted = [0, 1, 2].map(() => [[next.uid, 'edited again']]);
    const ofLog = numbered(records);
    await insertBy(size, store, ofLog);
    expect(await shown()).toEqual(wanted);
    // A writer that was believed dead repeats them.
    for (const one of ofLog.slice(3)) await insertRecords(store, [one]);
    await store.command({ name: 'merge', text: 'OPTIMIZE TABLE feed FINAL' });
    expect(await shown()).toEqual(wanted);
  });

  test('leaves every record of the log as it was written, to the letter', async () => {
    const store = await emptyStore();
    await insertRecords(store, log.slice(0, 3));
    await insertRecords(store, log.slice(3));
    const back = await Array.fromAsync(recordsBetween(store, 1, log.length));
    expect(back).toEqual(log);
    expect(back.map(({ record }) => JSON.stringify(record))).toEqual(log.map(({ record }) => JSON.stringify(record)));
  });

  test.each([1, 2])('counts in no sum or list of trades once it is withdrawn, until a filing corrects it, in batches of %i', async (size) => {
    const store = await emptyStore();
    const corrects = revisionRecord(first, { ...corrected, accession_number: accession(9) });
    const trades = async (): Promise<unknown> => [
      (await tradeFacts(store, { tickers: ['ACME'] }, null)).map(({ totalValueUsd }) => totalValueUsd),
      (await tradesAfter(store, { tickers: ['ACME'] }, ['P', 'S'], null, 9)).map(({ total_value_usd }) => total_value_usd),
    ];
    await insertBy(size, store, numbered<FeedRecord>([first, withdrawalRecord(first)]));
    expect(await trades()).toEqual([[], []]);
    expect(await coverageStart(store, { tickers: ['ACME'] })).toBeNull();
    await insertRecords(store, [{ seq: 3, record: corrects }]);
    expect(await trades()).toEqual([[corrected.total_value_usd], [corrected.total_value_usd]]);
  });

  test('corrects the trade alone where the store never had the row', async () => {
    const store = await emptyStore();
    await insertRecords(store, [{ seq: 6, record: log[5]!.record }]);
    expect(await lastSequence(store)).toBe(6);
    expect(await pageAfterSequence(store, everything, 0, 10)).toEqual([]);
    expect((await tradeFacts(store, { tickers: ['ACME'] }, null)).map(({ totalValueUsd }) => totalValueUsd)).toEqual(['800.00']);
  });

  test('has the last correction, in whatever order a writer that was believed dead repeats them', async () => {
    const store = await emptyStore();
    const again = revisionRecord(first, { ...corrected, accession_number: accession(9), shares: '70', total_value_usd: '700.00' });
    const whole = [...log, { seq: 9, record: again }];
    await insertRecords(store, whole);
    await insertRecords(store, log);
    await store.command({ name: 'merge', text: 'OPTIMIZE TABLE feed FINAL' });
    await store.command({ name: 'merge', text: 'OPTIMIZE TABLE insider_trades FINAL' });
    await insertRecords(store, log.slice(0, 3));
    await expectFold(store, whole);
    await expectTrades(store, whole);
    expect(await Array.fromAsync(recordsBetween(store, 1, 9))).toEqual(whole);
  });
});

describe('after a crash', () => {
  const tables = ['story_sources', 'feed_uids', 'feed_keys', 'insider_trades', 'earnings_reads', 'feed', 'drops'];
  test.each(tables)('a batch cut short before %s is on no page, and whole once it is written again', async (cutAt) => {
    const store = await emptyStore();
    await insertRecords(store, log.slice(0, 3));
    let cuts = 0;
    const cut: Store = {
      ...store,
      insert: (table, rows) => (table === cutAt && rows.length > 0 && cuts++ === 0 ? Promise.reject(new Error('killed')) : store.insert(table, rows)),
    };
    await expect(insertRecords(cut, log.slice(3))).rejects.toThrow('killed');
    expect(await lastSequence(store)).toBe(3);
    // A correction of an older row may be visible already.
    for (const filter of [everything, { ...everything, tickers: ['ACME'] }]) {
      const pages = [await pageAfterSequence(store, filter, 0, 9), await pageNewestFirst(store, filter, wholeRange, 9)];
      for (const page of pages) expect(page.map(({ seq }) => seq)).toEqual([1]);
    }
    expect(await rowByUid(store, second.uid)).toBeNull();
    await insertRecords(store, log.slice(3, 6));
    await insertRecords(store, log.slice(6));
    expect(await lastSequence(store)).toBe(log.length);
    await expectFold(store, log);
    await expectTrades(store, log);
    expect(await Array.fromAsync(recordsBetween(store, 1, log.length))).toEqual(log);
    expect((await earningsOf(store, { tickers: ['ACME'] }, 20)).map(({ uid }) => uid)).toEqual([read.uid]);
    const readSeq = log.find(({ record }) => record.type === 'row' && record.uid === read.uid)!.seq;
    expect(await earningsOf(storeAt(store, readSeq - 1), { tickers: ['ACME'] }, 20)).toEqual([]);
  });

  test('a correction alone in its batch is in the row once it is in the checkpoint', async () => {
    for (const cutAt of ['feed', 'drops']) {
      const store = await emptyStore();
      await insertRecords(store, log.slice(0, 5));
      const cut: Store = { ...store, insert: (table, rows) => (table === cutAt ? Promise.reject(new Error('killed')) : store.insert(table, rows)) };
      await expect(insertRecords(cut, log.slice(5, 6))).rejects.toThrow('killed');
      expect(await lastSequence(store), cutAt).toBe(5);
      await insertRecords(store, log.slice(5, 6));
      expect(await lastSequence(store), cutAt).toBe(6);
      await expectFold(store, log.slice(0, 6));
    }
  });
});

test('any log of rows, trades of the past and corrections reads as its fold, cut into any batches', async () => {
  const arbitrary = fc.record({
    kinds: fc.array(fc.constantFrom('row', 'row', 'trade', 'revision', 'drop', 'history'), { minLength: 1, maxLength: 14 }),
    sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 14, maxLength: 14 }),
    picks: fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 14, maxLength: 14 }),
    minRelevance: fc.integer({ min: 1, max: 9 }),
  });
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ kinds, sizes, picks, minRelevance }) => {
      const records: FeedRecord[] = [];
      for (const [at, kind] of kinds.entries()) {
        const pick = picks[at]!;
        const trade = insiderTrade({ accession_number: accession(at), total_value_usd: `${pick}.00`, last_date: `2026-11-${10 + (pick % 9)}` });
        const targets = records.filter((record) => (record.type === 'row' && record.trade !== undefined) || record.type === 'trade');
        const target = targets[pick % Math.max(1, targets.length)];
        if (kind === 'trade') records.push(tradeRecord(trade));
        else if (kind === 'drop') records.push(feedDrop(`drop ${at}`));
        else if (kind === 'history') records.push({ ...earningsRow(`8-K ${at}`, earningsAnalysis()), is_history: true });
        else if (kind === 'revision' && target !== undefined && (target.type === 'row' || target.type === 'trade'))
          records.push(revisionRecord(target, { ...trade, form: '4/A' }, { relevance: 1 + (pick % 9) }));
        else records.push(tradeRow(trade, { relevance: 1 + (pick % 9) }));
      }
      const made = numbered(records);
      const store = await emptyStore();
      for (let at = 0, batch = 0; at < made.length; at += sizes[batch]!, batch += 1) await insertRecords(store, made.slice(at, at + sizes[batch]!));
      await expectFold(store, made, { ...everything, minRelevance });
      await expectTrades(store, made);
      expect(await Array.fromAsync(recordsBetween(store, 1, made.length))).toEqual(made);
    }),
    { numRuns: 3 },
  );
});

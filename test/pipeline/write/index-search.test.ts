import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRecords, type NumberedRecord } from '#clickhouse/feed.ts';
import type { Store } from '#clickhouse/store.ts';
import { keepSearchWhole } from '#pipeline/write/index-search.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { startClickHouse, type ClickHouseProcess } from '#test/support/clickhouse.ts';
import { logLines } from '#test/support/log-lines.ts';
import { rowRecord } from '#test/support/records.ts';
import { insiderTrade, revisionRecord, tradeRow } from '#test/support/trades.ts';
import { z } from 'zod';
import { freshStore } from '../../clickhouse/fresh-store.ts';

let server: ClickHouseProcess;
const stores: Store[] = [];
beforeAll(async () => {
  server = await startClickHouse();
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await server.stop();
});

const rowsCount = 1_300;
/** In the middle of the log, so that its versions are indexed neither first nor last. */
const tradeSeq = 600;
const titled = (title: string, at: number): FeedRow => {
  const row = rowRecord(`document ${at}`, { tickers: ['ACME'] });
  return { ...row, item: { ...row.item, original: { ...row.item.original, title } } };
};
const trade = tradeRow(insiderTrade());
const correctedTo = (relevance: number) => revisionRecord(trade, insiderTrade({ form: '4/A', shares: String(relevance) }), { relevance });
/** Rows, one of which is corrected twice: the last correction takes it below what is usually served. */
const records: readonly NumberedRecord[] = [
  ...Array.from({ length: rowsCount }, (_, at) => ({ seq: at + 1, record: at + 1 === tradeSeq ? trade : titled(`word${at % 7} alpha`, at) })),
  { seq: rowsCount + 1, record: correctedTo(9) },
  { seq: rowsCount + 2, record: correctedTo(2) },
];
const versions = rowsCount + 2;

/** Every entry once, as text. */
const entriesQuery = {
  name: 'entries',
  text: `SELECT DISTINCT concat(term, ' ', toString(seq), ' ', toString(version), ' ', toString(newest), ' ', toString(relevance), ' ', category, ' ', toString(impact)) AS entry
    FROM search_terms ORDER BY entry`,
};
const Entry = z.object({ entry: z.string() });
const entriesOf = async (store: Store): Promise<string[]> => (await store.query(entriesQuery, {}, Entry)).map(({ entry }) => entry);
/** How many entries each version has that has any. */
const heldQuery = {
  name: 'held',
  text: 'SELECT seq, version, uniqExact(term) AS terms FROM search_terms GROUP BY seq, version ORDER BY seq, version',
};
const Held = z.object({ seq: z.int(), version: z.int(), terms: z.int() });
const forget = (store: Store, where = ''): Promise<void> =>
  store.command({
    name: 'forget',
    text: where === '' ? 'TRUNCATE TABLE search_terms' : `DELETE FROM search_terms WHERE ${where} SETTINGS lightweight_deletes_sync = 2`,
  });

async function filled(): Promise<{ readonly store: Store; readonly whole: readonly string[] }> {
  const store = await freshStore(server.url);
  stores.push(store);
  await insertRecords(store, records.slice(0, rowsCount));
  for (const record of records.slice(rowsCount)) await insertRecords(store, [record]);
  return { store, whole: await entriesOf(store) };
}

/** The store with something done before the insert of that number, from 1, into the index. */
function beforeInsert(store: Store, number: number, act: () => Promise<void>): Store {
  let inserts = 0;
  return {
    ...store,
    insert: async (table, rows) => {
      if (table === 'search_terms' && rows.length > 0 && (inserts += 1) === number) await act();
      return store.insert(table, rows);
    },
  };
}

async function runKeeper(store: Store, signal = new AbortController().signal): Promise<ReturnType<typeof logLines>> {
  const told = logLines();
  const keeper = keepSearchWhole({ store, log: told.log }, signal);
  keeper.check();
  await keeper.ended();
  return told;
}

describe('tables that a release before search wrote', () => {
  test('get the very entries that the writer would have made, each version of a corrected row its own, and nothing is left to do', async () => {
    const { store, whole } = await filled();
    expect(whole.filter((entry) => entry.startsWith(` ${tradeSeq} `))).toHaveLength(3);
    await forget(store);
    const told = await runKeeper(store);
    expect(told.named('search.indexed')).toMatchObject([{ rows: versions, isWhole: true }]);
    expect(await entriesOf(store)).toEqual(whole);
    expect((await runKeeper(store)).lines).toEqual([]);
    expect(await entriesOf(store)).toEqual(whole);
  }, 120_000);

  test('and rows of such a release among indexed ones are found: a row, one version of a row, the last of the log', async () => {
    const { store, whole } = await filled();
    for (const where of ['seq = 17', `seq = ${tradeSeq} AND version = 0`, `version = ${rowsCount + 2}`, `seq = ${rowsCount}`]) {
      await forget(store, where);
      expect((await entriesOf(store)).length, where).toBeLessThan(whole.length);
      const told = await runKeeper(store);
      expect(told.named('search.indexed'), where).toHaveLength(1);
      expect(await entriesOf(store), where).toEqual(whole);
    }
  }, 120_000);

  test('are not taken for whole by entries of a record that a cut log put elsewhere', async () => {
    const { store, whole } = await filled();
    await forget(store, 'seq IN (17, 18)');
    // Two batches that were cut short: of one the place holds no row, of the other another row.
    const lost = { category: 'earnings', relevance: 5, source_type: 'publisher', is_root: true, impact: 0, version: 0, newest: -1 };
    await store.insert('search_terms', [17, 18, 5_000, 5_001].map((seq) => ({ ...lost, term: '', seq }))); // prettier-ignore
    await runKeeper(store);
    expect(await entriesOf(store)).toEqual(expect.arrayContaining([...whole]));
    expect((await runKeeper(store)).lines).toEqual([]);
  }, 120_000);
});

describe('what cuts the work short', () => {
  test.each([1, 2, 3])(
    'a kill of the store before insert %i leaves rows whole or not begun, and the next writer does the rest',
    async (number) => {
      const { store, whole } = await filled();
      await forget(store);
      const told = await runKeeper(beforeInsert(store, number, () => server.kill()));
      expect(told.named('search.not_indexed')).toHaveLength(1);
      expect(told.named('search.indexed')).toEqual([]);
      await server.restart();
      const terms = new Map<string, number>();
      for (const entry of whole) {
        const [, seq, version] = /^\S* (\d+) (\d+) /.exec(entry)!;
        terms.set(`${seq} ${version}`, (terms.get(`${seq} ${version}`) ?? 0) + 1);
      }
      const held = await store.query(heldQuery, {}, Held);
      expect(held.length).toBeLessThan(versions);
      for (const { seq, version, terms: count } of held) expect(count, `${seq}`).toBe(terms.get(`${seq} ${version}`));
      await runKeeper(store);
      expect(await entriesOf(store)).toEqual(whole);
    },
    120_000,
  );

  test('a stop is heeded between inserts, and says that it is not whole', async () => {
    const { store, whole } = await filled();
    await forget(store);
    const stop = new AbortController();
    const told = await runKeeper(
      beforeInsert(store, 1, async () => stop.abort()),
      stop.signal,
    );
    const [line] = told.named('search.indexed');
    expect(line).toMatchObject({ isWhole: false });
    expect(line!['rows']).toBeLessThan(versions);
    expect(await entriesOf(store)).not.toEqual(whole);
    await runKeeper(store);
    expect(await entriesOf(store)).toEqual(whole);
  }, 120_000);

  test('the same writer looks again after a failure, and never twice at once', async () => {
    const { store, whole } = await filled();
    await forget(store);
    let [failures, running, most] = [1, 0, 0];
    const flaky: Store = {
      ...store,
      insert: async (table, rows) => {
        running += 1;
        most = Math.max(most, running);
        try {
          if (failures-- > 0) throw new Error('the disk is full');
          await store.insert(table, rows);
        } finally {
          running -= 1;
        }
      },
    };
    const told = logLines();
    const keeper = keepSearchWhole({ store: flaky, log: told.log }, new AbortController().signal);
    keeper.check();
    await keeper.ended();
    expect(told.lines.map(({ msg }) => msg)).toEqual(['search.not_indexed']);
    for (let times = 0; times < 3; times += 1) keeper.check();
    await keeper.ended();
    expect(told.named('search.indexed')).toMatchObject([{ rows: versions, isWhole: true }]);
    expect(most).toBe(1);
    expect(await entriesOf(store)).toEqual(whole);
  }, 120_000);
});

describe('rows that arrive meanwhile', () => {
  test('are indexed by their own batch, corrections of rows that wait for their turn, too', async () => {
    const { store } = await filled();
    await forget(store);
    const late = { seq: rowsCount + 3, record: titled('latecomer', 9_999) };
    const correction = { seq: rowsCount + 4, record: correctedTo(7) };
    await runKeeper(beforeInsert(store, 2, () => insertRecords(store, [late, correction])));
    const after = await entriesOf(store);
    expect((await runKeeper(store)).lines).toEqual([]);
    await forget(store);
    await runKeeper(store);
    expect(after).toEqual(await entriesOf(store));
    expect(after.some((entry) => entry.startsWith(`latecomer ${late.seq} 0 `))).toBe(true);
    expect(after.some((entry) => entry.startsWith(` ${tradeSeq} ${correction.seq} `))).toBe(true);
  }, 120_000);
});

import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { insertRecords, pageAfterSequence, pageNewestFirst, recordsBetween } from '#clickhouse/feed.ts';
import { migrate, planMigration } from '#clickhouse/migrate.ts';
import { feedColumns, feedKeys } from '#clickhouse/record.ts';
import { isForFirstLedger } from '#clickhouse/schema/ledger.ts';
import { readMigrations, splitStatements } from '#clickhouse/schema/migrations.ts';
import { verifySchema } from '#clickhouse/schema/verify.ts';
import type { Store } from '#clickhouse/store.ts';
import { startClickHouse, type ClickHouseProcess } from '#test/support/clickhouse.ts';
import { everything, feedRow } from './feed-rows.ts';
import { openTestStore } from './fresh-store.ts';

const released = fileURLToPath(new URL('../../clickhouse/migrations/', import.meta.url));
/** The number of migrations in the last release that is in use; later ones belong to this release. */
const lastReleased = 3;
const wanted = fileURLToPath(new URL('../../clickhouse/tables/', import.meta.url));

let server: ClickHouseProcess;
let store: Store;
let folder: string;
beforeAll(async () => {
  server = await startClickHouse();
});
afterAll(() => server.stop());
beforeEach(async () => {
  store = openTestStore(server.url);
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const put = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);

const Count = z.object({ count: z.int() });
const countOf = async (text: string): Promise<number | undefined> => (await store.query({ name: 'count', text }, {}, Count))[0]?.count;

/** Returns the engine's CREATE statement of each table, without the name of its database. */
async function structure(of: Store): Promise<Map<string, string>> {
  const text = "SELECT name, create_table_query FROM system.tables WHERE database = {database:String} AND name NOT LIKE 'schema\\_%' ORDER BY name";
  const rows = await of.query({ name: 'structure', text }, { database: of.database }, z.object({ name: z.string(), create_table_query: z.string() }));
  return new Map(rows.map((row) => [row.name, row.create_table_query.replace(of.database, 'db')]));
}

const Entry = z.object({ number: z.int(), name: z.string(), checksum: z.string() });
const ledgers = (of: Store): Promise<z.infer<typeof Entry>[][]> =>
  Promise.all(
    ['schema_migrations', 'schema_versions'].map((name) =>
      of.query({ name: 'ledger', text: `SELECT * EXCEPT applied_at FROM ${name} ORDER BY number` }, {}, Entry.loose()),
    ),
  );

describe('the released migrations', () => {
  test('add up to the wanted state, which a database without tables is given at once, table by table', async () => {
    expect((await planMigration(store)).changes.filter(({ says }) => says.includes('rebuild'))).toEqual([]);
    // Another folder, so that its migrations run one by one.
    await cp(released, folder, { recursive: true });
    expect(await migrate(store, { folder })).toEqual((await readdir(released)).toSorted());
    const other = openTestStore(server.url);
    await migrate(other);
    expect(await structure(store)).toEqual(await structure(other));
    expect(await ledgers(store)).toEqual(await ledgers(other));
    expect([...(await structure(store)).keys()].map((name) => `${name}.sql`)).toEqual((await readdir(wanted)).toSorted());
    await other.close();
  });

  test('say of every column what it holds, where its name does not', async () => {
    for (const name of await readdir(wanted)) expect(await readFile(join(wanted, name), 'utf8'), name).toMatch(/^-- \S/);
  });

  test('run once, from an empty server to the state, and again without effect', async () => {
    const names = (await readdir(released)).toSorted();
    expect(await migrate(store)).toEqual(names);
    expect(await migrate(store)).toEqual([]);
    expect(await countOf('SELECT count() AS count FROM schema_versions')).toBe(names.length);
    expect(await countOf('SELECT count() AS count FROM schema_migrations')).toBe(readMigrations().filter(isForFirstLedger).length);
  });

  test('can each be run again, as a kill in between asks for', async () => {
    await migrate(store);
    const once = await structure(store);
    for (const name of (await readdir(released)).toSorted())
      for (const text of splitStatements(await readFile(join(released, name), 'utf8'))) await store.command({ name, text });
    expect(await structure(store)).toEqual(once);
  });

  test('keep what the first release wrote: its rows are the rows of now, uncorrected and no history', async () => {
    await writeFile(join(folder, '0001_feed_log.sql'), await readFile(join(released, '0001_feed_log.sql')));
    await migrate(store, { folder });
    const log = [1, 2, 3].map((seq) => ({ seq, record: feedRow({ identity: `https://example.com/${seq}` }) }));
    const without = (columns: object): object =>
      Object.fromEntries(Object.entries(columns).filter(([name]) => name !== 'version' && name !== 'is_history'));
    await store.insert('feed_keys', log.flatMap(({ seq, record }) => feedKeys(seq, record).map(without))); // prettier-ignore
    await store.insert('feed', log.map(({ seq, record }) => without(feedColumns(seq, record)))); // prettier-ignore
    await migrate(store);
    const seqs = (rows: readonly { seq: number; version: number }[]) => rows.map(({ seq, version }) => [seq, version]);
    const noRange = { before: null, publishedFromMs: null, publishedToMs: null, createdFromMs: null, createdToMs: null };
    const rows = [1, 2, 3].map((seq) => [seq, 0]);
    expect(seqs(await pageAfterSequence(store, everything, 0, 10))).toEqual(rows);
    expect(seqs(await pageNewestFirst(store, { ...everything, tickers: ['AAPL'] }, noRange, 10)).toSorted(([a], [b]) => a! - b!)).toEqual(rows);
    expect(await Array.fromAsync(recordsBetween(store, 1, 3))).toEqual(log);
  });

  test('keep what the last release wrote, and bring it to the state', async () => {
    const last = (await readdir(released)).toSorted().slice(0, lastReleased);
    for (const name of last) await writeFile(join(folder, name), await readFile(join(released, name)));
    await migrate(store, { folder });
    const log = [1, 2, 3].map((seq) => ({ seq, record: feedRow({ identity: `https://example.com/${seq}` }) }));
    // That release's writer does not fill the search index.
    const insert: Store['insert'] = async (table, rows) => (table === 'search_terms' ? undefined : store.insert(table, rows));
    await insertRecords({ ...store, insert }, log);
    const said = (await planMigration(store)).changes.map(({ says }) => says);
    const ofSearch = `apply 0006_search.sql to database ${store.database}: search finds no article of before, until you run npm run rebuild`;
    expect([said.includes(ofSearch), said.filter((says) => says.includes('rebuild')).length]).toEqual([true, 2]);
    expect(await migrate(store)).toEqual((await readdir(released)).toSorted().slice(lastReleased));
    expect(await verifySchema(store)).toEqual([]);
    expect(await Array.fromAsync(recordsBetween(store, 1, 3))).toEqual(log);
    const noRange = { before: null, publishedFromMs: null, publishedToMs: null, createdFromMs: null, createdToMs: null };
    expect(await pageNewestFirst(store, { ...everything, tickers: ['AAPL'] }, noRange, 10)).toHaveLength(3);
    expect(await pageAfterSequence(store, everything, 0, 10)).toHaveLength(3);
  });

  test('keep the index of search entry by entry, before and after a merge writes it anew', async () => {
    for (const name of (await readdir(released)).filter((one) => one < '0011')) await cp(join(released, name), join(folder, name));
    await migrate(store, { folder });
    // The extreme times that a row may have, and long runs of neighbours.
    const times = [-8_640_000_000_000_000, -1, 0, 1, 1_780_000_000_000, 8_640_000_000_000_000];
    const entry = { category: 'earnings', relevance: 7, source_type: 'publisher', is_root: true, impact: 9, version: 0 };
    const rows = Array.from({ length: 300 }, (_, at) => ({ ...entry, seq: at + 1, newest: times[at] ?? -1_780_000_000_000 + at * 977 }));
    await store.insert('search_terms', ['', 'alpha'].flatMap((term) => rows.map((row) => ({ ...row, term })))); // prettier-ignore
    const Held = z.object({ term: z.string(), newest: z.int(), seq: z.int() });
    const text = 'SELECT term, newest, seq FROM search_terms ORDER BY term, newest, seq';
    const held = await store.query({ name: 'held', text }, {}, Held);
    expect(held).toHaveLength(600);
    await migrate(store);
    expect(await store.query({ name: 'held', text }, {}, Held)).toEqual(held);
    await store.command({ name: 'merge', text: 'OPTIMIZE TABLE search_terms FINAL' });
    expect(await store.query({ name: 'held', text }, {}, Held)).toEqual(held);
  });

  test('of tables that were made and not recorded yet leave them as they are: the maker was killed in between', async () => {
    await migrate(store);
    const once = await structure(store);
    for (const name of ['schema_migrations', 'schema_versions']) await store.command({ name, text: `TRUNCATE TABLE ${name}` });
    expect(await migrate(store)).toHaveLength(readMigrations().length);
    expect(await structure(store)).toEqual(once);
    expect(await verifySchema(store)).toEqual([]);
  });

  test('can be run by two processes at once', async () => {
    const other = openTestStore(server.url, store.database);
    await Promise.all([migrate(store), migrate(other)]);
    expect(await migrate(store)).toEqual([]);
    await other.close();
  });
});

describe('a migration', () => {
  test('added later is applied alone', async () => {
    await put('0001_one.sql', 'CREATE TABLE IF NOT EXISTS one (a UInt8) ENGINE = MergeTree ORDER BY a;\n');
    expect(await migrate(store, { folder })).toEqual(['0001_one.sql']);
    await put(
      '0002_two.sql',
      "-- Two statements; the second is a value.\nALTER TABLE one ADD COLUMN IF NOT EXISTS b String DEFAULT 'x;y';\nINSERT INTO one (a) VALUES (1);\n",
    );
    expect(await migrate(store, { folder })).toEqual(['0002_two.sql']);
    expect(await countOf("SELECT count() AS count FROM one WHERE b = 'x;y'")).toBe(1);
  });

  test('changed after its release is refused, and nothing is applied', async () => {
    await put('0001_one.sql', 'CREATE TABLE IF NOT EXISTS one (a UInt8) ENGINE = MergeTree ORDER BY a;\n');
    await migrate(store, { folder });
    await put('0001_one.sql', 'CREATE TABLE IF NOT EXISTS one (a UInt16) ENGINE = MergeTree ORDER BY a;\n');
    await put('0002_two.sql', 'CREATE TABLE two (a UInt8) ENGINE = MergeTree ORDER BY a;\n');
    await expect(migrate(store, { folder })).rejects.toThrow('0001_one.sql was changed');
    expect([...(await structure(store)).keys()]).toEqual(['one']);
  });

  test('unknown to this release means a newer database, and is refused', async () => {
    await put('0001_one.sql', 'SELECT 1;\n');
    await put('0002_two.sql', 'SELECT 1;\n');
    await migrate(store, { folder });
    await rm(join(folder, '0002_two.sql'));
    await expect(migrate(store, { folder })).rejects.toThrow('0002_two.sql of a newer release');
  });

  test('that leaves a hole in the numbers, or has none, is refused', async () => {
    await put('0002_two.sql', 'SELECT 1;\n');
    await expect(migrate(store, { folder })).rejects.toThrow('0002_two.sql should be number 1');
    await put('0001-one.sql', 'SELECT 1;\n');
    await expect(migrate(store, { folder })).rejects.toThrow('0001-one.sql should be number 1');
  });

  test('that fails halfway is not recorded and runs again', async () => {
    const good = 'CREATE TABLE IF NOT EXISTS one (a UInt8) ENGINE = MergeTree ORDER BY a;\n';
    await put('0001_one.sql', `${good}SELECT nothing;\n`);
    await expect(migrate(store, { folder })).rejects.toThrow('nothing');
    await put('0001_one.sql', good);
    expect(await migrate(store, { folder })).toEqual(['0001_one.sql']);
  });
});

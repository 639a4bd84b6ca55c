import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, onTestFinished } from 'vitest';
import { z } from 'zod';
import { migrate } from '#clickhouse/migrate.ts';
import { readMigrations } from '#clickhouse/schema/migrations.ts';
import { verifySchema } from '#clickhouse/schema/verify.ts';
import type { Store } from '#clickhouse/store.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { openTestStore } from './fresh-store.ts';
import { scratchFolder } from '#test/support/scratch.ts';

const wanted = fileURLToPath(new URL('../../clickhouse/tables/', import.meta.url));

let store: Store;
let folder: string;
const server = await sharedClickHouse();
beforeEach(async () => {
  store = openTestStore(server.url);
  folder = scratchFolder(onTestFinished);
});
afterEach(() => store.close());

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
const ledger = (of: Store): Promise<z.infer<typeof Entry>[]> =>
  of.query({ name: 'ledger', text: 'SELECT * EXCEPT applied_at FROM schema_versions ORDER BY number' }, {}, Entry.loose());

test('a comment that ends with a semicolon stays in its statement', async () => {
  await put('0001_one.sql', '-- Before; \nCREATE TABLE one (\n  -- The key;\n  a UInt8\n) ENGINE = Memory;\nSELECT 1 -- One.\n;');
  const [first] = readMigrations(folder);
  expect(first!.statements).toEqual(['-- Before; \nCREATE TABLE one (\n  -- The key;\n  a UInt8\n) ENGINE = Memory', 'SELECT 1 -- One.']);
});

describe('the released migrations', () => {
  test('make every table, and record the first as an earlier release did', async () => {
    await migrate(store);
    expect([...(await structure(store)).keys()].map((name) => `${name}.sql`)).toEqual((await readdir(wanted)).toSorted());
    const checksum = 'fb774776065986c9c0b41caffaead506d06718a288258153bdb65523c7fbf3bf';
    expect((await ledger(store))[0]).toMatchObject({ number: 1, name: '0001_tables.sql', checksum });
  });

  test('can be run again over tables that a killed process made and did not record', async () => {
    await migrate(store);
    const once = await structure(store);
    await store.command({ name: 'forget', text: 'TRUNCATE TABLE schema_versions' });
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

  test('without a number, or with one that leaves a gap, is refused', async () => {
    await put('0002_two.sql', 'SELECT 1;\n');
    await expect(migrate(store, { folder })).rejects.toThrow('0002_two.sql breaks the sequence: it should be number 1');
    await put('0001-one.sql', 'SELECT 1;\n');
    await expect(migrate(store, { folder })).rejects.toThrow('0001-one.sql breaks the sequence: it should be number 1');
  });

  test('that fails halfway is not recorded and runs again', async () => {
    const good = 'CREATE TABLE IF NOT EXISTS one (a UInt8) ENGINE = MergeTree ORDER BY a;\n';
    await put('0001_one.sql', `${good}SELECT nothing;\n`);
    await expect(migrate(store, { folder })).rejects.toThrow('nothing');
    await put('0001_one.sql', good);
    expect(await migrate(store, { folder })).toEqual(['0001_one.sql']);
  });
});

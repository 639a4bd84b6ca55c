/** A migrated database of its own on a running ClickHouse. */
import { migrate } from '#clickhouse/migrate.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import { openStore, type Store } from '#clickhouse/store.ts';
import { randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import { z } from 'zod';
import type { FeedRecord, FeedRow } from '#schemas/feed-log.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';

export function openTestStore(url: string, database = `test_${randomUUID().replaceAll('-', '')}`): Store {
  return openStore({ url, database, requestTimeoutMs: 20_000, maxConnections: 4 });
}

export async function freshStore(url: string): Promise<Store> {
  const store = openTestStore(url);
  await migrate(store);
  return store;
}

/** The same for all tests of a file, closed after the last. */
export async function sharedStore(url: string, database?: string): Promise<Store> {
  const store = openTestStore(url, database);
  afterAll(() => store.close());
  await migrate(store);
  return store;
}

const filled = {
  name: 'list filled tables',
  text: "SELECT name FROM system.tables WHERE database = {database:String} AND total_rows > 0 AND name != 'schema_versions'",
};

/** Returns a function that empties the one database of a file and returns it: making the tables takes longer than most tests. */
export async function emptiedStores(url: string): Promise<() => Promise<Store>> {
  const store = await sharedStore(url);
  return async () => {
    for (const { name } of await store.query(filled, { database: store.database }, z.object({ name: z.string() })))
      await store.command({ name: 'empty table', text: 'TRUNCATE TABLE {name:Identifier}' }, { name });
    return store;
  };
}

/** For one test file: returns a function that fills the emptied store with a list of rows, the first with sequence 1. */
export async function storesOfRows(): Promise<(rows: readonly FeedRow[]) => Promise<Store>> {
  const emptyStore = await emptiedStores((await sharedClickHouse()).url);
  return async (rows) => {
    const store = await emptyStore();
    await insertRecords(store, numbered(rows));
    return store;
  };
}

export const numbered = <R extends FeedRecord>(records: readonly R[]): { seq: number; record: R }[] =>
  records.map((record, at) => ({ seq: at + 1, record }));

/** A migrated database of its own on a running ClickHouse. */
import { migrate } from '#clickhouse/migrate.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import { openStore, type Store } from '#clickhouse/store.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import type { FeedRow } from '#schemas/feed-log.ts';
import { startClickHouse, type ClickHouseProcess } from '#test/support/clickhouse.ts';

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

/** For one test file: returns a function that makes a store of its own for a list of rows, the first with sequence 1. */
export function storesOfRows(): (rows: readonly FeedRow[]) => Promise<Store> {
  let server: ClickHouseProcess;
  const stores: Store[] = [];
  beforeAll(async () => {
    server = await startClickHouse();
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await server.stop();
  });
  return async (rows) => {
    const store = await freshStore(server.url);
    stores.push(store);
    await insertRecords(store, rows.map((record, at) => ({ seq: at + 1, record }))); // prettier-ignore
    return store;
  };
}

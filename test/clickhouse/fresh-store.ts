/** A migrated database of its own on a running ClickHouse. */
import { migrate } from '#clickhouse/migrate.ts';
import { openStore, type Store } from '#clickhouse/store.ts';
import { randomUUID } from 'node:crypto';

export function openTestStore(url: string, database = `test_${randomUUID().replaceAll('-', '')}`): Store {
  return openStore({ url, database, requestTimeoutMs: 20_000, maxConnections: 4 });
}

export async function freshStore(url: string): Promise<Store> {
  const store = openTestStore(url);
  await migrate(store);
  return store;
}

/** Runs work on an embedded ClickHouse with a temporary data folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '#clickhouse/store.ts';
import { endProcess, startEmbedded } from '../../../embedded/start.ts';

/** Calls `work` and returns its result, then stops ClickHouse and removes the folder. `open` returns the store of a database. */
export async function withStores<T>(work: (open: (database: string) => Store) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-store-'));
  const { child, url, user, password } = await startEmbedded({ dataDir, port: 0, env: { LOG_LEVEL: 'warn' } });
  const stores: Store[] = [];
  try {
    return await work((database) => {
      const store = openStore({ url, database, user, password, requestTimeoutMs: 600_000, maxConnections: 4 });
      stores.push(store);
      return store;
    });
  } finally {
    await Promise.allSettled(stores.map((store) => store.close()));
    await endProcess(child, 'SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

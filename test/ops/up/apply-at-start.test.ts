import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { migrate } from '#clickhouse/migrate.ts';
import { verifySchema } from '#clickhouse/schema/verify.ts';
import { openStore, storeAddress } from '#clickhouse/store.ts';
import { applyTablesAtStart } from '#ops/up/apply-at-start.ts';
import { readConfig } from '#schemas/config.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';

const Path = z.object({ path: z.string() });

const clickhouse = await sharedClickHouse();
const config = readConfig({ CLICKHOUSE_URL: clickhouse.url });
const store = openStore({ ...storeAddress(config), requestTimeoutMs: 10_000, maxConnections: 2 });
afterAll(() => store.close());
await migrate(store);

async function start(): Promise<string[]> {
  const said: string[] = [];
  await applyTablesAtStart({ config, say: (line) => said.push(line), advice: () => '', signal: new AbortController().signal });
  return said;
}

test('a missing table is made at the start, with a word on how to fill it', async () => {
  await store.command({ name: 'lose', text: 'DROP TABLE feed_uids SYNC' });
  expect(await start()).toEqual(['make table tickerwire.feed_uids, empty; its rows are lost: restore a backup, or refill it with npm run rebuild']);
  expect(await verifySchema(store)).toEqual([]);
  expect(await start()).toEqual([]);
});

test('a damaged part of a table is reported at the start', async () => {
  await store.command({ name: 'fill', text: 'INSERT INTO feed_uids SELECT number, number FROM numbers(1000)' });
  const [found] = await store.query(
    { name: 'find', text: "SELECT data_paths[1] AS path FROM system.tables WHERE database = currentDatabase() AND name = 'feed_uids'" },
    {},
    Path,
  );
  await clickhouse.kill();
  const file = readdirSync(found!.path, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('.bin'))!;
  truncateSync(join(found!.path, file), 10);
  await clickhouse.restart();
  expect(await start()).toEqual([expect.stringContaining('were set aside (feed_uids 1) and rows are missing: npm run rebuild')]);
});

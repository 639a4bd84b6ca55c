import { createClient } from '@clickhouse/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startClickHouse, type ClickHouseProcess } from '#test/support/clickhouse.ts';

let server: ClickHouseProcess;
beforeAll(async () => {
  server = await startClickHouse();
});
afterAll(() => server.stop());

test('the client queries, inserts, commands, executes and pings', async () => {
  const client = createClient({ url: server.url });
  expect(await client.ping()).toMatchObject({ success: true });
  expect(await client.ping({ select: true })).toMatchObject({ success: true });
  await client.command({ query: 'CREATE TABLE t (id UInt64, s String) ENGINE = MergeTree ORDER BY id' });
  const inserted = await client.insert({ table: 't', values: [{ id: 1, s: "a'b" }, { id: 2, s: 'c\nd' }], format: 'JSONEachRow' });
  expect(inserted.summary?.written_rows).toBe('2');
  const found = await client.query({ query: 'SELECT * FROM t WHERE s = {s:String}', query_params: { s: 'c\nd' }, format: 'JSONEachRow' });
  expect(await found.json()).toEqual([{ id: 2, s: 'c\nd' }]);
  await client.close();
});

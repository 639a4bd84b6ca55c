import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { applyMigration } from '#clickhouse/migrate.ts';
import { dropDatabase } from '#clickhouse/swap.ts';
import { openStore, storeAddress } from '#clickhouse/store.ts';
import { readConfig } from '#schemas/config.ts';
import { sharedOrigin } from '#test/support/shared-origin.ts';

// No ClickHouse cluster runs here: the test inspects the requests that a server of one receives.
let requests: { readonly settings: URLSearchParams; readonly text: string }[];
let behind: number;
beforeEach(() => void ([requests, behind] = [[], 0]));
const CLICKHOUSE_URL = await sharedOrigin((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const settings = new URL(request.url ?? '/', 'http://server').searchParams;
    requests.push({ settings, text: settings.get('query') ?? body });
    behind -= 1;
    if (behind < 0) return void response.end('');
    response.writeHead(500, { 'x-clickhouse-exception-code': '289' });
    response.end("Code: 289. DB::Exception: Replica doesn't have part which was written to a quorum. (REPLICA_IS_NOT_IN_QUORUM)");
  });
});
const bounds = { requestTimeoutMs: 10_000, maxConnections: 1 };
const cluster = openStore({ ...storeAddress(readConfig({ CLICKHOUSE_URL, CLICKHOUSE_CLUSTER: 'main' })), ...bounds });
const single = openStore({ ...storeAddress(readConfig({ CLICKHOUSE_URL })), ...bounds });
afterAll(() => Promise.all([cluster.close(), single.close()]));

const quorum = ['insert_quorum', 'insert_quorum_parallel', 'select_sequential_consistency', 'alter_sync', 'distributed_ddl_task_timeout'];
const settingsOf = (at = -1): Record<string, string | null> => Object.fromEntries(quorum.map((name) => [name, requests.at(at)!.settings.get(name)]));
const query = { name: 'test', text: 'SELECT 1 AS one' };

test('a block is in a majority of the replicas, one after the other, before an insert is done', async () => {
  await cluster.insert('feed', [{ seq: 1 }]);
  expect(settingsOf()).toMatchObject({ insert_quorum: 'auto', insert_quorum_parallel: '0' });
  expect(Number(requests.at(-1)!.settings.get('insert_quorum_timeout'))).toBeLessThan(10_000);
});

test('a read sees every block that was written before', async () => {
  await cluster.query(query, {}, z.object({}));
  expect(settingsOf()).toMatchObject({ select_sequential_consistency: '1' });
});

test('a replica that is behind is asked again, and its error comes through when it stays behind', async () => {
  behind = 3;
  expect(await cluster.query(query, {}, z.object({}))).toEqual([]);
  expect(requests).toHaveLength(4);
  behind = 100;
  await expect(cluster.query(query, {}, z.object({}))).rejects.toMatchObject({ code: '289' });
  expect(requests).toHaveLength(8);
});

test('tables are made on every server, and a migration ends when every replica has made them', async () => {
  await applyMigration(cluster, { changes: [], migrations: [], gone: [], ahead: [] });
  expect(requests.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^CREATE DATABASE IF NOT EXISTS \{database:Identifier\} ON CLUSTER 'main'/),
    expect.stringMatching(/^CREATE TABLE IF NOT EXISTS schema_versions ON CLUSTER 'main'[\s\S]+ENGINE = ReplicatedMergeTree/),
  ]);
  expect(settingsOf()).toMatchObject({ alter_sync: '2', distributed_ddl_task_timeout: '8' });
  await dropDatabase(cluster);
  expect(requests.at(-1)!.text).toMatch(/^DROP DATABASE IF EXISTS \{database:Identifier\} ON CLUSTER 'main' SYNC/);
});

test('a single server gets no setting of a cluster', async () => {
  await single.insert('feed', [{ seq: 1 }]);
  await single.query(query, {}, z.object({}));
  await applyMigration(single, { changes: [], migrations: [], gone: [], ahead: [] });
  expect(requests.length).toBe(4);
  for (const { settings, text } of requests) {
    for (const name of quorum) expect(settings.get(name)).toBeNull();
    expect(text).not.toMatch(/ON CLUSTER|Replicated/);
  }
  behind = 1;
  await expect(single.query(query, {}, z.object({}))).rejects.toMatchObject({ code: '289' });
});

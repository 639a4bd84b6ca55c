/** The process: one owner a folder, an orderly end, and no half-written data after a kill. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@clickhouse/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startClickHouse, type ClickHouseProcess } from '#test/support/clickhouse.ts';

const program = fileURLToPath(new URL('../../../ops/embedded/clickhouse.ts', import.meta.url));

let server: ClickHouseProcess;
beforeEach(async () => {
  server = await startClickHouse();
});
afterEach(() => server.stop());

const post = async (body: string): Promise<string> => {
  const response = await fetch(server.address, { method: 'POST', body, headers: { 'X-ClickHouse-Key': server.password } });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text.trim();
};

async function run(args: readonly string[]): Promise<{ code: number | null; out: string; error: string }> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = [child.stdout, child.stderr].map(async (stream) => Buffer.concat(await stream.toArray()).toString());
  const [code] = (await once(child, 'exit')) as [number | null];
  const [out = '', error = ''] = await Promise.all(texts);
  return { code, out, error };
}

describe('a folder has one owner', () => {
  test('a second process is refused and says who uses it', async () => {
    const { code, out, error } = await run(['--data-dir', server.dataDir, '--port', '0']);
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(error).toMatch(/another process \(pid \d+\) uses it/);
    expect(await post('SELECT 1')).toBe('1');
  });

  test('one whose tables are damaged after a kill is refused with what to do, not as one that is held', async () => {
    await post('CREATE TABLE damaged (a UInt8) ENGINE = MergeTree ORDER BY a');
    await server.kill();
    const metadata = readdirSync(join(server.dataDir, 'store'), { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith('damaged.sql'))!;
    writeFileSync(join(server.dataDir, 'store', metadata), Buffer.alloc(100));
    const { code, error } = await run(['--data-dir', server.dataDir, '--port', '0']);
    expect(code).toBe(1);
    expect(error).toContain(`its tables are damaged: mv ${server.dataDir} ${server.dataDir}-damaged, and start again`);
    expect(error).not.toContain('uses it');
  });

  test('after a kill the next one takes it', async () => {
    await post('CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a');
    await post('INSERT INTO t VALUES (1)');
    await server.kill();
    await server.restart();
    expect(await post('SELECT count() FROM t')).toBe('1');
  });
});

test.each([
  [['--port', '0'], '--data-dir is missing'],
  [['--data-dir', '/nonexistent', '--port', '0', '--sessions', '0'], '--sessions must be 1 to 12'],
  [['--nonsense'], '--nonsense'],
])('a wrong start is refused in a line: %j', async (args, reason) => {
  const { code, error } = await run(args);
  expect(code).toBe(1);
  expect(error).toContain(reason);
  expect(error.trim().split('\n')).toHaveLength(1);
});

test('SIGTERM lets what runs end, and what it wrote stays', async () => {
  await post('CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a');
  const client = createClient({ url: server.url });
  const reading = client
    .query({ query: 'SELECT sum(sleepEachRow(0.05)) AS s FROM numbers(40) SETTINGS max_block_size = 1', format: 'JSONEachRow' })
    .then((result) => result.json());
  const writing = client.command({ query: 'INSERT INTO t SELECT number + sleepEachRow(0.05) FROM numbers(40) SETTINGS max_block_size = 1' });
  await expect
    .poll(() => post("SELECT count() FROM system.processes WHERE query LIKE '%sleepEachRow%' AND query NOT LIKE '%processes%'"), {
      interval: 10,
      timeout: 10_000,
    })
    .toBe('2');
  const restarted = server.restart();
  expect(await reading).toEqual([{ s: 0 }]);
  await writing;
  await restarted;
  expect(await post('SELECT count() FROM t')).toBe('40');
  await client.close();
});

test('a slow read does not hold up a write, nor a full house of reads a ping', async () => {
  await post('CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a');
  const slow = Promise.all([1, 2, 3, 4].map(() => post('SELECT sum(sleepEachRow(0.05)) FROM numbers(20) SETTINGS max_block_size = 1')));
  let slowEnded = false;
  void slow.then(() => (slowEnded = true));
  await post('INSERT INTO t VALUES (1)');
  expect((await fetch(`${server.address}/ping`)).status).toBe(200);
  expect(slowEnded).toBe(false);
  await slow;
});

test('kill -9 in the middle of large inserts leaves whole ones only', async () => {
  const rowsEach = 60_000;
  await post('CREATE TABLE t (batch UInt32, n UInt32, s String) ENGINE = MergeTree ORDER BY (batch, n)');
  let acknowledged = 0;
  for (let round = 0; round < 4; round += 1) {
    const killing = pause(60 + round * 70).then(() => server.kill());
    for (let alive = true; alive;) {
      const values = Array.from({ length: rowsEach }, (_, n) => JSON.stringify({ batch: acknowledged, n, s: `row ${n}` })).join('\n');
      alive = await post(`INSERT INTO t FORMAT JSONEachRow\n${values}`).then(
        () => true,
        () => false,
      );
      if (alive) acknowledged += 1;
    }
    await killing;
    await server.restart();
    const found = await post('SELECT batch, count(), uniqExact(n) FROM t GROUP BY batch ORDER BY batch FORMAT JSONCompactEachRow');
    const batches = found === '' ? [] : found.split('\n').map((line) => JSON.parse(line) as [number, number, number]);
    // The last batch may be stored although its answer was lost. Then it is whole and is not sent again.
    acknowledged = Math.max(acknowledged, batches.length);
    expect(batches).toEqual(Array.from({ length: acknowledged }, (_, batch) => [batch, rowsEach, rowsEach]));
  }
});

import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { loadQuery } from '#clickhouse/sql.ts';
import { insertRowsMax, openStore, shownAddress } from '#clickhouse/store.ts';
import { readConfig } from '#schemas/config.ts';
import { sharedOrigin } from '#test/support/shared-origin.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';

const server = await sharedClickHouse();
const store = openStore({ url: server.url, database: 'default', requestTimeoutMs: 5_000, maxConnections: 2 });
afterAll(() => store.close());

const ask = (text: string, params = {}): Promise<unknown[]> => store.query({ name: 'test', text }, params, z.unknown());

test('64-bit numbers come as numbers, exact to 2^53', async () => {
  const edge = Number.MAX_SAFE_INTEGER;
  expect(await ask('SELECT {n:UInt64} AS n, -{n:Int64} AS m', { n: edge })).toEqual([{ n: edge, m: -edge }]);
});

test('a number beyond 2^53 is refused, not rounded', async () => {
  await expect(store.query({ name: 'beyond', text: 'SELECT toUInt64(9007199254740993) AS n' }, {}, z.object({ n: z.int() }))).rejects.toThrow(
    'unexpected row of beyond',
  );
});

test('a row that does not fit names the query and the column', async () => {
  await expect(store.query({ name: 'feed/some-query', text: "SELECT 'x' AS n" }, {}, z.object({ n: z.int() }))).rejects.toThrow(
    /feed\/some-query[^]*n/,
  );
});

test('values are bound, whatever they are', async () => {
  const text = "'; DROP TABLE x --\\ \t\n\r\u0000 {y:String} \\N %41";
  expect(
    await ask('SELECT {s:String} AS s, {a:Array(String)} AS a, {n:Nullable(String)} AS n, {b:Bool} AS b', {
      s: text,
      a: [text, ''],
      n: null,
      b: true,
    }),
  ).toEqual([{ s: text, a: [text, ''], n: null, b: true }]);
});

test('an error of the server is thrown with its text', async () => {
  await expect(ask('SELECT * FROM nowhere')).rejects.toThrow('nowhere');
  await expect(ask('SELECT {missing:UInt8}')).rejects.toThrow('missing');
});

test('a statement that takes too long is ended on both sides', async () => {
  const slowly = 'max_block_size = 1, function_sleep_max_microseconds_per_block = 100000000';
  const hasty = openStore({ url: server.url, database: 'default', requestTimeoutMs: 1_000, maxConnections: 1 });
  await expect(hasty.query({ name: 'slow', text: `SELECT sleepEachRow(0.1) FROM numbers(600) SETTINGS ${slowly}` }, {}, z.unknown())).rejects.toThrow(
    /[Tt]imeout/,
  );
  await hasty.close();
});

test('an insert that is not one block is refused before it is sent', async () => {
  const rows = Array.from({ length: insertRowsMax + 1 }, () => ({}));
  await expect(store.insert('nowhere', rows)).rejects.toThrow('do not fit in one block');
});

test('an insert is one part, however large its rows are', async () => {
  await store.command({ name: 'create', text: 'CREATE TABLE parts (n UInt32, s String) ENGINE = MergeTree ORDER BY n' });
  await store.command({ name: 'stop', text: 'SYSTEM STOP MERGES parts' });
  const rows = Array.from({ length: 4_000 }, (_, n) => ({ n, s: `${n} `.repeat(2_000) }));
  await store.insert('parts', rows);
  await store.insert('parts', []);
  expect(await ask("SELECT count() AS parts, sum(rows) AS rows FROM system.parts WHERE table = 'parts' AND active")).toEqual([
    { parts: 1, rows: 4_000 },
  ]);
});

test('an insert with one bad row stores none', async () => {
  await store.command({ name: 'create', text: 'CREATE TABLE whole (n UInt32) ENGINE = MergeTree ORDER BY n' });
  await expect(store.insert('whole', [{ n: 1 }, { n: 'x' }])).rejects.toThrow();
  expect(await ask('SELECT count() AS n FROM whole')).toEqual([{ n: 0 }]);
});

test('a login in the address is used before any other, and the client prints no warning', async () => {
  const said = vi.spyOn(console, 'warn');
  const { user, password } = server;
  for (const [url, own] of [
    [server.url, { user: 'nobody', password: 'wrong' }],
    [server.address.replace('//', `//${user}@`), { user: 'nobody', password }],
    [server.address, { user, password }],
  ] as const) {
    const other = openStore({ url, ...own, database: 'default', requestTimeoutMs: 5_000, maxConnections: 1 });
    expect(await other.query({ name: 'who', text: 'SELECT currentUser() AS name' }, {}, z.object({ name: z.string() }))).toEqual([{ name: user }]);
    await other.close();
  }
  expect(said).not.toHaveBeenCalled();
  said.mockRestore();
});

test('an address is shown without its login', () => {
  expect(shownAddress('http://user:p%40ss@host:8123')).toBe('http://host:8123');
  expect(shownAddress('https://user@host/below/it')).toBe('https://host/below/it');
});

test('a path in the address is part of every request, and names no database', async () => {
  const paths: string[] = [];
  const proxy = await sharedOrigin((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://proxy');
    paths.push(`${pathname} ${searchParams.get('database')}`);
    request.resume().on('end', () => response.end('Ok.\n'));
  });
  const behind = openStore({ url: `${proxy}/below/it`, database: 'mine', requestTimeoutMs: 5_000, maxConnections: 1 });
  await behind.command({ name: 'test', text: 'SELECT 1' });
  expect(await behind.ping()).toBe(true);
  expect(paths).toEqual(['/below/it mine', '/below/it/ping null']);
  await behind.close();
});

test('an address that holds more than that is refused, and shown without its login', () => {
  for (const wrong of ['http://user:hid@den@host/?x=1', 'http://user:hidden@host/#x', 'user//user:hid/den@host', 'ftp://user:hidden@host'])
    expect(() => readConfig({ CLICKHOUSE_URL: wrong })).toThrow(/^configuration: CLICKHOUSE_URL="\S*\/\/host(?!.*(hid|den))/);
});

test('ping tells whether the server is there', async () => {
  expect(await store.ping()).toBe(true);
  const nobody = openStore({ url: 'http://127.0.0.1:1', database: 'default', requestTimeoutMs: 1_000, maxConnections: 1 });
  expect(await nobody.ping()).toBe(false);
  await nobody.close();
});

test('a query is read from its file with what it includes', () => {
  const { name, text } = loadQuery('feed/keys-after-sequence');
  expect(name).toBe('feed/keys-after-sequence');
  expect(text).toMatch(/^-- /);
  expect(text).toContain('{min_relevance:UInt8}');
  expect(text).not.toContain('include:');
});

/** The embedded engine answers the requests of @clickhouse/client as a server does. */
import { Readable } from 'node:stream';
import { ClickHouseLogLevel, createClient, TupleParam } from '@clickhouse/client';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { sharedClickHouse } from '#test/support/shared-servers.ts';

const quiet = { log: { level: ClickHouseLogLevel.OFF } };

const server = await sharedClickHouse();
const client = createClient({ ...quiet, url: server.url });
afterAll(() => client.close());

async function rowsOf(query: string, params: Record<string, unknown> = {}): Promise<unknown[]> {
  const result = await client.query({ query, query_params: params, format: 'JSONEachRow' });
  return result.json();
}

async function table(name: string, columns = 'id UInt64, s String'): Promise<string> {
  await client.command({ query: `CREATE TABLE ${name} (${columns}) ENGINE = MergeTree ORDER BY tuple()` });
  return name;
}

describe('the client works unchanged', () => {
  test('rows stream in, which the answer counts, and stream out', async () => {
    const name = await table('streamed');
    const inserted = await client.insert({
      table: name,
      values: Readable.from(
        Array.from({ length: 20_000 }, (_, id) => ({ id, s: `row ${id}` })),
        { objectMode: true },
      ),
      format: 'JSONEachRow',
    });
    expect(inserted.summary?.written_rows).toBe('20000');
    const result = await client.query({ query: `SELECT id FROM ${name} ORDER BY id`, format: 'JSONEachRow' });
    let count = 0;
    for await (const rows of result.stream<{ id: number }>()) {
      for (const row of rows) {
        expect(row.json().id).toBe(count);
        count += 1;
      }
    }
    expect(count).toBe(20_000);
  });

  test('command and exec, with and without data of their own', async () => {
    const name = await table('executed');
    await client.exec({ query: `INSERT INTO ${name} FORMAT CSV`, values: Readable.from(['1,"x;\n""y"""\n2,z\n']) });
    await client.command({ query: `INSERT INTO ${name} VALUES (3, 'v;'), (4, 'it''s')` });
    await client.command({ query: `INSERT INTO ${name} SELECT 5, {s:String}`, query_params: { s: 'w' } });
    const { stream } = await client.exec({ query: `SELECT id, s FROM ${name} ORDER BY id FORMAT JSONCompactEachRow` });
    const text = Buffer.concat(await stream.toArray()).toString();
    expect(text).toBe(`[1, "x;\\n\\"y\\""]\n[2, "z"]\n[3, "v;"]\n[4, "it's"]\n[5, "w"]\n`);
  });

  test('formats: JSON with its statistics, CSV, a format in the text', async () => {
    const result = await client.query({ query: 'SELECT 1 AS a', format: 'JSON' });
    expect(result.response_headers['x-clickhouse-format']).toBe('JSON');
    expect(await result.json()).toMatchObject({ data: [{ a: 1 }], rows: 1, statistics: { rows_read: 1 } });
    expect(await (await client.query({ query: "SELECT 1, 'a,b'", format: 'CSV' })).text()).toBe('1,"a,b"\n');
  });

  test('many at once, each with its own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        rowsOf(`SELECT {n:UInt32} AS n, {s:String} AS s ${n % 3 === 0 ? ', sleep(0.01)' : ''}`, { n, s: `s${n}` }),
      ),
    );
    expect(answers).toEqual(answers.map((_, n) => [expect.objectContaining({ n, s: `s${n}` })]));
  });

  test('other databases', async () => {
    await client.command({ query: 'CREATE DATABASE `odd ``name`' });
    const other = createClient({ ...quiet, url: server.url, database: 'odd `name' });
    await other.command({ query: 'CREATE TABLE here (a UInt8) ENGINE = Memory' });
    expect(await (await other.query({ query: 'SELECT currentDatabase() AS d, count() AS n FROM here', format: 'JSONEachRow' })).json()).toEqual([
      { d: 'odd `name', n: 0 },
    ]);
    expect(await rowsOf('SELECT currentDatabase() AS d')).toEqual([{ d: 'default' }]);
    await other.close();
  });
});

describe('parameters are values', () => {
  test('any text comes back as it went', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({
          unit: fc.oneof(
            fc.constantFrom("'", '\\', '\t', '\n', '\r', '\0', '{', '}', ';', '%', '\\N'),
            fc.string({ unit: 'grapheme', maxLength: 3 }),
          ),
          maxLength: 30,
        }),
        async (text) => {
          expect(await rowsOf('SELECT {s:String} AS s, {a:Array(String)} AS a', { s: text, a: [text, 'x'] })).toEqual([{ s: text, a: [text, 'x'] }]);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('have every type', async () => {
    const params = {
      u: 2n ** 64n - 1n,
      i: -1,
      n: null,
      b: true,
      f: 0.1,
      t: new TupleParam([1, 'x']),
      m: new Map([['k', 'v']]),
      d: new Date(Date.UTC(2026, 0, 2)),
      tb: 'system.one',
    };
    const found = await rowsOf(
      "SELECT toString({u:UInt64}) AS u, {i:Int8} AS i, {n:Nullable(String)} AS n, {b:Bool} AS b, {f:Float64} AS f, {t:Tuple(UInt8, String)} AS t, {m:Map(String, String)} AS m, toString({d:DateTime('UTC')}) AS d FROM system.one",
      params,
    );
    expect(found).toEqual([{ u: '18446744073709551615', i: -1, n: null, b: true, f: 0.1, t: [1, 'x'], m: { k: 'v' }, d: '2026-01-02 00:00:00' }]);
  });

  test('are taken where the grammar allows no expression', async () => {
    expect(await rowsOf("SELECT getSetting('max_block_size') AS n SETTINGS max_block_size = {n:UInt64}", { n: 4321 })).toEqual([{ n: 4321 }]);
  });

  test('are unknown to the next request, on every session', async () => {
    for (let turn = 0; turn < 6; turn += 1) await rowsOf('SELECT {secret:String} AS s', { secret: 'x' });
    for (let turn = 0; turn < 6; turn += 1)
      await expect(rowsOf('SELECT {secret:String} AS s', { other: 'y' })).rejects.toMatchObject({ code: '456', type: 'UNKNOWN_QUERY_PARAMETER' });
  });
});

describe('a request leaves nothing behind', () => {
  test('settings of one are not those of the next', async () => {
    const threads = async (settings = {}): Promise<unknown> =>
      (await client.query({ query: "SELECT getSetting('max_threads') AS n", format: 'JSONEachRow', clickhouse_settings: settings })).json();
    const before = await threads();
    expect(await threads({ max_threads: 3 })).toEqual([{ n: 3 }]);
    for (let turn = 0; turn < 6; turn += 1) expect(await threads()).toEqual(before);
  });

  test('SET, USE and temporary tables end with their request', async () => {
    await client.command({ query: 'SET max_block_size = 17' });
    await client.command({ query: 'USE system' });
    await client.command({ query: 'CREATE TEMPORARY TABLE passing (a UInt8)' });
    for (let turn = 0; turn < 4; turn += 1) {
      expect(await rowsOf("SELECT currentDatabase() AS d, getSetting('max_block_size') != 17 AS free")).toEqual([{ d: 'default', free: 1 }]);
      await expect(client.command({ query: 'INSERT INTO passing VALUES (1)' })).rejects.toMatchObject({ type: 'UNKNOWN_TABLE' });
    }
  });

  test('a refused setting does not stay half set', async () => {
    const odd = { max_block_size: '19', no_such_setting: '1' } as Record<string, string>;
    await expect(client.query({ query: 'SELECT 1', clickhouse_settings: odd })).rejects.toMatchObject({ code: '115', type: 'UNKNOWN_SETTING' });
    for (let turn = 0; turn < 4; turn += 1) expect(await rowsOf("SELECT getSetting('max_block_size') != 19 AS free")).toEqual([{ free: 1 }]);
  });
});

describe('errors carry the code and the type of the server', () => {
  test.each([
    ['SELECT * FROM nowhere', '60', 'UNKNOWN_TABLE'],
    ['SELECT 1 FROM', '62', 'SYNTAX_ERROR'],
    ['SELECT throwIf(1)', '395', 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO'],
  ])('%s: %s', async (query, code, type) => {
    await expect(client.command({ query })).rejects.toMatchObject({ code, type });
  });

  test('a statement over its time', async () => {
    const query = 'SELECT sleepEachRow(0.05) FROM numbers(100) SETTINGS max_block_size = 1';
    await expect(client.query({ query, clickhouse_settings: { max_execution_time: 1 } })).rejects.toMatchObject({
      code: '159',
      type: 'TIMEOUT_EXCEEDED',
    });
  });
});

/** The HTTP interface below the client: addresses, bodies, headers, and requests of hostile callers. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startClickHouse } from '#test/support/clickhouse.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';

const server = await sharedClickHouse();

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

async function ask(search: Record<string, string>, init: RequestInit = {}): Promise<Answer> {
  const headers = { 'X-ClickHouse-Key': server.password, ...(init.headers as Record<string, string> | undefined) };
  const response = await fetch(`${server.address}/?${new URLSearchParams(search).toString()}`, { ...init, headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
}
const post = (search: Record<string, string>, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(search, { method: 'POST', body, headers });
const create = (name: string): Promise<Answer> => post({}, `CREATE TABLE ${name} (id UInt64, s String) ENGINE = MergeTree ORDER BY id`);
const spooled = (): Promise<string[]> => readdir(join(server.dataDir, 'spool'));

describe('the statement', () => {
  test('is the parameter or the body', async () => {
    expect((await post({}, 'SELECT 2')).text).toBe('2\n');
    expect((await ask({ query: '/* a * note */ -- and\n/**/ SELECT 3' })).text).toBe('3\n');
    await create('noted');
    expect((await post({ query: '/* note */ INSERT INTO noted FORMAT TSV' }, '7\tx\n')).status).toBe(200);
    expect((await ask({ query: 'SELECT count() FROM noted' })).text).toBe('1\n');
  });

  test('answers in the format it names, else the one asked for, else tab-separated', async () => {
    expect((await ask({ query: 'SELECT 1 AS a FORMAT JSONEachRow', default_format: 'CSV' })).text).toBe('{"a":1}\n');
    const answer = await ask({ query: "SELECT 'x' AS a", default_format: 'CSV' });
    expect(answer.text).toBe('"x"\n');
    expect(answer.headers.get('X-ClickHouse-Format')).toBe('CSV');
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=UTF-8; header=absent');
  });

  test('keeps the id it was given, and has one anyway', async () => {
    expect((await ask({ query: 'SELECT 1', query_id: 'my-id' })).headers.get('X-ClickHouse-Query-Id')).toBe('my-id');
    expect((await ask({ query: 'SELEC', query_id: 'bad\r\nX-Evil: 1' })).headers.get('X-Evil')).toBeNull();
    expect((await ask({ query: 'SELECT 1' })).headers.get('X-ClickHouse-Query-Id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('an insert', () => {
  test('takes binary rows, whatever bytes they hold', async () => {
    await create('binary');
    const row = (id: number, text: Buffer): Buffer => {
      const head = Buffer.alloc(9);
      head.writeBigUInt64LE(BigInt(id));
      head.writeUInt8(text.length, 8);
      return Buffer.concat([head, text]);
    };
    const bytes = Buffer.from([0, 10, 13, 39, 59, 92, 255, 128]);
    const data = Buffer.concat([row(1, bytes), row(10, Buffer.from(';\n'))]);
    expect((await post({ query: 'INSERT INTO binary FORMAT RowBinary' }, new Uint8Array(data))).status).toBe(200);
    expect((await ask({ query: 'SELECT id, hex(s) FROM binary ORDER BY id' })).text).toBe(`1\t${bytes.toString('hex').toUpperCase()}\n10\t3B0A\n`);
  });

  test('takes the settings of the address, and no rows', async () => {
    await create('settled');
    const query = 'INSERT INTO settled FORMAT JSONEachRow';
    expect((await post({ query, input_format_skip_unknown_fields: '0' }, '{"id":1,"zzz":1}')).text).toContain('Code: 117');
    expect((await post({ query, input_format_skip_unknown_fields: '1' }, '{"id":1,"zzz":1}')).status).toBe(200);
    expect((await post({ query }, '')).status).toBe(200);
    expect((await ask({ query: 'SELECT count() FROM settled' })).text).toBe('1\n');
  });

  test('leaves no file behind, stored or refused', async () => {
    await create('tidy');
    await post({ query: 'INSERT INTO tidy FORMAT JSONEachRow' }, '{"id":1}');
    await post({ query: 'INSERT INTO tidy FORMAT JSONEachRow' }, 'garbage');
    await post({ query: 'INSERT INTO tidy FORMAT JSONEachRow' }, 'not gzip', { 'Content-Encoding': 'gzip' });
    expect(await spooled()).toEqual([]);
  });

  test('stores nothing where its client goes away half way', async () => {
    await create('halved');
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
    const query = encodeURIComponent('INSERT INTO halved FORMAT JSONEachRow');
    socket.write(
      `POST /?query=${query} HTTP/1.1\r\nHost: ${new URL(server.address).host}\r\nX-ClickHouse-Key: ${server.password}\r\nContent-Length: 1000\r\n\r\n{"id":1}\n`,
    );
    await expect.poll(spooled, { timeout: 10_000 }).toHaveLength(1);
    socket.destroy();
    await expect.poll(spooled, { timeout: 10_000 }).toEqual([]);
    expect((await ask({ query: 'SELECT count() FROM halved' })).text).toBe('0\n');
  });
});

describe('is refused', () => {
  test('400: an empty body', async () => {
    expect(await post({}, '')).toMatchObject({ status: 400, text: expect.stringContaining('Empty query') });
  });

  test('404: other paths, unknown settings, tables, databases', async () => {
    expect((await fetch(`${server.address}/play`)).status).toBe(404);
    expect(await ask({ query: 'SELECT 1', nonsense: '1' })).toMatchObject({ status: 404, text: expect.stringContaining('Code: 115') });
    expect(await ask({ query: 'SELECT 1', "x='1', y": '1' })).toMatchObject({ status: 404, text: expect.stringContaining('Code: 115') });
    expect(await ask({ query: 'SELECT 1', database: "no`;'\\" })).toMatchObject({ status: 404, text: expect.stringContaining('Code: 81') });
  });

  test('413: a body that is too large', async () => {
    expect(await post({}, new Uint8Array(65 << 20))).toMatchObject({ status: 413, text: expect.stringContaining('Code: 307') });
  });

  test('431: an address that is too long', async () => {
    expect((await fetch(`${server.address}/?query=${'x'.repeat(1_100_000)}`)).status).toBe(431);
  });

  test('500: changes through GET, or under readonly, as the server does', async () => {
    for (const query of ['CREATE TABLE x (a UInt8) ENGINE = Memory', 'INSERT INTO x VALUES (1)', 'DROP TABLE x']) {
      expect(await ask({ query })).toMatchObject({ status: 500, text: expect.stringContaining('Code: 164') });
      expect(await post({ readonly: '1' }, query)).toMatchObject({ status: 500, text: expect.stringContaining('Code: 164') });
    }
  });

  test('501: settings that only a server has', async () => {
    for (const name of ['session_id', 'role', 'decompress'])
      expect(await post({ [name]: 'x' }, 'SELECT 1')).toMatchObject({ status: 501, text: expect.stringContaining('Code: 48') });
  });

  test('with the code in a header, and the version at the end', async () => {
    const { headers, text } = await post({}, 'SELECT * FROM nowhere');
    expect(headers.get('X-ClickHouse-Exception-Code')).toBe('60');
    expect(text).toMatch(/^Code: 60\. DB::Exception: .*\(UNKNOWN_TABLE\) \(version \d+\.\d+[\d.]*\)\n$/s);
  });
});

test('a content coding is refused by its name', async () => {
  for (const coding of ['gzip', 'lz4']) expect((await post({}, 'SELECT 1', { 'Content-Encoding': coding })).text).toContain('Code: 89');
});

test('every caller needs the configured login', async () => {
  const guarded = await startClickHouse({ env: { CLICKHOUSE_USER: 'feed', CLICKHOUSE_PASSWORD: 'sesame' } });
  const status = async (headers: Record<string, string>, search = ''): Promise<number> =>
    (await fetch(`${guarded.address}/?query=SELECT+1${search}`, { headers })).status;
  const basic = (text: string): Record<string, string> => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  expect(await status({})).toBe(403);
  expect(await (await fetch(`${guarded.address}/?query=SELECT+1`)).text()).toContain('Code: 516');
  expect(await status(basic('feed:sesam'))).toBe(403);
  expect(await status(basic('nobody:sesame'))).toBe(403);
  expect(await status(basic('feed:sesame'))).toBe(200);
  expect(await status({ 'X-ClickHouse-User': 'feed', 'X-ClickHouse-Key': 'sesame' })).toBe(200);
  expect(await status({}, '&user=feed&password=sesame')).toBe(200);
  expect((await fetch(`${guarded.address}/ping`)).status).toBe(200);
  await guarded.stop();
});

test('without a configured password one is made once a folder, in a file that only its owner reads', async () => {
  const own = await startClickHouse({ env: { CLICKHOUSE_PASSWORD: '' } });
  const path = join(own.dataDir, 'password');
  const made = await readFile(path, 'utf8');
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const select = async (): Promise<number> => (await fetch(`${own.address}/?query=SELECT+1`, { headers: { 'X-ClickHouse-Key': made } })).status;
  expect(await select()).toBe(200);
  await own.restart();
  expect(await select()).toBe(200);
  expect(await readFile(path, 'utf8')).toBe(made);
  await own.stop();
});

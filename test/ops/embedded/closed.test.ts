/** Only the holder of the password gets an answer, and no caller reaches beyond tables. */
import { spawnSync } from 'node:child_process';
import { request, type IncomingMessage } from 'node:http';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { settingsAtDefault, settingsOff } from '#ops/embedded/confinement.ts';
import { startClickHouse } from '#test/support/clickhouse.ts';
import { attackKinds, attacks, layOutPrey, marker, type Attack } from './attacks.ts';

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends through node:http, because fetch sets Host itself. */
function send(method: string, path: string, headers: Record<string, string>): Promise<Answer> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (response: IncomingMessage) => {
      response.toArray().then((chunks) => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks as Buffer[]).toString() }), reject);
    });
    sent.once('error', reject);
    sent.end();
  });
}

const pathOf = (attack: Attack): string =>
  `/?${new URLSearchParams(typeof attack === 'string' ? { query: attack } : { query: attack.query, ...attack.settings }).toString()}`;
const ask = (attack: Attack): Promise<Answer> => send('POST', pathOf(attack), { 'X-ClickHouse-Key': server.password });

const [server, prey] = await Promise.all([startClickHouse(), layOutPrey()]);
afterAll(() => Promise.all([server.stop(), prey.remove()]));
await ask('CREATE TABLE t (a String) ENGINE = MergeTree ORDER BY a');
await ask("INSERT INTO t VALUES ('row')");

function expectUntouched(): void {
  expect(prey.written()).toEqual([]);
  expect(prey.connections()).toBe(0);
}

test('method × credentials × Host × fetch metadata: one caller is served', async () => {
  const own = new URL(server.address).host;
  const port = new URL(server.address).port;
  const basic = (text: string): Record<string, string> => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  const methods = ['GET', 'HEAD', 'POST'];
  const credentials: Record<string, Record<string, string>> = {
    right: { 'X-ClickHouse-User': server.user, 'X-ClickHouse-Key': server.password },
    none: {},
    empty: basic('default:'),
    nobody: { 'X-ClickHouse-User': 'nobody', 'X-ClickHouse-Key': server.password },
    wrong: basic(`default:${server.password.slice(1)}`),
  };
  const hosts = [own, `localhost:${port}`, 'localhost', `evil.example:${port}`, '127.0.0.1:1', `127.0.0.1.evil.example:${port}`];
  const metadata: Record<string, string>[] = [
    {},
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'http://evil.example' },
    { Origin: 'null' },
  ];
  const wrong: string[] = [];
  for (const method of methods)
    for (const [who, given] of Object.entries(credentials))
      for (const [hostAt, host] of hosts.entries())
        for (const [from, site] of metadata.entries()) {
          const { status, text } = await send(method, pathOf('SELECT 1'), { ...given, Host: host, ...site });
          const isServed = who === 'right' && hostAt < 2 && from < 2;
          if (status !== (isServed ? 200 : 403)) wrong.push(`${status} ${method} ${who} ${host} ${JSON.stringify(site)}: ${text.slice(0, 80)}`);
        }
  expect(wrong).toEqual([]);
});

test('/ping answers its own Host only', async () => {
  const status = async (host: string): Promise<number> => (await send('GET', '/ping', { Host: host })).status;
  expect(await status(new URL(server.address).host)).toBe(200);
  expect(await status('evil.example')).toBe(403);
});

describe('the holder of the password', () => {
  test('cannot change a setting that names a file, an address or an expression, by any road', async () => {
    const text = async (query: string): Promise<string[]> => (await ask(query)).text.trim().split('\n');
    const held = [...settingsOff, ...settingsAtDefault].filter((name) => !name.startsWith('merge_tree_'));
    for (const name of held) {
      // Refused as a fixed setting, or as part of an experiment that is switched off.
      const isHeld = /Code: (452|164)\./;
      const value = name === 'dialect' ? 'kusto' : maps.has(name) ? "{'a':'b'}" : '1';
      expect((await ask(`SELECT 1 SETTINGS ${name} = '${value.replaceAll("'", "''")}'`)).text, name).toMatch(isHeld);
      expect((await ask({ query: 'SELECT 1', settings: { [name]: value } })).text, name).toMatch(isHeld);
      expect((await ask(`SET ${name} = '${value.replaceAll("'", "''")}'`)).text, name).toMatch(isHeld);
    }
    // Every setting with a text value was reviewed: it is fixed, or is one of these.
    const harmless = (
      await text("SELECT name FROM system.settings WHERE type IN ('String', 'Map') AND name NOT IN ('" + held.join("','") + "')")
    ).toSorted();
    expect(harmless).toEqual(lookedAt);
  });
});

describe('the engine by itself', () => {
  const program = fileURLToPath(new URL('engine-alone.ts', import.meta.url));
  const setUp: Attack[] = ['CREATE TABLE t (a String) ENGINE = MergeTree ORDER BY a', "INSERT INTO t VALUES ('row')"];
  const run = (given: readonly Attack[], mode: 'sandbox' | 'open'): { sandbox: string; answers: string[] } => {
    const statements = [...setUp, ...given].map((attack) => (typeof attack === 'string' ? { query: attack, settings: {} } : attack));
    // Next to the file that it must not read, as a service's data folder is.
    const dataDir = join(server.dataDir, '..', `engine-alone-${mode}-${process.pid}`);
    try {
      const { stdout, stderr, status } = spawnSync(process.execPath, [program, dataDir, mode], {
        input: JSON.stringify(statements),
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(stderr);
      const { sandbox, answers } = JSON.parse(stdout) as { sandbox: string; answers: string[] };
      expect(answers.slice(0, setUp.length)).toEqual(['answered: ', 'answered: ']);
      return { sandbox, answers: answers.slice(setUp.length) };
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  };

  test('grants and settings alone refuse sources of every kind', () => {
    const { file, url, remote, settings } = attackKinds(prey);
    const { secretPath, outDir, address } = prey;
    const given = [
      file!,
      url!,
      remote!,
      settings!,
      `INSERT INTO FUNCTION file('${outDir}/function', 'LineAsString') SELECT 'x'`,
      `CREATE TABLE e (a String) ENGINE = File(LineAsString)`,
      `SELECT * FROM postgresql('${address}', 'a', 'b', 'c', 'd')`,
      `BACKUP TABLE t TO File('${outDir}/backup')`,
      `CREATE DICTIONARY d (a UInt64) PRIMARY KEY a SOURCE(FILE(path '${secretPath}' format 'CSV')) LAYOUT(FLAT()) LIFETIME(1)`,
      `CREATE USER bob`,
      `INSERT INTO t VALUES (file('${secretPath}'))`,
    ];
    const { answers } = run(given, 'open');
    expect(answers.filter((answer) => !answer.startsWith('refused: ') || answer.includes(marker))).toEqual([]);
    expectUntouched();
  });

  test('the kernel refuses what the engine does not, where it can', ({ skip }) => {
    const others = [`SELECT file('/proc/${process.pid}/environ')`, `SELECT file('/proc/${process.pid}/root${prey.secretPath}')`];
    const { sandbox, answers } = run([...others, ...attacks(prey)], 'sandbox');
    if (sandbox.startsWith('none')) skip(sandbox);
    expect(sandbox).toMatch(/^landlock \d+$/);
    for (const answer of answers.slice(0, others.length)) expect(answer).toMatch(/^refused: .*Permission denied/);
    expect(answers.filter((answer) => answer.includes(marker))).toEqual([]);
    expectUntouched();
  });
});

const maps = new Set<string>(['additional_table_filters', 'http_response_headers']);
const lookedAt = `
  bool_false_representation bool_true_representation chdb_client_name column_names_for_schema_inference count_distinct_implementation
  errors_output_format exclude_materialize_skip_indexes_on_insert force_data_skipping_indices force_optimize_projection_name format_csv_null_representation
  format_custom_field_delimiter format_custom_result_after_delimiter format_custom_result_before_delimiter format_custom_row_after_delimiter format_custom_row_before_delimiter
  format_custom_row_between_delimiter format_json_object_each_row_column_for_object_name format_regexp format_template_resultset_format format_template_row_format
  format_template_rows_between_delimiter format_tsv_null_representation function_implementation iceberg_metadata_compression_method ignore_data_skipping_indices
  input_format_mysql_dump_table_name input_format_orc_reader_time_zone_name insert_deduplication_token local_filesystem_read_method log_comment
  network_compression_method output_format_avro_codec output_format_avro_string_column_pattern output_format_orc_writer_time_zone_name output_format_pretty_grid_charset
  output_format_sql_insert_table_name preferred_optimize_projection_name query_cache_tag remote_filesystem_read_method temporary_files_codec
  trace_profile_events_list
`
  .trim()
  .split(/\s+/);

/** Statements that reach beyond tables, each in another way. They would read `marker` or write below `outDir`. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const marker = 'do-not-tell-6fd1';

export interface Prey {
  readonly secretPath: string;
  readonly outDir: string;
  /** host:port of the test's own server. */
  readonly address: string;
  /** The number of connections made to it. */
  readonly connections: () => number;
  /** Returns the files next to the secret file; none if all is well. */
  readonly written: () => string[];
  readonly remove: () => Promise<void>;
}

export async function layOutPrey(): Promise<Prey> {
  const dir = mkdtempSync(join(tmpdir(), 'prey-'));
  const outDir = join(dir, 'out');
  mkdirSync(outDir);
  const secretPath = join(dir, 'secret.txt');
  writeFileSync(secretPath, `${marker}\n`);
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${marker.length}\r\n\r\n${marker}`);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    secretPath,
    outDir,
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    written: () => [...readdirSync(outDir), ...readdirSync(dir).filter((name) => name !== 'out' && name !== 'secret.txt')],
    remove: async () => {
      await new Promise((closed) => server.close(closed));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A statement, or one with settings in the URL. The table `t` (a String) is in `default`. */
export type Attack = string | { readonly query: string; readonly settings: Readonly<Record<string, string>> };

/** Returns one attack of each kind, for a matrix of callers. */
export const attackKinds = ({ secretPath, outDir, address }: Prey): Readonly<Record<string, Attack>> => ({
  file: `SELECT * FROM file('${secretPath}', 'LineAsString')`,
  'file as a value': `SELECT file('${secretPath}')`,
  url: `SELECT * FROM url('http://${address}/', 'LineAsString', 'a String')`,
  remote: `SELECT * FROM remote('${address}', 'system', 'one')`,
  outfile: `SELECT 'x' INTO OUTFILE '${outDir}/outfile'`,
  infile: `INSERT INTO t FROM INFILE '${secretPath}' FORMAT LineAsString`,
  settings: { query: 'SELECT 1 AS a FORMAT Template', settings: { format_template_row: secretPath } },
});

/** Returns all attacks that had an effect in the engine as shipped, and similar ones. */
export function attacks(prey: Prey): Attack[] {
  const { secretPath, outDir, address } = prey;
  const url = `http://${address}/`;
  const sources = [
    `file('${secretPath}', 'LineAsString')`,
    `\`file\`('${secretPath}', 'LineAsString')`,
    `filesystem('${outDir}/..')`,
    `url('${url}', 'LineAsString', 'a String')`,
    `urlCluster('default', '${url}', 'LineAsString', 'a String')`,
    `s3('${url}bucket/key', 'LineAsString', 'a String')`,
    `gcs('${url}bucket/key', 'LineAsString', 'a String')`,
    `hdfs('hdfs://${address}/x', 'LineAsString', 'a String')`,
    `azureBlobStorage('${url}', 'container', 'blob', 'LineAsString')`,
    `iceberg('${url}bucket/')`,
    `icebergLocal('${outDir}')`,
    `deltaLakeLocal('${outDir}')`,
    `paimonLocal('${outDir}')`,
    `remote('${address}', 'system', 'one')`,
    `remoteSecure('${address}', 'system', 'one')`,
    `mysql('${address}', 'a', 'b', 'c', 'd')`,
    `postgresql('${address}', 'a', 'b', 'c', 'd')`,
    `mongodb('${address}', 'a', 'b', 'c', 'd', 'x UInt8')`,
    `redis('${address}', 'k', 'k String')`,
    `sqlite('${outDir}/sqlite.db', 't')`,
    `jdbc('${address}', 'a', 'b')`,
    `odbc('DSN=x', 'a', 'b')`,
    `ytsaurus('${url}', '//a', 't', 'a UInt8')`,
    `executable('touch ${outDir}/executable', 'TSV', 'a UInt8')`,
    `eval('SELECT file(''${secretPath}'')')`,
    `format(JSONEachRow, 'b UInt8, a String DEFAULT file(''${secretPath}'')', '{"b":1}')`,
    `mergeTreeIndex('default', 't')`,
    `arrowstream('x')`,
  ];
  return [
    ...Object.values(attackKinds(prey)),
    ...sources.map((source) => `SELECT * FROM ${source}`),
    ...sources.map((source) => `DESCRIBE TABLE ${source}`),
    ...sources.map((source) => `INSERT INTO FUNCTION ${source} SELECT 1`),
    ...sources.map((source, at) => `CREATE TABLE made_${at} AS ${source}`),
    `SELECT * FROM t WHERE a IN file('${secretPath}')`,
    `SELECT a FROM (SELECT '${secretPath}' AS a) AS x JOIN (SELECT file('${secretPath}') AS b) AS y ON true`,
    `SELECT * APPLY(file) FROM (SELECT '${secretPath}' AS a)`,
    `SELECT * APPLY file FROM (SELECT '${secretPath}' AS a)`,
    `SELECT * APPLY(x -> file(x)) FROM (SELECT '${secretPath}' AS a)`,
    `SELECT arrayMap(file, ['${secretPath}'])`,
    `SELECT arrayMap("file", ['${secretPath}'])`,
    `SELECT arrayFold((a, b) -> a, arrayMap(\`file\`, ['${secretPath}']), '')`,
    `TRUNCATE DATABASE system`,
    `DROP TABLE system.one`,
    `RENAME TABLE system.one TO system.two`,
    `SELECT "file"('${secretPath}')`,
    `SELECT /* comment */ FILE /* ( */ ('${secretPath}')`,
    `SELECT catboostEvaluate('${secretPath}', 1)`,
    `SELECT * FROM "${secretPath}"`,
    `EXPLAIN SELECT * FROM file('${secretPath}', 'LineAsString')`,
    `CREATE VIEW v AS SELECT file('${secretPath}') AS a`,
    `CREATE TABLE defaulted (a String DEFAULT file('${secretPath}')) ENGINE = MergeTree ORDER BY a`,
    `ALTER TABLE t ADD COLUMN b String DEFAULT file('${secretPath}')`,
    `ALTER TABLE t UPDATE a = file('${secretPath}') WHERE true`,
    `INSERT INTO t SELECT file('${secretPath}')`,
    `INSERT INTO t VALUES (file('${secretPath}'))`,
    `INSERT INTO t FORMAT Values (file('${secretPath}'))`,
    `INSERT INTO t (a) /* FORMAT CSV */ FROM INFILE '${secretPath}' FORMAT LineAsString`,
    `INSERT INTO t (a) SETTINGS input_format_record_errors_file_path = '${outDir}/errors', input_format_allow_errors_num = 9 FORMAT CSV\n"x`,
    `SELECT 1 into /* */ outfile '${outDir}/comment'`,
    `SELECT 1 INTO\u00a0OUTFILE ‘${outDir}/quotes’`,
    `(SELECT 1) INTO OUTFILE '${outDir}/brackets' APPEND`,
    `SHOW TABLES INTO OUTFILE '${outDir}/show'`,
    `EXPLAIN SELECT 1 INTO OUTFILE '${outDir}/explain'`,
    `DESCRIBE TABLE t INTO OUTFILE '${outDir}/describe' TRUNCATE`,
    `EXISTS TABLE t INTO OUTFILE '${outDir}/exists'`,
    `CREATE TABLE e1 (a String) ENGINE = File(LineAsString)`,
    `CREATE TABLE e2 (a String) ENGINE = URL('${url}', 'LineAsString')`,
    `CREATE TABLE e3 (a String) ENGINE = Executable('touch ${outDir}/engine', 'TSV')`,
    `CREATE TABLE e4 (a String) ENGINE = SQLite('${outDir}/engine.db', 't')`,
    `CREATE TABLE e5 (a String) ENGINE = EmbeddedRocksDB(0, '${outDir}/rocks') PRIMARY KEY a`,
    `CREATE TABLE e6 (a String) ENGINE = FileLog('${outDir}/..', 'LineAsString')`,
    `CREATE TABLE e7 (a String) ENGINE = Distributed('default', 'system', 'one')`,
    `CREATE TABLE e8 (a String) ENGINE = MergeTree ORDER BY a SETTINGS disk = disk(type = 'local', path = '${outDir}/disk/')`,
    `CREATE TABLE e9 (a String) ENGINE = MergeTree ORDER BY a SETTINGS disk = disk(type = 'web', endpoint = '${url}')`,
    `CREATE TABLE e10 (a String) ENGINE = Kafka('${address}', 'b', 'c', 'CSV')`,
    `CREATE TABLE e11 (a String) ENGINE = "FileLog"('${outDir}/..', 'LineAsString')`,
    `CREATE MATERIALIZED VIEW e12 ENGINE = File(LineAsString) AS SELECT a FROM t`,
    `CREATE TEMPORARY TABLE e13 (a String) ENGINE = File(LineAsString)`,
    `ALTER TABLE t MODIFY SETTING disk = disk(type = 'local', path = '${outDir}/disk/')`,
    `CREATE DATABASE d1 ENGINE = Filesystem('${outDir}/..')`,
    `CREATE DATABASE d2 ENGINE = SQLite('${outDir}/database.db')`,
    `CREATE DATABASE d3 ENGINE = S3('${url}')`,
    `CREATE DATABASE d4 ENGINE = MySQL('${address}', 'a', 'b', 'c')`,
    `CREATE DATABASE d5 ENGINE = PostgreSQL('${address}', 'a', 'b', 'c')`,
    `CREATE DATABASE d6 ENGINE = Backup('default', File('${outDir}/backup'))`,
    `CREATE DATABASE d7 ENGINE = DataLakeCatalog('${url}')`,
    `CREATE DICTIONARY d (a UInt64, b String) PRIMARY KEY a SOURCE(FILE(path '${secretPath}' format 'CSV')) LAYOUT(FLAT()) LIFETIME(1)`,
    `CREATE DICTIONARY d (a UInt64, b String) PRIMARY KEY a SOURCE(HTTP(url '${url}' format 'CSV')) LAYOUT(FLAT()) LIFETIME(1)`,
    `ATTACH TABLE x FROM '${outDir}' (a String) ENGINE = MergeTree ORDER BY a`,
    `DETACH TABLE t PERMANENTLY`,
    `BACKUP TABLE t TO File('${outDir}/backup')`,
    `BACKUP TABLE t TO Disk('default', 'backup')`,
    `RESTORE TABLE t FROM File('${outDir}/backup')`,
    `ALTER TABLE t FREEZE`,
    `ALTER TABLE t FETCH PARTITION tuple() FROM '${outDir}'`,
    `CREATE FUNCTION f AS x -> file(x)`,
    `CREATE FUNCTION f AS x -> x + 1`,
    `CREATE NAMED COLLECTION c AS url = '${url}'`,
    `CREATE USER bob`,
    `GRANT ALL ON *.* TO default`,
    `EXECUTE AS bob SELECT 1`,
    `SYSTEM SHUTDOWN`,
    `SYSTEM RELOAD CONFIG`,
    `SYSTEM FLUSH LOGS`,
    `KILL QUERY WHERE true`,
    `SELECT addressToLine(1) SETTINGS allow_introspection_functions = 1`,
    `SET dialect = 'kusto'`,
    `CREATE TABLE p1 (a String) ENGINE = Memory PARALLEL WITH CREATE TABLE p2 (a String) ENGINE = Memory`,
    { query: 'SELECT 1', settings: { dialect: 'kusto' } },
    { query: 'SELECT 1', settings: { readonly: '0', additional_result_filter: `length(file('${secretPath}')) > 0` } },
    { query: 'SELECT * FROM t', settings: { additional_table_filters: `{'t':'file(\\'${secretPath}\\') != a'}` } },
    { query: 'SELECT 1 AS a FORMAT Protobuf', settings: { format_schema: `${secretPath}:M` } },
    { query: 'SELECT 1 AS a FORMAT Protobuf', settings: { output_format_schema: `${outDir}/schema` } },
    {
      query: 'INSERT INTO t FORMAT CSV\n"x',
      settings: { input_format_record_errors_file_path: `${outDir}/errors`, input_format_allow_errors_num: '9' },
    },
    {
      query: `INSERT INTO t VALUES (file('${secretPath}'))`,
      settings: { input_format_values_interpret_expressions: '1', input_format_values_deduce_templates_of_expressions: '1' },
    },
  ];
}

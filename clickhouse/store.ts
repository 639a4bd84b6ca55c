/**
 * The only access to ClickHouse, whether a server, a cluster or the embedded engine, over its HTTP interface. Values are always parameters,
 * rows are parsed with a schema, and every request has a timeout.
 */
import type { Readable } from 'node:stream';
import { createClient, ClickHouseLogLevel, type ClickHouseClient, type ClickHouseSettings } from '@clickhouse/client';
import type { Config } from '#schemas/config.ts';
import { z } from 'zod';
import { clusterSettings, insertQuorum, retriedWhileBehind } from './cluster.ts';
import { textFor, type Query } from './sql.ts';

interface StoreOptions {
  /** Address of the server. A login in it overrides `user` and `password`. */
  readonly url: string;
  readonly database: string;
  readonly user?: string;
  readonly password?: string;
  /** Name of the cluster in the servers' configuration; null or absent for a single server. */
  readonly cluster?: string | null;
  /** Timeout of a request, in the client and in the server. */
  readonly requestTimeoutMs: number;
  readonly maxConnections: number;
}

export const storeAddress = (
  config: Pick<Config, 'CLICKHOUSE_URL' | 'CLICKHOUSE_DATABASE' | 'CLICKHOUSE_CLUSTER' | 'CLICKHOUSE_USER' | 'CLICKHOUSE_PASSWORD'>,
): Omit<StoreOptions, 'requestTimeoutMs' | 'maxConnections'> => ({
  url: config.CLICKHOUSE_URL,
  database: config.CLICKHOUSE_DATABASE,
  cluster: config.CLICKHOUSE_CLUSTER,
  user: config.CLICKHOUSE_USER,
  password: config.CLICKHOUSE_PASSWORD,
});

/** Returns the address without its login, for messages. */
export function shownAddress(url: string): string {
  const { origin, path } = partsOf(url);
  return `${origin}${path}`;
}

export type ParamValue = string | number | bigint | boolean | null | readonly (string | number | bigint)[];
export type Params = Readonly<Record<string, ParamValue>>;

export interface Store {
  readonly database: string;
  readonly cluster: string | null;
  /** Returns the rows of a query without a FORMAT clause. Throws if ClickHouse returns an error or a row does not match `row`. */
  readonly query: <Row extends z.ZodType>(query: Query, params: Params, row: Row) => Promise<z.infer<Row>[]>;
  /** Runs a query for which the store's database need not exist. */
  readonly queryOutside: Store['query'];
  /** Returns the answer of a query as ClickHouse writes it in `format`. */
  readonly stream: (query: Query, params: Params, format: string) => Promise<Readable>;
  /** Inserts rows as one block, which is stored whole or not at all. Throws for more than `insertRowsMax` rows. */
  readonly insert: (table: string, rows: readonly object[]) => Promise<void>;
  readonly command: (query: Query, params?: Params) => Promise<void>;
  /** Runs a command for which the store's database need not exist. */
  readonly commandOutside: (query: Query, params?: Params) => Promise<void>;
  readonly ping: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

export const insertRowsMax = 200_000;

/** Fixes the format of answers, which otherwise depends on a server's profile and version. */
const outputSettings = {
  // 64-bit integers are sent as numbers. All are below 2^53, which z.int checks.
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_denormals: 0,
  // The answer is sent when it is complete, so an error always has an HTTP status of its own.
  wait_end_of_query: 1,
  cancel_http_readonly_queries_on_client_close: 1,
} as const satisfies ClickHouseSettings;

const insertSettings = {
  async_insert: 0,
  max_insert_block_size: String(insertRowsMax),
  min_insert_block_size_rows: String(insertRowsMax),
  min_insert_block_size_bytes: '0',
  // Parallel parsing would split the data into several blocks.
  input_format_parallel_parsing: 0,
} as const satisfies ClickHouseSettings;

/** Returns the store. It connects with the first query. */
export function openStore(options: StoreOptions): Store {
  const { cluster = null } = options;
  const client = openClient(options, options.database);
  const outside = openClient(options, 'default');
  const ask = async <Row extends z.ZodType>(through: ClickHouseClient, query: Query, params: Params, row: Row): Promise<z.infer<Row>[]> => {
    const result = await through.query({
      query: textFor(query, params),
      query_params: { ...params },
      format: 'JSONEachRow',
      clickhouse_settings: { log_comment: query.name },
    });
    const rows = await result.json<unknown>();
    return rows.map((value) => parseRow(query.name, row, value));
  };
  const run = async (through: ClickHouseClient, query: Query, params: Params = {}): Promise<void> => {
    await through.command({ query: textFor(query, params), query_params: { ...params }, clickhouse_settings: { log_comment: query.name } });
  };
  return {
    database: options.database,
    cluster,
    query: (query, params, row) => {
      const request = () => ask(client, query, params, row);
      return cluster === null ? request() : retriedWhileBehind(request);
    },
    queryOutside: (query, params, row) => ask(outside, query, params, row),
    stream: async (query, params, format) => {
      const { stream } = await client.exec({
        query: `${textFor(query, params)}\nFORMAT ${format}`,
        query_params: { ...params },
        clickhouse_settings: { log_comment: query.name },
      });
      return stream;
    },
    insert: async (table, rows) => {
      if (rows.length === 0) return;
      if (rows.length > insertRowsMax) throw new Error(`${rows.length} rows for ${table} do not fit in one block`);
      await client.insert({
        table,
        values: rows.map(wellFormed),
        format: 'JSONEachRow',
        clickhouse_settings: { ...insertSettings, ...(cluster !== null && insertQuorum(options.requestTimeoutMs)), log_comment: `insert ${table}` },
      });
    },
    command: (query, params) => run(client, query, params),
    commandOutside: (query, params) => run(outside, query, params),
    ping: async () => (await client.ping()).success,
    close: async () => {
      await Promise.all([client.close(), outside.close()]);
    },
  };
}

/**
 * Replaces lone surrogates (Unicode 3.9), for which ClickHouse would refuse the whole block. In documents, which are JSON in a string, they
 * are escaped.
 */
const wellFormed = (row: object): object =>
  Object.fromEntries(Object.entries(row).map(([name, value]: [string, unknown]) => [name, typeof value === 'string' ? value.toWellFormed() : value]));

function partsOf(url: string) {
  const { origin, pathname, username, password } = new URL(url);
  return {
    origin,
    path: pathname.replace(/\/$/, ''),
    login: {
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
    },
  };
}

/** Opens a client with only the origin as URL, because the client takes a path for a database name and prints a warning. */
function openClient(options: StoreOptions, database: string): ClickHouseClient {
  const { origin, path, login } = partsOf(options.url);
  return createClient({
    url: origin,
    ...(path !== '' && { pathname: path }),
    database,
    ...(options.user === undefined ? {} : { username: options.user }),
    ...(options.password === undefined ? {} : { password: options.password }),
    ...login,
    request_timeout: options.requestTimeoutMs,
    max_open_connections: options.maxConnections,
    // Shorter than the server's timeout (3 s on old ones), so that no request uses a socket that the server is closing.
    keep_alive: { enabled: true, idle_socket_ttl: 2_000 },
    clickhouse_settings: {
      ...outputSettings,
      ...(options.cluster && clusterSettings(options.requestTimeoutMs)),
      max_execution_time: Math.ceil(options.requestTimeoutMs / 1_000),
    },
    // The client's log would contain statements. Callers get all errors anyway.
    log: { level: ClickHouseLogLevel.OFF },
    application: 'tickerwire',
  });
}

function parseRow<Row extends z.ZodType>(name: string, schema: Row, value: unknown): z.infer<Row> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`unexpected row of ${name}: ${z.prettifyError(parsed.error)}`);
}

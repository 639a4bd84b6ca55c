/**
 * The only access to ClickHouse, over its HTTP interface: a server, a cluster or the embedded engine. The engine always binds values, rows
 * are parsed with the given schema, and every wait is bounded.
 */
import type { Readable } from 'node:stream';
import { createClient, ClickHouseLogLevel, type ClickHouseClient, type ClickHouseSettings } from '@clickhouse/client';
import type { Config } from '#schemas/config.ts';
import { z } from 'zod';
import { clusterSettings, insertQuorum, retriedWhileBehind } from './cluster.ts';
import { textFor, type Query } from './sql.ts';

export interface StoreOptions {
  /** Address of the server. A login in it takes precedence over `user` and `password`. */
  readonly url: string;
  readonly database: string;
  readonly user?: string;
  readonly password?: string;
  /** The cluster that has the tables, as the servers' configuration names it; null or absent: a single server. */
  readonly cluster?: string | null;
  /** Milliseconds that one request may take, in this process and in the server. */
  readonly requestTimeoutMs: number;
  readonly maxConnections: number;
}

/** Returns the location of the tables from the configuration. */
export const storeAddress = (
  config: Pick<Config, 'CLICKHOUSE_URL' | 'CLICKHOUSE_DATABASE' | 'CLICKHOUSE_CLUSTER' | 'CLICKHOUSE_USER' | 'CLICKHOUSE_PASSWORD'>,
): Omit<StoreOptions, 'requestTimeoutMs' | 'maxConnections'> => ({
  url: config.CLICKHOUSE_URL,
  database: config.CLICKHOUSE_DATABASE,
  cluster: config.CLICKHOUSE_CLUSTER,
  user: config.CLICKHOUSE_USER,
  password: config.CLICKHOUSE_PASSWORD,
});

/** Returns the address without its login, for a message. */
export function shownAddress(url: string): string {
  const { origin, path } = partsOf(url);
  return `${origin}${path}`;
}

export type ParamValue = string | number | bigint | boolean | null | readonly (string | number | bigint)[];
export type Params = Readonly<Record<string, ParamValue>>;

export interface Store {
  readonly database: string;
  readonly cluster: string | null;
  /** Returns the rows of one statement without a FORMAT clause. Throws where the server refuses or a row does not fit `row`. */
  readonly query: <Row extends z.ZodType>(query: Query, params: Params, row: Row) => Promise<z.infer<Row>[]>;
  /** Does the same for a statement that does not need the store's database to exist. */
  readonly queryOutside: Store['query'];
  /** Returns the answer to one statement as the engine writes it in `format`. */
  readonly stream: (query: Query, params: Params, format: string) => Promise<Readable>;
  /** Inserts all rows as one block, so that they are stored together or not at all; at most `insertRowsMax`. */
  readonly insert: (table: string, rows: readonly object[]) => Promise<void>;
  readonly command: (query: Query, params?: Params) => Promise<void>;
  /** Runs a command that does not need the store's database to exist. */
  readonly commandOutside: (query: Query, params?: Params) => Promise<void>;
  readonly ping: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

export const insertRowsMax = 200_000;

/** The format of answers must not depend on a server's profile or version. */
const outputSettings = {
  // Numbers, not text: all 64-bit integers here are below 2^53, which the row schemas check (z.int).
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_denormals: 0,
  // The answer is sent when it is complete, so an error is a status and never the tail of a page.
  wait_end_of_query: 1,
  cancel_http_readonly_queries_on_client_close: 1,
} as const satisfies ClickHouseSettings;

const insertSettings = {
  async_insert: 0,
  max_insert_block_size: String(insertRowsMax),
  min_insert_block_size_rows: String(insertRowsMax),
  min_insert_block_size_bytes: '0',
  // Parallel parsing would cut the data into blocks of its own.
  input_format_parallel_parsing: 0,
} as const satisfies ClickHouseSettings;

/** Opens the database; no connection is made before the first query. */
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
 * Replaces lone surrogates (Unicode 3.9), for which the server refuses a whole block. Documents are JSON in a string, where they are safe.
 */
const wellFormed = (row: object): object =>
  Object.fromEntries(Object.entries(row).map(([name, value]: [string, unknown]) => [name, typeof value === 'string' ? value.toWellFormed() : value]));

interface AddressParts {
  readonly origin: string;
  /** Path without a slash at its end. */
  readonly path: string;
  readonly login: { readonly username?: string; readonly password?: string };
}

function partsOf(url: string): AddressParts {
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

/** Opens a client with the origin only. Given more of a URL, the client takes the path for a database and prints a warning on stderr. */
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
    // Shorter than every server's own (3 s on old ones), so that a request never meets a socket that is being closed.
    keep_alive: { enabled: true, idle_socket_ttl: 2_000 },
    clickhouse_settings: {
      ...outputSettings,
      ...(options.cluster && clusterSettings(options.requestTimeoutMs)),
      max_execution_time: Math.ceil(options.requestTimeoutMs / 1_000),
    },
    // The client's own log would print statements; errors reach the caller anyway.
    log: { level: ClickHouseLogLevel.OFF },
    application: 'tickerwire',
  });
}

function parseRow<Row extends z.ZodType>(name: string, schema: Row, value: unknown): z.infer<Row> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`unexpected row of ${name}: ${z.prettifyError(parsed.error)}`);
}

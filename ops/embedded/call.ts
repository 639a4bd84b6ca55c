/** Parses requests of ClickHouse's HTTP interface. A parameter that it does not know is a setting, except `param_*`. */
import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import { engineError } from './errors.ts';

export interface Call {
  readonly query: string;
  readonly queryId: string;
  readonly database: string;
  readonly format: string;
  readonly settings: ReadonlyMap<string, string>;
  readonly params: ReadonlyMap<string, string>;
  /** True for GET and with the setting `readonly`: the statement must not change anything. */
  readonly readsOnly: boolean;
  readonly user: string;
  readonly password: string;
}

/** Parameters that are handled here or have no meaning in one process. They are not passed to the engine as settings. */
const ownParameters = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'user',
  'password',
  'quota_key',
  'readonly',
  // Answers are never compressed; a server compresses one only when it likes.
  'enable_http_compression',
  'wait_end_of_query',
  'buffer_size',
  'stacktrace',
  'client_protocol_version',
  // Names the query in a server's query_log, which the embedded engine does not have.
  'log_comment',
]);

/** Parameters of features that the embedded engine lacks. Ignoring them would change the result. */
const refusedParameters = new Set(['session_id', 'session_check', 'session_timeout', 'close_session', 'compress', 'decompress', 'role']);

export function readCall(request: IncomingMessage, search: URLSearchParams): Call {
  const settings = new Map<string, string>();
  const params = new Map<string, string>();
  for (const [name, value] of search) {
    if (refusedParameters.has(name)) throw engineError('NOT_IMPLEMENTED', `The embedded engine has no ${name}`);
    if (name.startsWith('param_')) addParameter(params, name.slice('param_'.length), value);
    else if (!ownParameters.has(name)) settings.set(name, value);
  }
  const [basicUser, basicPassword] = readBasic(request.headers.authorization);
  const header = (name: string): string | undefined => {
    const value = request.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  return {
    query: search.get('query') ?? '',
    queryId: /^[\x20-\x7e]{1,200}$/.exec(search.get('query_id') ?? '')?.[0] ?? randomUUID(),
    database: search.get('database') ?? header('x-clickhouse-database') ?? 'default',
    format: search.get('default_format') ?? header('x-clickhouse-format') ?? 'TabSeparated',
    settings,
    params,
    readsOnly: request.method === 'GET' || request.method === 'HEAD' || !['0', null].includes(search.get('readonly')),
    user: search.get('user') ?? header('x-clickhouse-user') ?? basicUser ?? 'default',
    password: search.get('password') ?? header('x-clickhouse-key') ?? basicPassword ?? '',
  };
}

/** Adds a parameter. Like a server, it ignores a name that cannot occur in `{name:Type}`. */
function addParameter(params: Map<string, string>, name: string, value: string): void {
  if (/^[A-Za-z_]\w*$/.test(name)) params.set(name, value);
}

function readBasic(authorization: string | undefined): readonly [user: string | undefined, password: string | undefined] {
  const encoded = /^basic ([\w+/=]+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return [undefined, undefined];
  const [user = '', ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return [user, password.join(':')];
}

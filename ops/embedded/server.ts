/**
 * ClickHouse's HTTP interface: `/` runs one statement, `/ping` says that the process is there.
 * Reads and writes have sessions of their own, so neither waits for the other.
 */
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { sendError, sendOutcome } from './answer.ts';
import { readBody, saveBody } from './body.ts';
import { addParameter, readCall, type Call } from './call.ts';
import { engineError, fromEngine } from './errors.ts';
import type { Pool } from './pool.ts';
import { readStatement, type Statement } from './statement.ts';

export interface ServerDeps {
  readonly reads: Pool;
  readonly writes: Pool;
  /** Folder for the data of inserts on its way to the engine. */
  readonly spoolDir: string;
  /** The engine's, as `SELECT version()` gives it. */
  readonly version: string;
  /** Null: any user, no password (the process listens on loopback). */
  readonly password: string | null;
  readonly log: Logger;
  readonly limits: { readonly statementBytesMax: number; readonly insertBytesMax: number; readonly connectionsMax: number };
}

/** ClickHouse's default of max_query_size. */
const queryCharactersMax = 262_144;

export function createHttpServer(deps: ServerDeps): Server {
  const server = createServer({ maxHeaderSize: 1 << 20, headersTimeout: 60_000, requestTimeout: 600_000, keepAliveTimeout: 30_000 }, (request, response) => {
    void answer(deps, request, response);
  });
  server.maxConnections = deps.limits.connectionsMax;
  return server;
}

async function answer(deps: ServerDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(`http://localhost${request.url?.startsWith('/') ? request.url : '/'}`);
  response.setHeader('X-ClickHouse-Server-Display-Name', 'embedded');
  if (url.pathname === '/ping' || url.pathname === '/replicas_status' || (url.pathname === '/' && request.method === 'GET' && !url.searchParams.has('query'))) {
    response.end('Ok.\n');
  } else if (url.pathname !== '/') {
    response.statusCode = 404;
    response.end(`There is no handle ${url.pathname}\n`);
  } else {
    await answerStatement(deps, request, { response, search: url.searchParams });
  }
}

async function answerStatement(deps: ServerDeps, request: IncomingMessage, { response, search }: { readonly response: ServerResponse; readonly search: URLSearchParams }): Promise<void> {
  const startedAt = performance.now();
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  let queryId: string | null = null;
  try {
    const call = readCall(request, search);
    queryId = call.queryId;
    authenticate(call, request, deps.password);
    const wanted = await readWanted(deps, call, request);
    const { statement } = wanted;
    try {
      if (call.readsOnly && statement.kind !== 'read') {
        throw engineError('READONLY', 'Cannot execute query in readonly mode. For queries over HTTP, method GET implies readonly. You should use method POST for modifying queries');
      }
      const pool = statement.kind === 'read' ? deps.reads : deps.writes;
      const outcome = await pool.run({ ...call, params: wanted.params, text: wanted.text, leavesState: statement.kind === 'other' }, gone.signal);
      const writtenRows = statement.kind === 'insert' ? outcome.rows : 0;
      await sendOutcome(request, response, { call, format: statement.kind === 'read' ? (statement.format ?? call.format) : call.format, outcome, writtenRows });
    } finally {
      if (wanted.dataPath !== null) await rm(wanted.dataPath, { force: true });
    }
    deps.log.debug({ queryId, kind: statement.kind, durationMs: performance.now() - startedAt }, 'statement.served');
  } catch (thrown) {
    const error = fromEngine(thrown);
    if (!request.complete) response.setHeader('Connection', 'close');
    sendError(response, error, { queryId, version: deps.version });
    deps.log.debug({ queryId, code: error.code, durationMs: performance.now() - startedAt }, 'statement.failed');
  }
}

/** A browser names its origin and no client of ours does: a page must not reach a database without a password. */
function authenticate(call: Call, request: IncomingMessage, password: string | null): void {
  const refused = request.headers.origin !== undefined || (password !== null && !isSame(call.password, password));
  if (refused) throw engineError('AUTHENTICATION_FAILED', `${call.user.slice(0, 100)}: Authentication failed: password is incorrect, or there is no user with such name`);
}

function isSame(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
}

interface Wanted {
  readonly statement: Statement;
  readonly text: string;
  readonly params: ReadonlyMap<string, string>;
  /** The file that holds an INSERT's data; the caller removes it. */
  readonly dataPath: string | null;
}

/** The statement is the `query` parameter, a line break and the body, as on the server; an INSERT's data goes to a file. */
async function readWanted(deps: ServerDeps, call: Call, request: IncomingMessage): Promise<Wanted> {
  const charactersMax = Number(call.settings.get('max_query_size') ?? queryCharactersMax);
  if (request.headers['content-type']?.startsWith('multipart/form-data')) return readForm(deps, call, request);
  const head = Buffer.from(call.query);
  if (call.query !== '') {
    const split = splitInsert(head, charactersMax);
    if (split !== null) {
      const lead = split.data.length === 0 ? split.data : Buffer.concat([split.data, Buffer.from('\n')]);
      const dataPath = newDataPath(deps);
      await saveBody(request, dataPath, lead, deps.limits.insertBytesMax).catch(async (error: unknown) => {
        await rm(dataPath, { force: true });
        throw error;
      });
      return { statement: split.statement, text: split.fromFile(dataPath), params: call.params, dataPath };
    }
  }
  const body = await readBody(request, deps.limits.statementBytesMax);
  const whole = call.query === '' ? body : body.length === 0 ? head : Buffer.concat([head, Buffer.from('\n'), body]);
  const split = splitInsert(whole, charactersMax);
  if (split === null) {
    const text = whole.toString('utf8');
    return { statement: readStatement(text, charactersMax), text, params: call.params, dataPath: null };
  }
  const dataPath = newDataPath(deps);
  await writeFile(dataPath, split.data, { mode: 0o600, flag: 'wx' });
  return { statement: split.statement, text: split.fromFile(dataPath), params: call.params, dataPath };
}

const newDataPath = (deps: ServerDeps): string => join(deps.spoolDir, randomUUID());

/** Data may be binary: offsets are found on a one-byte reading, the statement itself is UTF-8. */
function splitInsert(bytes: Buffer, charactersMax: number): { statement: Statement; fromFile: (path: string) => string; data: Buffer } | null {
  const scanned = readStatement(bytes.toString('latin1'), charactersMax).insert;
  if (scanned === null) return null;
  const statement = readStatement(bytes.subarray(0, scanned.dataAt).toString('utf8'), charactersMax);
  if (statement.insert === null) return null;
  return { statement, fromFile: statement.insert.fromFile, data: bytes.subarray(scanned.dataAt) };
}

/** Long parameters travel as fields of a form, beside the query. */
async function readForm(deps: ServerDeps, call: Call, request: IncomingMessage): Promise<Wanted> {
  const body = await readBody(request, deps.limits.statementBytesMax);
  const form = await new Response(body, { headers: { 'Content-Type': request.headers['content-type'] ?? '' } }).formData().catch(() => {
    throw engineError('BAD_ARGUMENTS', 'The form can not be read');
  });
  const params = new Map(call.params);
  let text = call.query;
  for (const [name, value] of form) {
    if (typeof value !== 'string') throw engineError('NOT_IMPLEMENTED', 'The embedded engine takes no external tables');
    if (name === 'query') text += value;
    else if (name.startsWith('param_')) addParameter(params, name.slice('param_'.length), value);
  }
  return { statement: readStatement(text, queryCharactersMax), text, params, dataPath: null };
}

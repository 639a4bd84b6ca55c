/** Serves ClickHouse's HTTP interface: `/` runs one statement, `/ping` answers while the process is alive. Reads do not wait for writes. */
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { authenticate, refuseForeign, type Credentials } from './access.ts';
import { sendError, sendOutcome } from './answer.ts';
import { readCall } from './call.ts';
import { engineError, fromEngine } from './errors.ts';
import type { Pool } from './pool.ts';
import { takeStatement, type Spool } from './take-statement.ts';

export interface ServerDeps extends Spool {
  readonly reads: Pool;
  readonly writes: Pool;
  readonly version: string;
  readonly credentials: Credentials;
  readonly log: Logger;
  readonly connectionsMax: number;
}

export function createHttpServer(deps: ServerDeps): Server {
  const server = createServer(
    { maxHeaderSize: 1 << 20, headersTimeout: 60_000, requestTimeout: 600_000, keepAliveTimeout: 30_000 },
    (request, response) => {
      answer(deps, request, response).catch((error: unknown) => {
        deps.log.error({ reason: error instanceof Error ? error.message : String(error) }, 'request.failed');
        response.destroy();
      });
    },
  );
  server.maxConnections = deps.connectionsMax;
  return server;
}

async function answer(deps: ServerDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('X-ClickHouse-Server-Display-Name', 'embedded');
  const [path = '', ...search] = (request.url ?? '').split('?');
  try {
    refuseForeign(request);
  } catch (error) {
    response.setHeader('Connection', 'close');
    sendError(response, fromEngine(error), { queryId: null, version: deps.version });
    return;
  }
  if (path === '/ping' || path === '/replicas_status' || (path === '/' && request.method === 'GET' && search.length === 0)) {
    response.end('Ok.\n');
  } else if (path !== '/') {
    response.statusCode = 404;
    response.end('There is no such handle\n');
  } else {
    await answerStatement(deps, request, { response, search: new URLSearchParams(search.join('?')) });
  }
}

async function answerStatement(
  deps: ServerDeps,
  request: IncomingMessage,
  { response, search }: { readonly response: ServerResponse; readonly search: URLSearchParams },
): Promise<void> {
  const startedAt = performance.now();
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  let queryId: string | null = null;
  try {
    const call = readCall(request, search);
    queryId = call.queryId;
    authenticate(call, deps.credentials);
    const { kind, text, format, dataPath } = await takeStatement(deps, call, request);
    try {
      if (call.readsOnly && kind !== 'read') {
        throw engineError(
          'READONLY',
          'Cannot execute query in readonly mode. For queries over HTTP, method GET implies readonly. You should use method POST for modifying queries',
        );
      }
      const pool = kind === 'read' ? deps.reads : deps.writes;
      const outcome = await pool.run({ ...call, text, leavesState: kind === 'other' }, gone.signal);
      const writtenRows = kind === 'insert' ? outcome.rows : 0;
      sendOutcome(response, {
        call,
        format: kind === 'read' ? (format ?? call.format) : call.format,
        outcome,
        writtenRows,
      });
    } finally {
      if (dataPath !== null) await rm(dataPath, { force: true });
    }
    deps.log.debug({ queryId, kind, durationMs: performance.now() - startedAt }, 'statement.served');
  } catch (thrown) {
    const error = fromEngine(thrown);
    if (!request.complete && !response.headersSent) response.setHeader('Connection', 'close');
    sendError(response, error, { queryId, version: deps.version });
    deps.log.debug({ queryId, code: error.code, durationMs: performance.now() - startedAt }, 'statement.failed');
  }
}

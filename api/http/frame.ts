/**
 * The frame of each request to both servers: assigns an id, checks Host, calls the handler, renders errors, and records the request. It uses
 * Koa only for routes that need a Koa context, because creating a context takes longer than all other steps of a poll.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Koa from 'koa';
import type { Logger } from '#ops/process/log.ts';
import { ApiError, apiError, renderProblem } from '../errors.ts';
import type { AccessLog } from '../observe/access-log.ts';
import type { CountRequest } from '../observe/metrics.ts';
import { send, type HeaderList } from '../reply/send.ts';
import { requestId } from '../request/request-id.ts';
import type { ApiExchange, ApiState } from './state.ts';

export interface Observers {
  readonly count: CountRequest;
  readonly accessLog: AccessLog;
  readonly log: Logger;
}

/** Handles a request. Throws an ApiError for any answer that is an error. */
export type Answer = (exchange: ApiExchange) => Promise<void>;

interface FrameOptions {
  readonly observers: Observers;
  readonly isStopping: () => boolean;
  /** Number of proxies in front of the service, each of which appends to X-Forwarded-For. */
  readonly trustedProxies: number;
  /** Returns the handler of the request, or null if a Koa route handles it. */
  readonly find: (exchange: ApiExchange) => Answer | null;
  readonly mount: (app: Koa<ApiState>) => void;
}

export function createListener({ observers, isStopping, trustedProxies, find, mount }: FrameOptions): RequestListener {
  const app = new Koa<ApiState>({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  // Koa's error handler receives only failures of sockets.
  app.on('error', (error: Error) => observers.log.debug({ err: error }, 'socket.failed'));
  const states = new WeakMap<IncomingMessage, ApiState>();
  app.use(async (ctx, next) => {
    ctx.state = states.get(ctx.req)!;
    await next().catch((error: unknown) => sendProblem(ctx, error));
  });
  mount(app);
  const serveMounted = app.callback();
  const byKoa: Answer = ({ req, res, state }) => {
    states.set(req, state);
    return serveMounted(req, res);
  };
  const record = createRecorder(observers, trustedProxies);
  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const startedAtMs = performance.now();
    const exchange = { req, res, state: beginState(req, isStopping()) };
    try {
      checkHost(req);
      await (find(exchange) ?? byKoa)(exchange);
    } catch (error) {
      sendProblem(exchange, error);
    }
    record(exchange, performance.now() - startedAtMs);
  };
  return (req, res) => {
    // Reached if node:http refuses a header. An error response would have the same header, so the connection is closed.
    serve(req, res).catch((error: unknown) => {
      observers.log.error({ err: error }, 'answer.failed');
      res.destroy();
    });
  };
}

function beginState({ headers }: IncomingMessage, isStopping: boolean): ApiState {
  const id = requestId(headers['x-request-id']);
  return {
    requestId: id,
    headers: ['X-Request-Id', id, 'X-Content-Type-Options', 'nosniff', ...(isStopping ? ['Connection', 'close'] : [])],
    isCompatible: false,
    caller: null,
    route: 'none',
    status: 0,
    code: null,
    cause: null,
    source: null,
    rowsCount: null,
    bodyBytes: 0,
  };
}

function createRecorder({ count, accessLog, log }: Observers, trustedProxies: number): (exchange: ApiExchange, durationMs: number) => void {
  return ({ req, res, state }, durationMs) => {
    // 499 is nginx's code for a client that closed the connection before the answer. It is only logged and counted.
    if (res.destroyed && !res.writableEnded) state.status = 499;
    const { requestId: id, route, status, code, source, caller, rowsCount, bodyBytes, cause } = state;
    count({ route, status, code, source, seconds: durationMs / 1_000 });
    if (cause !== null) log.error({ request_id: id, route, status, err: cause }, 'request.failed');
    if (accessLog === null) return;
    const ip = clientIp(req, trustedProxies);
    const account = caller === null ? null : caller.account.id;
    accessLog({ requestId: id, method: req.method ?? '', route, status, code, account, ip, source, rows: rowsCount, bodyBytes, durationMs });
  };
}

const ipText = /^[0-9A-Fa-f:.]{2,45}$/;
/**
 * Returns the client's address as Koa's `ctx.ip` does: that in X-Forwarded-For from the outermost trusted proxy, or that of the socket if the
 * header has none; '' if it is not an address.
 */
function clientIp({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = trustedProxies > 0 ? String(headers['x-forwarded-for'] ?? '') : '';
  const ip = forwarded.split(',').slice(-trustedProxies)[0]!.trim();
  if (ip === '') return socket.remoteAddress ?? '';
  return ipText.test(ip) ? ip : '';
}

const problemType = 'application/problem+json; charset=utf-8';

/** Sends an error as problem+json, and stores the internal cause for the log. */
function sendProblem(exchange: ApiExchange, error: unknown): void {
  const { state } = exchange;
  const known =
    error instanceof ApiError ? error : apiError('internal', 'Internal error. Try again; if it persists, give the operator the request_id.', {});
  const body = renderProblem(known, state.requestId);
  state.status = known.status;
  state.code = known.code;
  state.bodyBytes = body.length;
  if (known.status >= 500) state.cause = error instanceof ApiError ? (error.cause ?? null) : error;
  const headers = known.headers.includes('Connection') ? withoutConnection(state.headers) : state.headers;
  send(exchange, known.status, [...headers, ...known.headers, 'Content-Type', problemType, 'Cache-Control', 'no-store'], body, body.length);
}

const withoutConnection = (headers: HeaderList): HeaderList => {
  const at = headers.indexOf('Connection');
  return at < 0 ? headers : [...headers.slice(0, at), ...headers.slice(at + 2)];
};

const hostless = apiError('bad_request', 'The Host header is missing.', {}, ['Connection', 'close']);
const severalHosts = apiError('bad_request', 'The request has more than one Host header. Send one.', {}, ['Connection', 'close']);

/** Throws 400 if Host is missing or repeated (RFC 9112, 3.2). A proxy may have routed by another one than the first, which node:http uses. */
function checkHost(req: IncomingMessage): void {
  if (req.headers.host === undefined && req.httpVersion === '1.1') throw hostless;
  if (hostsOf(req.rawHeaders) > 1) throw severalHosts;
}

function hostsOf(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

/**
 * The base of both servers: a Koa application that gives each request an id, records it, renders errors and checks Host, in this order.
 */
import Koa, { type Middleware } from 'koa';
import type { Logger } from '#ops/process/log.ts';
import { ApiError, apiError, renderProblem } from '../errors.ts';
import type { AccessLog } from '../observe/access-log.ts';
import type { CountRequest } from '../observe/metrics.ts';
import { send, type HeaderList } from '../reply/send.ts';
import { requestId } from '../request/request-id.ts';
import type { ApiContext, ApiState } from './state.ts';

export interface Observers {
  readonly count: CountRequest;
  readonly accessLog: AccessLog;
  /** Receives internal errors. */
  readonly log: Logger;
}

/** Creates the application. `trustedProxies` is the number of proxies in front of the service, each of which appends to X-Forwarded-For. */
export function newApp(observers: Observers, isStopping: () => boolean, trustedProxies: number): Koa<ApiState> {
  const app = new Koa<ApiState>({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  // Koa's own error handler receives socket failures only: requests are recorded already.
  app.on('error', (error: Error) => observers.log.debug({ err: error }, 'socket.failed'));
  app.use(assignRequestId(isStopping));
  app.use(recordRequest(observers));
  app.use(renderErrors);
  app.use(checkHost);
  return app;
}

/** Begins a request: gives it an id, the headers of every answer, and an empty state. */
const assignRequestId =
  (isStopping: () => boolean): Middleware<ApiState> =>
  ({ req, state }, next) => {
    state.requestId = requestId(req.headers['x-request-id']);
    state.headers = ['X-Request-Id', state.requestId, 'X-Content-Type-Options', 'nosniff'];
    if (isStopping()) state.headers.push('Connection', 'close');
    state.isCompatible = false;
    state.caller = null;
    state.route = 'none';
    state.status = 0;
    state.code = null;
    state.cause = null;
    state.source = null;
    state.rowsCount = null;
    state.bodyBytes = 0;
    return next();
  };

/** Counts each request and writes its line of the access log, once its answer is written or its client has gone. */
function recordRequest({ count, accessLog, log }: Observers): Middleware<ApiState> {
  return async (ctx, next) => {
    const startedAtMs = performance.now();
    const { req, res, state } = ctx;
    await next();
    // nginx's code for a client that went away before its answer; it appears in the log only.
    if (res.destroyed && !res.writableEnded) state.status = 499;
    const durationMs = performance.now() - startedAtMs;
    const { requestId: id, route, status, code, source, caller, rowsCount, bodyBytes, cause } = state;
    count({ route, status, code, source, seconds: durationMs / 1_000 });
    if (cause !== null) log.error({ request_id: id, route, status, err: cause }, 'request.failed');
    if (accessLog === null) return;
    const ip = ctx.app.proxy ? forwardedIp(ctx.ip) : (req.socket.remoteAddress ?? '');
    const account = caller === null ? null : caller.account.id;
    accessLog({ requestId: id, method: req.method ?? '', route, status, code, account, ip, source, rows: rowsCount, bodyBytes, durationMs });
  };
}

const ipText = /^[0-9A-Fa-f:.]{2,45}$/;
/** Returns the address that a proxy wrote; '' where it wrote something else. */
const forwardedIp = (text: string): string => (ipText.test(text) ? text : '');

const problemType = 'application/problem+json; charset=utf-8';

/** Sends errors of later middleware as problem+json; the part for the log is stored in `state.cause`. */
const renderErrors: Middleware<ApiState> = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    sendProblem(ctx, error);
  }
};

function sendProblem(ctx: ApiContext, error: unknown): void {
  const { state } = ctx;
  const known =
    error instanceof ApiError ? error : apiError('internal', 'Internal error. Try again; if it persists, give the operator the request_id.', {});
  const body = renderProblem(known, state.requestId);
  state.status = known.status;
  state.code = known.code;
  state.bodyBytes = body.length;
  if (known.status >= 500) state.cause = error instanceof ApiError ? (error.cause ?? null) : error;
  const headers = known.headers.includes('Connection') ? withoutConnection(state.headers) : state.headers;
  send(ctx, known.status, [...headers, ...known.headers, 'Content-Type', problemType, 'Cache-Control', 'no-store'], body, body.length);
}

const withoutConnection = (headers: HeaderList): HeaderList => {
  const at = headers.indexOf('Connection');
  return at < 0 ? headers : [...headers.slice(0, at), ...headers.slice(at + 2)];
};

const hostless = apiError('bad_request', 'The Host header is missing.', {}, ['Connection', 'close']);
const severalHosts = apiError('bad_request', 'The request has more than one Host header. Send one.', {}, ['Connection', 'close']);

/** Refuses a request without Host, or with several: node:http keeps the first, while a proxy may have routed by another (RFC 9112, 3.2). */
const checkHost: Middleware<ApiState> = ({ req }, next) => {
  if (req.headers.host === undefined && req.httpVersion === '1.1') throw hostless;
  if (hostsOf(req.rawHeaders) > 1) throw severalHosts;
  return next();
};

/** Returns how many Host headers a request has. */
function hostsOf(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

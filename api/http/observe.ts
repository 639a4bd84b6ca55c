/** Outermost middleware: assigns the request id, renders errors as problem+json, counts and logs the request. */
import type { Context, Middleware } from 'koa';
import type { Logger } from '#ops/process/log.ts';
import { ApiError, apiError, renderProblem } from '../errors.ts';
import type { AccessLog } from '../observe/access-log.ts';
import type { CountRequest } from '../observe/metrics.ts';
import { send, type HeaderList } from '../reply/send.ts';
import { requestId } from '../request/request-id.ts';
import type { ApiState } from './state.ts';

export interface Observers {
  readonly count: CountRequest;
  readonly accessLog: AccessLog;
  /** For what went wrong on our side. */
  readonly log: Logger;
}

const problemType = 'application/problem+json; charset=utf-8';

export function observeRequests(observers: Observers, isStopping: () => boolean): Middleware<ApiState> {
  const { count, accessLog, log } = observers;
  return async (ctx, next) => {
    const startedAtMs = performance.now();
    const { req, res, state } = ctx;
    const id = requestId(req.headers['x-request-id']);
    begin(state, id);
    if (isStopping()) state.headers.push('Connection', 'close');
    let cause: unknown = null;
    try {
      if (req.headers.host === undefined && req.httpVersion === '1.1') throw hostless;
      // node:http keeps the first of several, while a proxy before it may have routed by another (RFC 9112, 3.2).
      if (hostsOf(req.rawHeaders) > 1) throw severalHosts;
      await next();
    } catch (error) {
      cause = sendProblem(ctx, error);
    }
    // The client went away before its answer: nginx's word for it, in the log only.
    if (res.destroyed && !res.writableEnded) state.status = 499;
    const durationMs = performance.now() - startedAtMs;
    count({ route: state.route, status: state.status, code: state.code, source: state.source, seconds: durationMs / 1_000 });
    if (cause !== null) log.error({ request_id: id, route: state.route, status: state.status, err: cause }, 'request.failed');
    if (accessLog === null) return;
    accessLog({
      requestId: id,
      method: req.method ?? '',
      route: state.route,
      status: state.status,
      code: state.code,
      account: state.caller === null ? null : state.caller.account.id,
      ip: ctx.app.proxy ? forwardedIp(ctx.ip) : (req.socket.remoteAddress ?? ''),
      source: state.source,
      rows: state.rowsCount,
      bodyBytes: state.bodyBytes,
      durationMs,
    });
  };
}

const hostless = apiError('bad_request', 'The header Host is missing.', {}, ['Connection', 'close']);
const severalHosts = apiError('bad_request', 'The header Host is given more than once.', {}, ['Connection', 'close']);

/** Returns how many Host headers a request has. */
function hostsOf(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

/** What a proxy wrote is only taken for an address where it is one. */
const forwardedIp = (text: string): string => (/^[0-9A-Fa-f:.]{2,45}$/.test(text) ? text : '');

function begin(state: ApiState, id: string): void {
  state.requestId = id;
  state.headers = ['X-Request-Id', id, 'X-Content-Type-Options', 'nosniff'];
  state.isCompatible = false;
  state.caller = null;
  state.route = 'none';
  state.status = 0;
  state.code = null;
  state.source = null;
  state.rowsCount = null;
  state.bodyBytes = 0;
}

/** Sends the problem; returns what belongs in the log, or null. */
function sendProblem(ctx: Context & { readonly state: ApiState }, error: unknown): unknown {
  const { state } = ctx;
  const known = error instanceof ApiError ? error : apiError('internal', 'Something went wrong on our side.', {});
  state.status = known.status;
  state.code = known.code;
  const body = renderProblem(known, state.requestId);
  state.bodyBytes = body.length;
  const headers = known.headers.includes('Connection') ? withoutConnection(state.headers) : state.headers;
  send(ctx, known.status, [...headers, ...known.headers, 'Content-Type', problemType, 'Cache-Control', 'no-store'], body, body.length);
  if (known.status < 500) return null;
  return error instanceof ApiError ? (error.cause ?? null) : error;
}

const withoutConnection = (headers: HeaderList): HeaderList => {
  const at = headers.indexOf('Connection');
  return at < 0 ? headers : [...headers.slice(0, at), ...headers.slice(at + 2)];
};

/**
 * What happens to every request, in order: refused where it is no call to this API, admitted (key, then quota),
 * routed, negotiated, answered, counted, logged in one line. Every error leaves as problem+json.
 */
import type { Context, Middleware, ParameterizedContext } from 'koa';
import type { Logger } from '#ops/runtime/log.ts';
import type { Caller } from './auth/caller.ts';
import type { ApiDeps } from './context.ts';
import { ApiError, apiError, renderProblem, unavailable } from './errors.ts';
import type { AccessLog } from './observe/access-log.ts';
import type { CountRequest } from './observe/metrics.ts';
import { pushQuotaHeaders, rateLimited } from './quota/grant.ts';
import { encodedBody, isNotModified } from './reply/content.ts';
import { accepts, negotiateEncoding, type Encoding } from './reply/negotiate.ts';
import { send, type HeaderList } from './reply/send.ts';
import { streamBody } from './reply/stream-body.ts';
import { requestId } from './request/request-id.ts';
import type { Reply, Route, StreamReply } from './route.ts';

/** What is known of a request as it goes through. */
export interface ApiState {
  requestId: string;
  /** Headers that every answer from here on carries. */
  headers: HeaderList;
  caller: Caller | null;
  route: string;
  status: number;
  code: ApiError['code'] | null;
  source: string | null;
  rowsCount: number | null;
  bodyBytes: number;
}

export type ApiContext = ParameterizedContext<ApiState>;

const problemType = 'application/problem+json; charset=utf-8';
const urlLengthMax = 8_000;
const bodyBytesMax = 65_536;
const allowed = 'GET, HEAD';

export interface Observers {
  readonly count: CountRequest;
  readonly accessLog: AccessLog;
  /** For what went wrong on our side. */
  readonly log: Logger;
}

/** Outermost: gives the request its id, renders what is thrown, counts and logs. */
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

/** What a proxy wrote is only taken for an address where it is one. */
const forwardedIp = (text: string): string => (/^[0-9A-Fa-f:.]{2,45}$/.test(text) ? text : '');

function begin(state: ApiState, id: string): void {
  state.requestId = id;
  state.headers = ['X-Request-Id', id, 'X-Content-Type-Options', 'nosniff'];
  state.caller = null;
  state.route = 'none';
  state.status = 0;
  state.code = null;
  state.source = null;
  state.rowsCount = null;
  state.bodyBytes = 0;
}

function refuseOversized(url: string, contentLength: string | undefined): void {
  if (url.length > urlLengthMax) throw apiError('uri_too_long', `An address may have ${urlLengthMax} characters.`, {}, ['Connection', 'close']);
  if (contentLength !== undefined && Number(contentLength) > bodyBytesMax)
    throw apiError('payload_too_large', `A body may have ${bodyBytesMax} bytes.`, {}, ['Connection', 'close']);
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

/** The caller, one call of its quota taken; throws 401 or 429. */
async function admit(ctx: ApiContext, deps: ApiDeps): Promise<Caller> {
  const { state, req } = ctx;
  const caller = deps.authenticate(req);
  state.caller = caller;
  const grant = await deps.quota.take(caller);
  pushQuotaHeaders(state.headers, grant, caller);
  if (grant.refusedBy !== null) throw rateLimited(grant, caller, deps.pricingUrl);
  return caller;
}

const refusePreflight = (method: string | undefined): void => {
  // A preflight carries no key, and what it asks for is never granted.
  if (method === 'OPTIONS') throw apiError('cors_not_supported', 'This API is called from servers; cross-origin calls are not supported.', {});
};

/** A request that a route of the table answers. */
export function serveRoute(route: Route, deps: ApiDeps): (ctx: ApiContext, params: Readonly<Record<string, string>>) => Promise<void> {
  return async (ctx, params) => {
    const { req, state } = ctx;
    state.route = route.path;
    refusePreflight(req.method);
    const caller = route.needsKey ? await admit(ctx, deps) : null;
    refuseOversized(req.url ?? '', req.headers['content-length']);
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw apiError('method_not_allowed', `This address answers ${allowed}.`, {}, ['Allow', allowed]);
    if (!isAccepted(route, req.headers.accept)) throw apiError('not_acceptable', `This address answers ${typesOf(route).join(' or ')}.`, {});
    const wanted = negotiateEncoding(req.headers['accept-encoding']);
    if (wanted === 'none') throw apiError('not_acceptable', 'This address answers in gzip, br, zstd or no coding.', {});
    const url = req.url ?? '';
    const question = url.indexOf('?');
    const answered = route.answer(question < 0 ? '' : url.slice(question + 1), params, caller, deps);
    const reply = answered instanceof Promise ? await within(deps.requestTimeoutMs, answered) : answered;
    const sent = sendReply(ctx, route, reply, wanted);
    if (sent !== undefined) await sent;
  };
}

const typesOf = ({ response, otherTypes }: Route): string[] => [response.type, ...Object.keys(otherTypes ?? {})];
const isAccepted = (route: Route, header: string | undefined): boolean =>
  accepts(header, route.response.type) || (route.otherTypes !== undefined && typesOf(route).some((type) => accepts(header, type)));

/** Answers a promise only where the body has to be compressed or streamed. */
function sendReply(ctx: ApiContext, route: Route, reply: Reply, wanted: Encoding | 'identity'): Promise<void> | undefined {
  const { req, state } = ctx;
  if ('stream' in reply) return sendStream(ctx, route, reply, wanted);
  if (reply.content === null) {
    state.status = 204;
    send(ctx, 204, [...state.headers, 'Cache-Control', route.cacheControl], null, 0);
    return undefined;
  }
  const { content, source = null, rowsCount = null } = reply;
  state.source = source;
  state.rowsCount = rowsCount;
  const headers = state.headers;
  headers.push('ETag', content.etag, 'Cache-Control', route.cacheControl, 'Vary', 'Accept-Encoding');
  if (reply.headers !== undefined) headers.push(...reply.headers);
  if (isNotModified(req.headers['if-none-match'], content.etag)) {
    state.status = 304;
    send(ctx, 304, headers, null, 0);
    return undefined;
  }
  const { encoding, bytes } = encodedBody(content, wanted);
  headers.push('Content-Type', content.type);
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
  const finish = (body: Buffer): undefined => {
    state.status = 200;
    state.bodyBytes = body.length;
    send(ctx, 200, headers, body, body.length, content.lentBy);
  };
  if (bytes instanceof Promise) return bytes.then(finish);
  return finish(bytes);
}

/** The status and the counts of rows stand before the first byte; a body that cannot be finished ends the connection. */
async function sendStream(ctx: ApiContext, route: Route, reply: StreamReply, wanted: Encoding | 'identity'): Promise<void> {
  const { req, state } = ctx;
  const { type, etag, chunks } = reply.stream;
  state.source = 'stream';
  state.rowsCount = reply.rowsCount;
  const headers = [...state.headers, ...reply.headers, 'ETag', etag, 'Cache-Control', route.cacheControl, 'Vary', 'Accept-Encoding'];
  const isUnchanged = isNotModified(req.headers['if-none-match'], etag);
  state.status = isUnchanged ? 304 : 200;
  if (isUnchanged) return send(ctx, 304, headers, null, 0);
  headers.push('Content-Type', type);
  if (wanted !== 'identity') headers.push('Content-Encoding', wanted);
  if (req.method === 'HEAD') return send(ctx, 200, headers, null, 0);
  state.bodyBytes = await streamBody(ctx, headers, chunks(), wanted);
}

/** No route has this address. Under /api/ a stranger is told no more than that a key is missing. */
export const serveUnrouted =
  (deps: ApiDeps): Middleware<ApiState> =>
  async (ctx) => {
    refusePreflight(ctx.req.method);
    if (/^\/api(\/|$|\?)/.test(ctx.req.url ?? '')) await admit(ctx, deps);
    refuseOversized(ctx.req.url ?? '', ctx.req.headers['content-length']);
    throw apiError('not_found', 'There is nothing at this address.', {});
  };

function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(unavailable('timeout', `No answer within ${timeoutMs} ms.`)), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Serves a request for an operation: refuses preflights, admits the caller (authenticates it and takes quota), checks the method, negotiates
 * the encoding, calls the handler and sends the result. The steps are one function, so that an answer from memory waits only for the quota.
 */
import type { Middleware } from 'koa';
import { withTimeout } from '#ops/process/with-timeout.ts';
import type { Caller } from '../auth/caller.ts';
import { adapt } from '../compatibility.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError, apiError, unavailable } from '../errors.ts';
import { typesOf, type Operation } from '../operation.ts';
import { pushQuotaHeaders, rateLimited } from '../quota/grant.ts';
import { encodedBody, isNotModified } from '../reply/content.ts';
import { negotiateEncoding, preferredType, type Encoding } from '../reply/negotiate.ts';
import type { FileResult, LiveResult, Result, StreamResult } from '../reply/result.ts';
import { send } from '../reply/send.ts';
import { sendFile } from '../reply/send-file.ts';
import { streamBody } from '../reply/stream-body.ts';
import { refuseOversized } from '../request/body.ts';
import type { ApiExchange, ApiState } from './state.ts';

export type Serve = (ctx: ApiExchange, params: Readonly<Record<string, string>>) => Promise<void>;

const allowed = 'GET, HEAD';

export function serveOperation(operation: Operation, deps: ApiDeps): Serve {
  return async (ctx, params) => {
    const { req, state } = ctx;
    state.route = operation.path;
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const admission = isRead ? operation : { ...unrouted, access: operation.access };
    if (req.method === 'OPTIONS') await refusePreflight(ctx, admission, deps);
    const caller = await admit(ctx, admission, deps);
    refuseOversized(req);
    if (!isRead) throw apiError('method_not_allowed', `This path supports only ${allowed}.`, {}, ['Allow', allowed]);
    const wanted = negotiateEncoding(req.headers['accept-encoding']);
    if (wanted === 'none') throw apiError('not_acceptable', 'Accept-Encoding excludes every supported encoding: gzip, br, zstd and identity.', {});
    const answered = call(ctx, operation, params, caller, deps);
    const result = answered instanceof Promise ? await withTimeout(deps.requestTimeoutMs, answered, () => tooLate(deps)) : answered;
    if ('begin' in result) return sendLive(ctx, operation, result, () => deps.authenticate(req));
    const sent = sendResult(ctx, operation, state.isCompatible ? adapt(operation, result, deps.headerPrefix) : result, wanted);
    if (sent !== undefined) await sent;
  };
}

type Admission = Pick<Operation, 'name' | 'access' | 'cost'>;

/** Admission of requests that no operation answers: they need a key and cost a call. */
const unrouted: Admission = { name: 'none', access: 'key', cost: 1 };

/** Authenticates the key and takes the cost from the quota. Returns null for a public operation. Throws 401 or 429. */
async function admit({ req, state }: ApiExchange, { name, access, cost }: Admission, deps: ApiDeps): Promise<Caller | null> {
  if (access === 'public') return null;
  const caller = deps.authenticate(req);
  state.caller = caller;
  const grant = await (cost === 0 ? deps.quota.peek(caller) : deps.quota.take(caller, name));
  pushQuotaHeaders(state.headers, grant, caller);
  if (grant.refusedBy !== null) throw rateLimited(grant, caller, deps.pricingUrl);
  return caller;
}

const queryOf = (url: string): string => {
  const question = url.indexOf('?');
  return question < 0 ? '' : url.slice(question + 1);
};

function call(
  { req, state }: ApiExchange,
  operation: Operation,
  path: Readonly<Record<string, string>>,
  caller: Caller | null,
  deps: ApiDeps,
): Result | Promise<Result> {
  const { isCompatible } = state;
  const accepted = preferredType(req.headers.accept, typesOf(operation));
  const id = operation.isLive === true ? req.headers['last-event-id'] : undefined;
  const lastEventId = typeof id === 'string' ? id : undefined;
  return operation.call({ query: queryOf(req.url ?? ''), path, accepted, isCompatible, lastEventId }, caller, deps);
}

/** Takes the cost of a request that needs no key, if it has a valid one. Throws 429. */
async function admitKeyed(ctx: ApiExchange, admission: Admission, deps: ApiDeps): Promise<void> {
  if (ctx.req.headers.authorization === undefined) return;
  await admit(ctx, admission, deps).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  });
}

/** Throws 403. A preflight of a browser has no key and costs nothing. */
async function refusePreflight(ctx: ApiExchange, admission: Admission, deps: ApiDeps): Promise<never> {
  await admitKeyed(ctx, admission, deps);
  throw apiError('cors_not_supported', 'Cross-origin requests from browsers are not supported. Call the API from a server.', {});
}

/** Answers requests for unknown paths with 404, or below /api/ with 401 if they have no key. */
export const serveUnrouted =
  (deps: ApiDeps): Middleware<ApiState> =>
  async (ctx) => {
    const isOfApi = /^\/api(\/|$|\?)/.test(ctx.req.url ?? '');
    if (ctx.req.method === 'OPTIONS') await refusePreflight(ctx, unrouted, deps);
    await (isOfApi ? admit : admitKeyed)(ctx, unrouted, deps);
    refuseOversized(ctx.req);
    throw apiError('not_found', 'This path does not exist. See /api/schema/swagger-ui/ for all paths.', {});
  };

const tooLate = ({ requestTimeoutMs }: ApiDeps): ApiError =>
  unavailable('timeout', `The request took longer than ${requestTimeoutMs / 1_000} s. Try again in a few seconds.`);

const varyOf = (operation: Operation): string => (typesOf(operation).length > 1 ? 'Accept, Accept-Encoding' : 'Accept-Encoding');

/**
 * Sends a rendered body, a stream, a file, or an empty response; 304 if the client's copy is current. Returns a promise only if the body is
 * compressed, streamed or a file.
 */
function sendResult(
  ctx: ApiExchange,
  operation: Operation,
  result: Exclude<Result, LiveResult>,
  wanted: Encoding | 'identity',
): Promise<void> | undefined {
  const { req, state } = ctx;
  if ('stream' in result) return sendStream(ctx, operation, result, wanted);
  if ('file' in result) return sendWhole(ctx, operation, result);
  if (result.content === null) {
    state.status = 204;
    send(ctx, 204, [...state.headers, 'Cache-Control', operation.cache], null, 0);
    return undefined;
  }
  const { content, source = null, rowsCount = null } = result;
  state.source = source;
  state.rowsCount = rowsCount;
  const headers = state.headers;
  headers.push('ETag', content.etag, 'Cache-Control', operation.cache, 'Vary', varyOf(operation));
  if (result.headers !== undefined) headers.push(...result.headers);
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
    send(ctx, 200, headers, body, body.length, content.reusedBy);
  };
  if (bytes instanceof Promise) return bytes.then(finish);
  return finish(bytes);
}

async function sendStream(ctx: ApiExchange, operation: Operation, result: StreamResult, wanted: Encoding | 'identity'): Promise<void> {
  const { req, state } = ctx;
  const { type, etag, chunks } = result.stream;
  state.source = 'stream';
  state.rowsCount = result.rowsCount;
  const headers = [...state.headers, ...result.headers, 'ETag', etag, 'Cache-Control', operation.cache, 'Vary', varyOf(operation)];
  const isUnchanged = isNotModified(req.headers['if-none-match'], etag);
  state.status = isUnchanged ? 304 : 200;
  if (isUnchanged) return send(ctx, 304, headers, null, 0);
  headers.push('Content-Type', type);
  if (wanted !== 'identity') headers.push('Content-Encoding', wanted);
  if (req.method === 'HEAD') return send(ctx, 200, headers, null, 0);
  state.bodyBytes = await streamBody(ctx, headers, chunks(), wanted);
}

async function sendWhole(ctx: ApiExchange, operation: Operation, result: FileResult): Promise<void> {
  const { state } = ctx;
  state.source = 'stream';
  state.rowsCount = result.rowsCount;
  const { status, bytes } = await sendFile(ctx, result, [...state.headers, ...result.headers], operation.cache);
  state.status = status;
  state.bodyBytes = bytes;
}

/**
 * Begins a stream of events and returns without waiting for its end. It is not compressed, because a compressor takes more memory than the
 * rest of a stream.
 */
function sendLive(ctx: ApiExchange, operation: Operation, { begin }: LiveResult, authenticate: () => Caller): void {
  const { req, res, state } = ctx;
  state.status = 200;
  state.source = 'live';
  // X-Accel-Buffering prevents nginx from buffering events.
  const headers = [...state.headers, 'Content-Type', operation.output.type, 'Cache-Control', operation.cache, 'X-Accel-Buffering', 'no'];
  if (req.method === 'HEAD') return send(ctx, 200, headers, null, 0);
  ctx.respond = false;
  if (res.destroyed) return;
  res.writeHead(200, headers);
  begin({ body: res, requestId: state.requestId, authenticate });
}

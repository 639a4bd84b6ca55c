/**
 * Serves a request at one path in this order: refuse a preflight, admit (authenticate, take quota), match the method, negotiate the
 * representation, read the body, run the handler. It is one function and no middleware chain, so that an answer from memory waits only for
 * its quota.
 */
import type { Middleware } from 'koa';
import { withTimeout } from '#ops/process/with-timeout.ts';
import type { Caller } from '../auth/caller.ts';
import { adapt } from '../compatibility.ts';
import type { ApiDeps } from '../context.ts';
import { ApiError, apiError, unavailable } from '../errors.ts';
import { typesOf, type Operation, type Result } from '../operation.ts';
import { negotiateEncoding, preferredType } from '../reply/negotiate.ts';
import { bodyBytesMax, readJsonBody } from '../request/body.ts';
import { urlLengthMax } from '../server.ts';
import { admit, unrouted, type Admission } from './admit.ts';
import { sendLive, sendResult } from './send-result.ts';
import type { ApiContext, ApiState } from './state.ts';

/** All operations of one path, by method. */
export interface Path {
  readonly path: string;
  readonly byMethod: ReadonlyMap<string, Operation>;
}

export type Serve = (ctx: ApiContext, params: Readonly<Record<string, string>>) => Promise<void>;

export function servePath({ path, byMethod }: Path, deps: ApiDeps): Serve {
  const [first] = byMethod.values();
  if (first === undefined) throw new Error(`${path} has no operation`);
  const allowed = [...byMethod.keys(), ...(byMethod.has('GET') ? ['HEAD'] : [])].join(', ');
  return async (ctx, params) => {
    const { req, state } = ctx;
    state.route = path;
    const operation = byMethod.get(req.method === 'HEAD' ? 'GET' : (req.method ?? ''));
    const admission = operation ?? { ...unrouted, access: first.access };
    if (req.method === 'OPTIONS') await refusePreflight(ctx, admission, deps);
    const caller = await admit(ctx, admission, deps);
    refuseOversized(req.url ?? '', req.headers['content-length']);
    if (operation === undefined) throw apiError('method_not_allowed', `This path supports only ${allowed}.`, {}, ['Allow', allowed]);
    const wanted = negotiateEncoding(req.headers['accept-encoding']);
    if (wanted === 'none') throw apiError('not_acceptable', 'Accept-Encoding excludes every supported encoding: gzip, br, zstd and identity.', {});
    const answered = operation.body === null ? call(ctx, operation, params, caller, deps, null) : callWithBody(ctx, operation, params, caller, deps);
    const result = answered instanceof Promise ? await withTimeout(deps.requestTimeoutMs, answered, () => tooLate(deps)) : answered;
    if ('begin' in result) return sendLive(ctx, operation, result, () => deps.authenticate(req));
    const sent = sendResult(ctx, operation, state.isCompatible ? adapt(operation, result, deps.headerPrefix) : result, wanted);
    if (sent !== undefined) await sent;
  };
}

const queryOf = (url: string): string => {
  const question = url.indexOf('?');
  return question < 0 ? '' : url.slice(question + 1);
};

function call(
  { req, state }: ApiContext,
  operation: Operation,
  path: Readonly<Record<string, string>>,
  caller: Caller | null,
  deps: ApiDeps,
  body: unknown,
): Result | Promise<Result> {
  const { isCompatible } = state;
  const accepted = preferredType(req.headers.accept, typesOf(operation));
  const id = operation.isLive === true ? req.headers['last-event-id'] : undefined;
  const lastEventId = typeof id === 'string' ? id : undefined;
  return operation.call({ query: queryOf(req.url ?? ''), path, body, accepted, isCompatible, lastEventId }, caller, deps);
}

const callWithBody = async (
  ctx: ApiContext,
  operation: Operation,
  params: Readonly<Record<string, string>>,
  caller: Caller | null,
  deps: ApiDeps,
): Promise<Result> => call(ctx, operation, params, caller, deps, await readJsonBody(ctx.req));

/** Refuses a preflight. A browser's has no key and costs nothing; one with a valid key counts like any call and gets its quota headers. */
async function refusePreflight(ctx: ApiContext, admission: Admission, deps: ApiDeps): Promise<never> {
  if (ctx.req.headers.authorization !== undefined)
    await admit(ctx, admission, deps).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
    });
  throw apiError('cors_not_supported', 'Cross-origin requests from browsers are not supported. Call the API from a server.', {});
}

function refuseOversized(url: string, contentLength: string | undefined): void {
  if (url.length > urlLengthMax)
    throw apiError('uri_too_long', `The URL is too long. At most ${urlLengthMax} characters are allowed.`, {}, ['Connection', 'close']);
  if (contentLength !== undefined && Number(contentLength) > bodyBytesMax)
    throw apiError('payload_too_large', `The body is too large. At most ${bodyBytesMax} bytes are allowed.`, {}, ['Connection', 'close']);
}

/** Answers requests whose address no operation has. Under /api/ a caller without a key learns only that the key is missing. */
export const serveUnrouted =
  (deps: ApiDeps): Middleware<ApiState> =>
  async (ctx) => {
    const isOfApi = /^\/api(\/|$|\?)/.test(ctx.req.url ?? '');
    if (ctx.req.method === 'OPTIONS') await refusePreflight(ctx, unrouted, deps);
    if (isOfApi) await admit(ctx, unrouted, deps);
    refuseOversized(ctx.req.url ?? '', ctx.req.headers['content-length']);
    throw apiError('not_found', 'This path does not exist. See /api/schema/swagger-ui/ for all paths.', {});
  };

const tooLate = ({ requestTimeoutMs }: ApiDeps): ApiError =>
  unavailable('timeout', `The request took longer than ${requestTimeoutMs / 1_000} s. Try again in a few seconds.`);

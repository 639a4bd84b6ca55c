/**
 * Serves a request for an operation: refuses preflights, admits the caller (authenticates it and takes quota), checks the method, negotiates
 * the encoding and calls the handler. The steps are one function, so that an answer from memory waits only for the quota.
 */
import type { Middleware } from 'koa';
import { withTimeout } from '#ops/process/with-timeout.ts';
import type { Caller } from '../auth/caller.ts';
import { adapt } from '../compatibility.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError, apiError, unavailable } from '../errors.ts';
import { typesOf, type Operation } from '../operation.ts';
import { pushQuotaHeaders, rateLimited } from '../quota/grant.ts';
import { negotiateEncoding, preferredType } from '../reply/negotiate.ts';
import type { Result } from '../reply/result.ts';
import { refuseOversized } from '../request/body.ts';
import { sendLive, sendResult } from './send-result.ts';
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

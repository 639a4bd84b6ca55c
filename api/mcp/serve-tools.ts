/** The tool server over HTTP, for one message per request. It checks Host, Origin, address and key before it reads the body. */
import type { IncomingMessage, RequestListener } from 'node:http';
import { hostname } from 'node:os';
import type { Middleware } from 'koa';
import { isAddress, ownNames, splitHost } from '#ops/process/own-names.ts';
import { requestQuery } from '#ops/process/request-path.ts';
import { withTimeout } from '#ops/process/with-timeout.ts';
import type { Credentials } from '../auth/authenticate.ts';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError, apiError, unavailable } from '../errors.ts';
import { createListener, type Answer, type Observers } from '../http/frame.ts';
import type { ApiExchange, ApiState } from '../http/state.ts';
import { parseJson } from '#schemas/json-text.ts';
import { pushQuotaHeaders, quotaHeader } from '../quota/grant.ts';
import { mediaType, readBytes } from '../request/body.ts';
import { jsonType } from '../reply/content.ts';
import { send } from '../reply/send.ts';
import { errorReply, type Reply } from './one-message.ts';
import { isTextRevision, type ServeProtocol } from './protocol.ts';

export interface ToolServerOptions {
  readonly deps: Pick<ApiDeps, 'isStopping' | 'requestTimeoutMs' | 'quota'>;
  readonly protocol: ServeProtocol;
  readonly observers: Observers;
  /** Returns the caller of a bearer token, which is an API key or an application's access token, or the 401 to answer with. */
  readonly authenticate: (request: Credentials) => Caller | ApiError | Promise<Caller | ApiError>;
  readonly trustedProxies: number;
  readonly publicUrl: () => string;
  readonly host: string;
  /** Middleware for other paths, which need no key. */
  readonly others?: readonly Middleware<ApiState>[];
}

/** The base address, and the path that clients of MCP servers expect. */
const paths = new Set(['/', '/mcp', '/mcp/']);
/** Milliseconds, in addition to a tool's own limit, to build and send the answer. */
const graceMs = 2_000;
const keyParameters = new Set(['api_key', 'apikey', 'api-key', 'access_token', 'auth_token', 'token', 'key', 'authorization', 'bearer']);
const allowed = ['Allow', 'POST'] as const;
const parseError = -32_700;

export function createToolServer({ deps, protocol, observers, authenticate, trustedProxies, publicUrl, host, others = [] }: ToolServerOptions): RequestListener {
  const serve: Answer = async (exchange) => {
    const { state } = exchange;
    let reply: Reply;
    try {
      reply = await answer(exchange);
    } finally {
      // A tool call has set these headers; all other requests cost nothing.
      const { caller } = state;
      if (caller !== null && !state.headers.includes(quotaHeader)) pushQuotaHeaders(state.headers, await deps.quota.peek(caller), caller);
    }
    sendReply(exchange, reply);
  };

  const answer = async (exchange: ApiExchange): Promise<Reply> => {
    const { req, state } = exchange;
    const parameters = new URLSearchParams(partsOf(req).query);
    state.route = 'mcp';
    if (req.method === 'OPTIONS') throw apiError('cors_not_supported', 'The tool server does not support cross-origin requests from browsers.', {});
    refuseKeyInAddress(parameters);
    const caller = await authenticate(req);
    if (caller instanceof ApiError) throw caller;
    state.caller = caller;
    if (req.method !== 'POST') throw apiError('method_not_allowed', 'The tool server supports only POST, with one Model Context Protocol message per request.', {}, allowed);
    if (mediaType(req) !== 'application/json') throw apiError('unsupported_media_type', 'Send the message as application/json.', {});
    const body = parseJson((await readBytes(req)).toString());
    if (body === undefined) return errorReply(400, parseError, 'Parse error: the body is not JSON');
    if (Array.isArray(body)) throw apiError('bad_request', 'Batches are not supported. Send one message per request.', {});
    const { method } = (typeof body === 'object' && body !== null ? body : {}) as { method?: unknown };
    const version = req.headers['mcp-protocol-version'];
    const isTextOnly = parameters.get('content') === 'text' || isTextRevision(typeof version === 'string' ? version : undefined, method);
    const wholeMs = deps.requestTimeoutMs + graceMs;
    const late = (): ApiError => unavailable('timeout', `The request took longer than ${wholeMs / 1_000} s. Try again in a few seconds.`);
    return withTimeout(wholeMs, protocol(req, body, { caller, state, isTextOnly }), late);
  };

  return createListener({
    observers,
    isStopping: deps.isStopping,
    trustedProxies,
    find: ({ req }) => {
      refuseForeign(req, host, publicUrl);
      return paths.has(partsOf(req).path) ? serve : null;
    },
    mount: (app) => {
      for (const other of [...others, refusePath]) app.use(other);
    },
  });
} // prettier-ignore

/** Splits the request target, which is not parsed as a URL because a client may send anything. */
function partsOf({ url = '' }: IncomingMessage): { readonly path: string; readonly query: string } {
  const [path = ''] = url.split('?', 1);
  return { path, query: requestQuery(url) };
}

const refusePath: Middleware<ApiState> = () => {
  throw apiError('not_found', 'The tool server answers only at its base URL, without a path.', {});
};

function refuseKeyInAddress(parameters: URLSearchParams): void {
  for (const name of parameters.keys()) {
    if (keyParameters.has(name.toLowerCase()))
      throw apiError('invalid_scheme', 'A key in the URL is not accepted, because URLs end up in logs. Create a new key and send it as `Authorization: Bearer <API_KEY>`.', {}, ['WWW-Authenticate', 'Bearer realm="api"']);
  }
} // prettier-ignore

/** Refuses foreign hosts and origins: a page could reach this server by a name that points here, but not fake Host or omit Origin. */
function refuseForeign(req: IncomingMessage, host: string, publicUrl: () => string): void {
  const { origin } = req.headers;
  const { name } = splitHost(req.headers.host ?? '');
  const isOwn = (own: string): boolean =>
    ownNames(req.socket, host).includes(own) || own === new URL(publicUrl()).hostname.toLowerCase() || own === hostname().toLowerCase();
  if (!isAddress(name) && !isOwn(name))
    throw apiError('bad_request', 'The Host header names another server. Use the address in the setting MCP_PUBLIC_URL.', {}, [
      'Connection',
      'close',
    ]);
  if (origin === undefined) return;
  const from = URL.canParse(origin) ? new URL(origin).hostname.toLowerCase() : '';
  if (from === '' || (from !== name && !isOwn(from)))
    throw apiError('cors_not_supported', 'The tool server does not answer requests from pages of other sites.', {});
}

function sendReply(exchange: ApiExchange, { status, text, type }: Reply): void {
  const { state } = exchange;
  const body = Buffer.from(text);
  state.status = status;
  state.bodyBytes = body.length;
  const headers = [...state.headers, 'Cache-Control', 'no-store', ...(text === '' ? [] : ['Content-Type', type ?? jsonType])];
  send(exchange, status, headers, body, body.length);
}

/** Serves the OAuth endpoints. None sends cross-origin headers, accepts a token in an address, or can be framed. */
import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import type { Provider } from 'oidc-provider';
import { isLoopbackName } from '#ops/process/own-names.ts';
import { requestPath, requestQuery } from '#ops/process/request-path.ts';
import { toolsScope } from '#schemas/oauth.ts';
import { pageHeaders } from '../account/layout.ts';
import type { Throttle, ThrottleName } from '../account/throttle.ts';
import { apiError, unavailable } from '../errors.ts';
import { answerByKoa, type Mount } from '../http/app.ts';
import type { ApiContext, ApiState } from '../http/state.ts';
import { mediaType, readBytes, readJsonBody, refuseLongUrl } from '../request/body.ts';
import { clientKey } from '../http/sockets.ts';
import { sessionCookie } from './authorization-server.ts';
import { renderFault } from './fault-page.ts';
import { oauthPaths } from './paths.ts';
import type { Register } from './register.ts';
import { isToolServer, resourceMetadata } from './resource.ts';

interface OAuthServing {
  readonly provider: () => Provider;
  readonly register: Register;
  readonly throttle: Throttle;
  readonly publicUrl: () => string;
  readonly resource: () => string;
}

interface Route {
  readonly path: string;
  readonly methods: readonly ('GET' | 'HEAD' | 'POST')[];
  readonly serve: (ctx: ApiContext, serving: OAuthServing) => Promise<void> | void;
}

const routes: readonly Route[] = [
  { path: '/.well-known/oauth-authorization-server', methods: ['GET', 'HEAD'], serve: serveMetadata },
  { path: oauthPaths.registration, methods: ['POST'], serve: serveRegistration },
  { path: oauthPaths.authorization, methods: ['GET'], serve: serveAuthorization },
  { path: `${oauthPaths.authorization}/:question`, methods: ['GET'], serve: serveAuthorization },
  { path: oauthPaths.token, methods: ['POST'], serve: serveTokens },
  { path: oauthPaths.revocation, methods: ['POST'], serve: serveTokens },
  { path: '/.well-known/oauth-protected-resource{/*rest}', methods: ['GET', 'HEAD'], serve: serveResourceMetadata },
];
const resumePath = new RegExp(`^${oauthPaths.authorization}/[\\w-]{21,64}/?$`);

export const mountOAuth =
  (serving: OAuthServing): Mount =>
  (router) => {
    for (const route of routes) router.all(route.path, answerByKoa, (ctx, next) => serveRoute(ctx, route, serving) ?? next());
  };

/** Serves a request. Returns null for a CORS preflight, and for an address that is not an OAuth endpoint after all. */
function serveRoute(ctx: ApiContext, { path, methods, serve }: Route, serving: OAuthServing): Promise<void> | null {
  const { req, state } = ctx;
  const plain = requestPath(req.url).replace(/(.)\/$/, '$1');
  const isResume = path.endsWith('/:question');
  if (req.method === 'OPTIONS' || (isResume && !resumePath.test(plain)) || (serve === serveResourceMetadata && !isOwnResource(plain, serving)))
    return null;
  state.route = isResume ? path : plain;
  const { hostname, protocol } = new URL(serving.publicUrl());
  if (protocol !== 'https:' && !isLoopbackName(hostname))
    throw unavailable('insecure', 'OAuth needs https. If you run this service, set API_PUBLIC_URL to its https address.');
  if (!methods.some((method) => method === req.method))
    throw apiError('method_not_allowed', `This path supports only ${methods[0]}.`, {}, ['Allow', methods[0]!]);
  refuseLongUrl(req);
  return Promise.resolve(serve(ctx, serving));
}

/** Returns whether this host serves the tool server's document, because a proxy puts the tool server on this host. */
function isOwnResource(path: string, { publicUrl, resource }: OAuthServing): boolean {
  return new URL(resource()).origin === new URL(publicUrl()).origin && resourceMetadata(path, resource(), publicUrl()) !== null;
}

/** Returns middleware with which the tool server serves its own document, without a proxy. */
export function serveResource({ publicUrl, resource }: Pick<OAuthServing, 'publicUrl' | 'resource'>): Middleware<ApiState> {
  return (ctx, next) => {
    const path = requestPath(ctx.req.url);
    const document = ctx.req.method === 'GET' ? resourceMetadata(path, resource(), publicUrl()) : null;
    if (document === null) return next();
    ctx.state.route = path.replace(/\/$/, '');
    return answerByKoa(ctx, async () => answerJson(ctx, 200, document));
  };
}

function serveMetadata(ctx: ApiContext, { publicUrl }: OAuthServing): void {
  const issuer = publicUrl();
  answerJson(ctx, 200, {
    issuer,
    authorization_endpoint: `${issuer}${oauthPaths.authorization}`,
    token_endpoint: `${issuer}${oauthPaths.token}`,
    registration_endpoint: `${issuer}${oauthPaths.registration}`,
    revocation_endpoint: `${issuer}${oauthPaths.revocation}`,
    scopes_supported: [toolsScope],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });
}

function serveResourceMetadata(ctx: ApiContext, { resource, publicUrl }: OAuthServing): void {
  answerJson(ctx, 200, resourceMetadata(ctx.state.route, resource(), publicUrl()));
}

async function serveRegistration(ctx: ApiContext, serving: OAuthServing): Promise<void> {
  const waitMs = await waitOf(ctx, serving, 'oauth-register');
  if (waitMs > 0) {
    ctx.set('Retry-After', secondsOf(waitMs));
    return answerJson(
      ctx,
      429,
      { error: 'temporarily_unavailable', error_description: 'too many registrations from this address; try again later' },
      'no-store',
    );
  }
  const answer = await serving.register(await readJsonBody(ctx.req));
  answerJson(ctx, answer.status, answer.body, 'no-store');
}

/** Parameters of an authorization request that this server reads; all others are removed before the library sees it. */
const readParameters = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'prompt',
];

async function serveAuthorization(ctx: ApiContext, serving: OAuthServing): Promise<void> {
  const { req } = ctx;
  const path = requestPath(req.url).replace(/\/$/, '');
  const isResume = path !== oauthPaths.authorization;
  ctx.set(pageHeaders({ keepsOpener: true }));
  if (!isResume) {
    const waitMs = await waitOf(ctx, serving, 'oauth-authorize');
    if (waitMs > 0) {
      ctx.set({ ...pageHeaders(), 'Retry-After': secondsOf(waitMs) });
      ctx.status = 429;
      return renderFault(ctx, 'slow_down', `wait ${secondsOf(waitMs)} seconds`);
    }
    const given = new URLSearchParams(requestQuery(req.url));
    const wanted = new URLSearchParams([...given].filter(([name]) => readParameters.includes(name)));
    // Only the response mode `query` is supported. The library refuses `unsupported` with an error in the query.
    if (wanted.has('response_mode') && given.get('response_mode') !== 'query') wanted.set('response_mode', 'unsupported');
    // There is one scope, which every request gets; the answer names it.
    wanted.set('scope', toolsScope);
    takeResource(wanted, serving.resource());
    req.url = `${path}?${wanted.toString()}`;
  } else req.url = path;
  await handOver(ctx, serving);
}

async function serveTokens(ctx: ApiContext, serving: OAuthServing): Promise<void> {
  const { req } = ctx;
  req.url = (req.url ?? '').split('?', 1)[0]?.replace(/\/$/, '') ?? '';
  // Errors are always JSON (RFC 6749, 5.2). Without the header Origin the library adds no CORS headers.
  req.headers.accept = 'application/json';
  delete req.headers.origin;
  // Clients have no secret: the client_id in the body identifies them. The header may hold an API key that a caller sends with everything.
  delete req.headers.authorization;
  ctx.set('Cache-Control', 'no-store');
  if (mediaType(req) !== 'application/x-www-form-urlencoded') {
    const error_description = 'send the parameters as application/x-www-form-urlencoded';
    return answerJson(ctx, 400, { error: 'invalid_request', error_description }, 'no-store');
  }
  const given = new URLSearchParams((await readBytes(req)).toString());
  const resource = serving.resource();
  // The library uses up a code or a refresh token before it checks the resource.
  if (!takeResource(given, resource))
    return answerJson(ctx, 400, { error: 'invalid_target', error_description: `this server issues tokens for ${resource}` }, 'no-store');
  await handOver(ctx, serving, Buffer.from(given.toString()));
}

/** Removes the parameter `resource` when it names this tool server, which is the library's default. Returns false when it names another. */
function takeResource(given: URLSearchParams, resource: string): boolean {
  const isOurs = given.getAll('resource').every((address) => isToolServer(address, resource));
  if (isOurs) given.delete('resource');
  return isOurs;
}

/** Passes the request to the authorization server, with the public address of the service in place of the requested host. */
async function handOver(ctx: ApiContext, { provider, publicUrl }: OAuthServing, body: Buffer | null = null): Promise<void> {
  const { res } = ctx;
  const req = body === null ? ctx.req : withBody(ctx.req, body);
  const { protocol, host } = new URL(publicUrl());
  req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  req.headers['x-forwarded-host'] = host;
  forgetSession(req);
  ctx.respond = false;
  await provider().callback()(req, res);
}

/** Returns the request with a new body, because its own was already read. */
function withBody(req: IncomingMessage, body: Buffer): IncomingMessage {
  delete req.headers['transfer-encoding'];
  req.headers['content-length'] = String(body.length);
  return Object.create(req, { readable: { value: true }, iterator: { value: () => [body] } }) as IncomingMessage;
}

/** Removes the library's session cookie, which would let the library answer for the person who used the browser before. */
function forgetSession({ headers }: IncomingMessage): void {
  if (headers.cookie === undefined) return;
  headers.cookie = headers.cookie
    .split(';')
    .filter(
      (pair) =>
        !pair
          .trim()
          .replace(/^__Secure-/, '')
          .startsWith(sessionCookie),
    )
    .join(';');
}

const waitOf = (ctx: ApiContext, { throttle }: OAuthServing, rule: ThrottleName): Promise<number> => throttle.take({ [rule]: clientKey(ctx) });

const secondsOf = (waitMs: number): string => String(Math.ceil(waitMs / 1_000));

function answerJson(ctx: ApiContext, status: number, value: unknown, cacheControl = 'public, max-age=300'): void {
  ctx.set('Cache-Control', cacheControl);
  ctx.status = status;
  ctx.body = value;
}

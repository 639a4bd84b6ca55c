/** Starts OAuth with real servers: the account area, two APIs on one store, forms instead of a browser, and an independent client. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oauth from 'oauth4webapi';
import { spawnApiOn, startApiOn } from './api.ts';
import { sharedArea, type AreaGround, type PageSeen, type Visitor } from './account-area.ts';
import { testLog } from './log.ts';
import { createVerifyAccess, type VerifyAccess } from '#api/oauth/verify-access.ts';
import { recordLastUse } from '#api/auth/last-use.ts';
import { openRedis } from '#ops/process/redis.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { watchAccounts, type AccountMap } from '#ops/accounts/watch-accounts.ts';
import { buckets } from '#schemas/subjects.ts';

/** Number of rounds of six simultaneous refreshes. OAUTH_RACES=60 is the long form, with two processes. */
export const races = Number(process.env.OAUTH_RACES ?? 4);
const isLong = races > 10;

export const insecure = { [oauth.allowInsecureRequests]: true } as const;
export const callback = 'http://127.0.0.1:6274/oauth/callback';

export interface Asked {
  readonly verifier: string;
  readonly state: string;
  /** Path of the authorization endpoint, with its query. */
  readonly path: string;
}

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly answer: oauth.TokenEndpointResponse;
}

export interface OAuthGround {
  readonly area: AreaGround;
  /** The second API, which is a separate process in the long form. */
  readonly other: { readonly url: string; readonly stop: () => Promise<unknown> };
  readonly resource: string;
  readonly server: oauth.AuthorizationServer;
  readonly accounts: AccountMap;
  /** Checks tokens like a process of the tool server. */
  readonly verify: VerifyAccess;
  /** Origin of the applications' metadata documents; `documents` has them by path. */
  readonly documentsOrigin: string;
  readonly documents: Map<string, { readonly type: string; readonly body: string; readonly status?: number }>;
  readonly fetchedDocuments: string[];
  readonly register: (metadata?: Readonly<Record<string, unknown>>) => Promise<oauth.Client>;
  /** Returns an application's authorization request; `changes` replace parameters, and null omits one. */
  readonly request: (client: oauth.Client, changes?: Readonly<Record<string, string | null>>) => Promise<Asked>;
  /** Opens the request in a browser, answers the consent form, and returns the last address to which the browser was redirected. */
  readonly consent: (visitor: Visitor, asked: Asked, intent?: 'allow' | 'deny') => Promise<URL>;
  readonly exchange: (client: oauth.Client, asked: Asked, answered: URL) => Promise<Tokens>;
  /** Runs the whole flow and returns a connection with its first tokens. */
  readonly connect: (visitor: Visitor, client?: oauth.Client) => Promise<Tokens & { readonly client: oauth.Client }>;
  readonly refresh: (client: oauth.Client, token: string, url?: string) => Promise<Response>;
  readonly isLive: (accessToken: string) => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

export async function startOAuth(): Promise<OAuthGround> {
  const documents: OAuthGround['documents'] = new Map();
  const fetchedDocuments: string[] = [];
  const documentServer = createServer((req, res) => {
    fetchedDocuments.push(req.url ?? '');
    const document = documents.get(req.url ?? '');
    res.writeHead(document?.status ?? (document === undefined ? 404 : 200), { 'content-type': document?.type ?? 'text/plain', location: '/to/' });
    res.end(document?.body ?? '');
  });
  await new Promise<void>((resolve) => documentServer.listen(0, '127.0.0.1', resolve));
  const documentsOrigin = `http://127.0.0.1:${(documentServer.address() as AddressInfo).port}`;
  const area = await sharedArea({ OAUTH_ALLOWED_ORIGINS: documentsOrigin });
  const { api, ground } = area;
  const resource = api.mcp;
  const env = { API_PUBLIC_URL: api.url, MCP_PUBLIC_URL: resource, OUTBOUND_ALLOWED_ORIGINS: documentsOrigin };
  const other = await (isLong ? spawnApiOn : startApiOn)(ground, env);
  const [lasting, short] = await Promise.all([openBucket(ground.bus, buckets.oauth), openBucket(ground.bus, buckets.oauthShort)]);
  const accounts = await watchAccounts(ground.accounts, { connection: ground.bus.connection, log: testLog });
  const redis = openRedis(ground.redis.url, { commandTimeoutMs: 5_000, name: 'test', log: testLog });
  const lastUse = recordLastUse(redis, Date.now);
  const { verify, forget } = createVerifyAccess({ lasting, short, accounts, noteUse: lastUse.note, timeoutMs: 2_000, nowMs: Date.now });

  const issuer = new URL(api.url);
  const found = await oauth.resourceDiscoveryRequest(new URL(resource), insecure);
  const described = await oauth.processResourceDiscoveryResponse(new URL(resource), found);
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(new URL(described.authorization_servers![0]!), { algorithm: 'oauth2', ...insecure }),
  );

  const register: OAuthGround['register'] = async (metadata = {}) => {
    const wanted = { client_name: 'Test agent', redirect_uris: [callback], ...metadata };
    return oauth.processDynamicClientRegistrationResponse(await oauth.dynamicClientRegistrationRequest(server, wanted, insecure));
  };
  const request: OAuthGround['request'] = async ({ client_id: clientId }, changes = {}) => {
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    const usual = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: callback,
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource,
    };
    const url = new URL(server.authorization_endpoint!);
    for (const [name, value] of Object.entries({ ...usual, ...changes })) if (value !== null) url.searchParams.set(name, value);
    return { verifier, state, path: `${url.pathname}${url.search}` };
  };
  const consent: OAuthGround['consent'] = async (visitor, { path }, intent = 'allow') => {
    const asked = await visitor.get(path);
    const question = locationOf(asked, api.url).pathname;
    const answered = await visitor.submit(question, { intent });
    return locationOf(await visitor.get(locationOf(answered, api.url).pathname), api.url);
  };
  const exchange: OAuthGround['exchange'] = async (client, { verifier, state }, answered) => {
    const parameters = oauth.validateAuthResponse(server, client, answered, state);
    const used = `${answered.origin === 'null' ? `${answered.protocol}//${answered.host}` : answered.origin}${answered.pathname}`;
    const response = await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), parameters, used, verifier, {
      additionalParameters: { resource },
      ...insecure,
    });
    const answer = await oauth.processAuthorizationCodeResponse(server, client, response);
    return { access: answer.access_token, refresh: answer.refresh_token ?? '', answer };
  };
  return {
    area,
    other,
    resource,
    server,
    accounts,
    verify,
    documentsOrigin,
    documents,
    fetchedDocuments,
    register,
    request,
    consent,
    exchange,
    connect: async (visitor, given) => {
      const client = given ?? (await register());
      const asked = await request(client);
      return { client, ...(await exchange(client, asked, await consent(visitor, asked))) };
    },
    refresh: (client, token, url = api.url) =>
      fetch(`${url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token, client_id: client.client_id, resource }),
      }),
    isLive: async (accessToken) => {
      forget();
      return typeof (await verify(accessToken, resource)) === 'object';
    },
    stop: async () => {
      accounts.stop();
      lastUse.stop();
      redis.disconnect();
      await other.stop();
      documentServer.close();
    },
  };
}

/** Returns the address that an answer redirects the browser to. */
export function locationOf({ status, headers, text }: PageSeen, base: string): URL {
  const location = headers.get('location');
  if (location === null) throw new Error(`no redirect but ${status}: ${text.slice(0, 2_000)}`);
  return new URL(location, base);
}

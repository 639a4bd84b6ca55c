/** Configures `oidc-provider`: code flow with S256 for public clients, opaque tokens for one resource, refresh tokens for single use. */
import { generateKeyPairSync } from 'node:crypto';
import type { Configuration, interactionPolicy as Policy, JWK, Provider as AuthorizationServer } from 'oidc-provider';
import type { AccountMap } from '#ops/accounts/watch-accounts.ts';
import { oauthLives, toolsScope } from '#schemas/oauth.ts';
import { connectPath } from '../account/connect-path.ts';
import { renderFault } from './fault-page.ts';
import { errors, interactionPolicy, Provider } from './library.ts';
import { oauthPaths } from './paths.ts';
import { isToolServer } from './resource.ts';
import { storedModels, type StoredModelDeps } from './stored-models.ts';

interface Options {
  /** Public address of the service, which identifies the server. */
  readonly issuer: string;
  readonly resource: string;
  readonly accounts: Pick<AccountMap, 'byId'>;
  readonly models: StoredModelDeps;
  /** Returns whether the store was unreachable, so that the request is answered with 503 instead of 500. */
  readonly isAway: (error: unknown) => boolean;
  /** Called with every error that the library answers with 500. */
  readonly onFailure: (error: unknown) => void;
}

const signing = 'ES256';

/** Name of the library's session cookie, without its prefix. The account area has its own session. */
export const sessionCookie = 'tickerwire_oauth';

export function createAuthorizationServer({ issuer, resource, accounts, models, isAway, onFailure }: Options): AuthorizationServer {
  const isSecure = issuer.startsWith('https:');
  const prefix = isSecure ? '__Secure-' : '';
  const off = { enabled: false } as const;
  const configuration: Configuration = {
    adapter: storedModels(models),
    clientAuthMethods: ['none'],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: signing,
    },
    clientBasedCORS: () => false,
    clockTolerance: 0,
    cookies: {
      names: { session: `${prefix}${sessionCookie}`, interaction: `${prefix}tickerwire_question`, resume: `${prefix}tickerwire_answer` },
      // serve-oauth.ts removes this cookie from every request, so that no session outlives one question.
      long: { httpOnly: true, sameSite: 'lax', secure: isSecure, path: oauthPaths.authorization },
      // The value is a random key of the store, so a signature would add nothing.
      short: { httpOnly: true, sameSite: 'lax', secure: isSecure },
    },
    expiresWithSession: () => false,
    extraTokenClaims: () => undefined,
    features: {
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      rpInitiatedLogout: off,
      userinfo: off,
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_, __, oneOf) => (Array.isArray(oneOf) ? (oneOf[0] ?? resource) : resource),
        useGrantedResource: () => true,
        getResourceServerInfo: (_, address) => {
          if (!isToolServer(address, resource)) throw new errors.InvalidTarget(`this server issues tokens for ${resource}`);
          return { scope: toolsScope, audience: resource, accessTokenTTL: oauthLives.access, accessTokenFormat: 'opaque' };
        },
      },
    },
    // The library has nothing to fetch: metadata-document.ts fetches the documents of applications.
    fetch: () => Promise.reject(new Error('fetching is disabled')),
    findAccount: (_, accountId) => (accounts.byId(accountId) === undefined ? undefined : { accountId, claims: () => ({ sub: accountId }) }),
    interactions: { policy: alwaysAsk(), url: (_, interaction) => connectPath(interaction.uid) },
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    // The library requires a signing key, although no identity token is ever made.
    enabledJWA: { idTokenSigningAlgValues: [signing] },
    jwks: { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as JWK] },
    loadExistingGrant: ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return typeof grantId === 'string' ? oidc.provider.Grant.find(grantId) : Promise.resolve(undefined);
    },
    pkce: { required: () => true },
    renderError: (ctx, out) => renderFault(ctx, out.error, out.error_description),
    responseTypes: ['code'],
    revokeGrantPolicy: () => true,
    rotateRefreshToken: true,
    routes: { ...oauthPaths },
    scopes: [toolsScope],
    ttl: {
      AccessToken: oauthLives.access,
      AuthorizationCode: oauthLives.code,
      Grant: oauthLives.refresh,
      Interaction: oauthLives.interaction,
      RefreshToken: oauthLives.refresh,
      Session: oauthLives.session,
    },
  };
  const provider = new Provider(issuer, configuration);
  // The forwarded headers can be trusted: serve-oauth.ts sets them to the service's public address.
  provider.proxy = true;
  const failures = new WeakMap<object, unknown>();
  // The API allows no cross-origin reads, so the library's CORS headers are removed.
  provider.use(async (ctx, next) => {
    await next();
    for (const name of ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'Vary']) ctx.remove(name);
    if (ctx.status !== 500 || !isAway(failures.get(ctx))) return;
    ctx.status = 503;
    ctx.set('Retry-After', '5');
  });
  provider.on('server_error', (ctx, error) => {
    failures.set(ctx, error);
    onFailure(error);
  });
  return provider;
}

/** Returns a policy that asks the account owner every time, so that no application gets a token unnoticed. */
function alwaysAsk(): Policy.DefaultPolicy {
  const { base, Prompt, Check } = interactionPolicy;
  const policy = base();
  policy.clear();
  const unanswered = (name: 'login' | 'consent') =>
    new Check('unanswered', 'the account owner must answer', `${name}_required`, ({ oidc }) => oidc.result?.[name] === undefined);
  policy.add(new Prompt({ name: 'login', requestable: true }, unanswered('login')));
  policy.add(new Prompt({ name: 'consent', requestable: true }, unanswered('consent')));
  return policy;
}

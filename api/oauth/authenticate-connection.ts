/** Authenticates a request to the tool server by its bearer token: an API key, or the access token of a connected application. */
import type { Account } from '#schemas/account.ts';
import type { Plan } from '#schemas/plan.ts';
import type { PlanName } from '#schemas/vocabulary.ts';
import { bearer, type Authenticate, type Credentials } from '../auth/authenticate.ts';
import { createCaller, type Caller } from '../auth/caller.ts';
import { ApiError, apiError } from '../errors.ts';
import { resourceAt, bearerChallenge } from './resource.ts';
import type { AccessRefusal, VerifyAccess } from './verify-access.ts';

interface Options {
  readonly byKey: Authenticate;
  readonly verifyAccess: VerifyAccess;
  readonly plans: Readonly<Record<PlanName, Plan>>;
  readonly resource: () => string;
}

/** Every API key has this prefix, and no access token. */
const keyPrefix = /^nf_/;

const texts: Readonly<Record<AccessRefusal, string>> = {
  malformed: 'This bearer token was not issued by this server. Connect again.',
  unknown: 'This access token is unknown or was revoked. Connect again.',
  expired: 'This access token has expired. Use the refresh token.',
  disconnected: 'This application was disconnected. Connect it again.',
  other_resource: 'This access token was issued for another server.',
};

/** Returns a function that returns the caller, or the 401 to answer with. It throws 503 when tokens cannot be looked up. */
export function createAuthenticateConnection(options: Options): (request: Credentials) => Promise<Caller | ApiError> {
  const { byKey, verifyAccess, plans, resource } = options;
  // A changed account is a new object, so the weak map drops the caller made from the old one.
  const callers = new WeakMap<Account, Caller>();
  const challenge = ({ url }: Credentials, error: 'invalid_token' | null): string[] => [
    'WWW-Authenticate',
    bearerChallenge(resourceAt(url, resource()), error),
  ];
  return async (request) => {
    const token = bearer.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined || keyPrefix.test(token)) {
      try {
        return byKey(request);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        return new ApiError(error.code, error.message, error.extra, challenge(request, token === undefined ? null : 'invalid_token'));
      }
    }
    const verified = await verifyAccess(token, resource());
    if (typeof verified === 'string') return apiError('invalid_key', texts[verified], { reason: 'unknown' }, challenge(request, 'invalid_token'));
    return callers.getOrInsertComputed(verified, () => createCaller(verified, plans));
  };
}

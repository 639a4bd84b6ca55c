/**
 * Who calls the tools, by the bearer token of the request: an API key. Other kinds of token are tried behind it, each by a
 * function of the same shape.
 */
import type { Authenticate, Credentials } from '../auth/authenticate.ts';
import type { Caller } from '../auth/caller.ts';
import { ApiError } from '../errors.ts';

/** The caller, or the 401 to answer with. */
export type AuthenticateBearer = (request: Credentials) => Caller | ApiError | Promise<Caller | ApiError>;

export const authenticateByKey =
  (authenticate: Authenticate): AuthenticateBearer =>
  (request) => {
    try {
      return authenticate(request);
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  };

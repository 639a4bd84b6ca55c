/** Identifies the caller of a tool by the bearer token: an API key, or the access token of a connected application. */
import type { Credentials } from '../auth/authenticate.ts';
import type { Caller } from '../auth/caller.ts';
import type { ApiError } from '../errors.ts';

/** Returns the caller, or the 401 to answer with. */
export type AuthenticateBearer = (request: Credentials) => Caller | ApiError | Promise<Caller | ApiError>;

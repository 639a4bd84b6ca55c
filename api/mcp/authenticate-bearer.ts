/** Who calls the tools, by the bearer token of the request: an API key, or the access token of a connected application. */
import type { Credentials } from '../auth/authenticate.ts';
import type { Caller } from '../auth/caller.ts';
import type { ApiError } from '../errors.ts';

/** The caller, or the 401 to answer with. */
export type AuthenticateBearer = (request: Credentials) => Caller | ApiError | Promise<Caller | ApiError>;

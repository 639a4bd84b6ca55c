/** Admits a request: authenticates its key where the operation needs one, and takes one call from the quota. */
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../context.ts';
import type { Access } from '../operation.ts';
import { pushQuotaHeaders, rateLimited } from '../quota/grant.ts';
import type { ApiContext } from './state.ts';

/** Returns the caller, or null for a public operation. Throws 401 or 429. */
export async function admit({ req, state }: ApiContext, access: Access, deps: ApiDeps): Promise<Caller | null> {
  if (access === 'public') return null;
  const caller = deps.authenticate(req);
  state.caller = caller;
  const grant = await deps.quota.take(caller);
  pushQuotaHeaders(state.headers, grant, caller);
  if (grant.refusedBy !== null) throw rateLimited(grant, caller, deps.pricingUrl);
  return caller;
}

/** Admits a request: authenticates its key where the operation needs one, and takes its cost from the quota. */
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../context.ts';
import type { Operation } from '../operation.ts';
import { pushQuotaHeaders, rateLimited } from '../quota/grant.ts';
import type { ApiContext } from './state.ts';

/** The facts of an operation that admission needs. */
export type Admission = Pick<Operation, 'name' | 'access' | 'cost'>;

/** A request that no operation answers: it needs a key, and costs a call. */
export const unrouted: Admission = { name: 'none', access: 'key', cost: 1 };

/** Returns the caller, or null for a public operation. Throws 401 or 429. */
export async function admit({ req, state }: ApiContext, { name, access, cost }: Admission, deps: ApiDeps): Promise<Caller | null> {
  if (access === 'public') return null;
  const caller = deps.authenticate(req);
  state.caller = caller;
  const grant = await (cost === 0 ? deps.quota.look(caller) : deps.quota.take(caller, name));
  pushQuotaHeaders(state.headers, grant, caller);
  if (grant.refusedBy !== null) throw rateLimited(grant, caller, deps.pricingUrl);
  return caller;
}

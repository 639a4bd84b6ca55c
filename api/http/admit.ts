/** Admits a request: authenticates the caller as the operation's access requires, and takes one call from the quota. */
import type { Access } from '../operation.ts';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../context.ts';
import { pushQuotaHeaders, rateLimited } from '../quota/grant.ts';
import type { ApiContext } from './state.ts';

type Identify = (ctx: ApiContext, access: Access, deps: ApiDeps) => Caller;

/** Kinds that this adapter can check; an operation of another kind cannot be mounted. */
export const authenticators: Readonly<Partial<Record<Access['kind'], Identify>>> = {
  key: ({ req }, _, deps) => deps.authenticate(req),
};

/** The caller with one call taken from the quota; null where everybody may call. Throws 401 or 429. */
export async function admit(ctx: ApiContext, access: Access, deps: ApiDeps): Promise<Caller | null> {
  if (access.kind === 'public') return null;
  const identify = authenticators[access.kind];
  if (identify === undefined) throw new Error(`access by ${access.kind} cannot be checked here`);
  const caller = identify(ctx, access, deps);
  ctx.state.caller = caller;
  const grant = await deps.quota.take(caller);
  pushQuotaHeaders(ctx.state.headers, grant, caller);
  if (grant.refusedBy !== null) throw rateLimited(grant, caller, deps.pricingUrl);
  return caller;
}

/**
 * The Authorization header in, the caller out. A key is looked up by its SHA-256 in a map held in memory, so a
 * wrong one costs what a right one costs and tells nothing of those that exist (contract.md 3).
 */
import { hash } from 'node:crypto';
import type { AccountMap } from '#ops/runtime/accounts.ts';
import type { Account } from '#schemas/account.ts';
import type { Plan } from '#schemas/plan.ts';
import type { PlanName } from '#schemas/vocabulary.ts';
import { apiError } from '../errors.ts';
import { createCaller, type Caller } from './caller.ts';

/** `connection`: the socket, or whatever lives as long as the key is sent along it. */
export type Authenticate = (authorization: string | undefined, connection: object) => Caller;

const realm = 'Bearer realm="api"';
const bearer = /^bearer +(\S+) *$/i;

/** Throws 401 `missing_key` or `invalid_key`. */
export function createAuthenticate(accounts: Pick<AccountMap, 'byKeyHash'>, plans: Readonly<Record<PlanName, Plan>>): Authenticate {
  // The map holds one object per state of an account, so what is derived from it lives as long as it does.
  const callers = new WeakMap<Account, Caller>();
  // A connection sends the same header with every request: it is hashed once, and looked up every time.
  const headers = new WeakMap<object, { readonly authorization: string; readonly keyHash: string | null }>();
  return (authorization, connection) => {
    if (authorization === undefined || authorization === '')
      throw apiError('missing_key', 'Send your API key as `Authorization: Bearer <API_KEY>`.', {}, ['WWW-Authenticate', realm]);
    let sent = headers.get(connection);
    if (sent?.authorization !== authorization) {
      const key = bearer.exec(authorization)?.[1];
      const keyHash = hash('sha256', key ?? authorization, 'hex');
      sent = { authorization, keyHash: key === undefined ? null : keyHash };
      headers.set(connection, sent);
    }
    const account = sent.keyHash === null ? undefined : accounts.byKeyHash(sent.keyHash);
    if (account === undefined)
      throw apiError('invalid_key', 'This API key is unknown or revoked.', {}, ['WWW-Authenticate', `${realm}, error="invalid_token"`]);
    let caller = callers.get(account);
    if (caller === undefined) {
      caller = createCaller(account, plans);
      callers.set(account, caller);
    }
    return caller;
  };
}

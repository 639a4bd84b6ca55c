/** Verifies access tokens. Results are cached for a second, so a connection that another process ended stays valid for up to that time. */
import { hash } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import { LRUCache } from 'lru-cache';
import { readEntry } from '#ops/nats/bucket-entry.ts';
import { findConnection } from '#ops/accounts/connections.ts';
import type { AccountMap } from '#ops/accounts/watch-accounts.ts';
import { withTimeout } from '#ops/process/with-timeout.ts';
import type { Account } from '#schemas/account.ts';
import { accountOfConnection, StoredModel } from '#schemas/oauth.ts';
import { unavailable } from '../errors.ts';
import { useName } from './connection-book.ts';
import { isToolServer } from './resource.ts';
import { entryName } from './stored-models.ts';

export type AccessRefusal = 'malformed' | 'unknown' | 'expired' | 'disconnected' | 'other_resource';

/** Returns the account of the token, or why the token is refused. Throws 503 when tokens cannot be looked up. */
export type VerifyAccess = (accessToken: string, resource: string) => Promise<Account | AccessRefusal>;

interface Options {
  readonly lasting: KV;
  readonly short: KV;
  readonly accounts: Pick<AccountMap, 'byId'>;
  /** Called for every accepted token with the name under which the last use of its connection is stored. */
  readonly noteUse: (name: string) => void;
  readonly timeoutMs: number;
  readonly nowMs: () => number;
}

const cachedMs = 1_000;
const cachedMax = 10_000;
const tokenPattern = /^[\w-]{20,200}$/;

interface VerifiedToken {
  readonly connectionId: string;
  readonly resource: string;
  readonly expiresAtMs: number;
}

export function createVerifyAccess(options: Options): { readonly verify: VerifyAccess; readonly forget: () => void } {
  const { lasting, short, accounts, noteUse, timeoutMs, nowMs } = options;
  const cache = new LRUCache<string, VerifiedToken>({ max: cachedMax, ttl: cachedMs });

  const lookUp = async (token: string): Promise<VerifiedToken | AccessRefusal> => {
    const entry = await readEntry(short, entryName('access', token), StoredModel);
    if (entry === null) return 'unknown';
    const { payload, expires_at: expiresAt } = entry.value;
    const { grantId, aud } = payload;
    if (typeof grantId !== 'string' || typeof aud !== 'string' || expiresAt === null) return 'unknown';
    const connection = await findConnection(lasting, grantId, new Date(nowMs()));
    if (connection === null) return 'disconnected';
    return { connectionId: connection.id, resource: aud, expiresAtMs: expiresAt * 1_000 };
  };

  return {
    forget: () => cache.clear(),
    verify: async (accessToken, resource) => {
      if (!tokenPattern.test(accessToken)) return 'malformed';
      const name = hash('sha256', accessToken, 'hex');
      let verified = cache.get(name);
      if (verified === undefined) {
        const result = await withTimeout(timeoutMs, lookUp(accessToken), () => new Error('no answer in time')).catch((error: unknown) => {
          throw unavailable('connections', 'Connections cannot be checked right now. Try again in a few seconds.', error);
        });
        if (typeof result === 'string') return result;
        verified = result;
        cache.set(name, verified);
      }
      if (verified.expiresAtMs <= nowMs()) return 'expired';
      if (!isToolServer(resource, verified.resource)) return 'other_resource';
      const account = accounts.byId(accountOfConnection(verified.connectionId));
      if (account === undefined) return 'unknown';
      noteUse(useName(verified.connectionId));
      return account;
    },
  };
}

/**
 * Finds an account by name at a cost that does not depend on the number of accounts. `name.<sha256>` in the bucket `identities` names the
 * account last created under a name; it is valid only while that account has the name. Accounts made by signing up are named after their
 * address, which their identity claims. Followers of `accounts` do not see these entries.
 */
import { createHash } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import { normalAddress, NameClaim } from '#schemas/sign-in.ts';
import type { StoredAccount } from '#schemas/account.ts';
import { AccountError, readAccount } from './account-entries.ts';
import { readEntry } from '../nats/bucket-entry.ts';
import { findIdentity } from './identities.ts';

export interface AccountBuckets {
  readonly accounts: KV;
  readonly identities: KV;
}

const claimName = (name: string): string => `name.${createHash('sha256').update(name).digest('hex')}`;

/** Returns null when no account has that name. */
export async function accountNamed({ accounts, identities }: AccountBuckets, name: string): Promise<StoredAccount | null> {
  const claim = await readEntry(identities, claimName(name), NameClaim);
  const address = normalAddress(name);
  const identity = address === null ? null : await findIdentity(identities, address);
  for (const id of [claim?.value.account_id, identity?.account_id]) {
    const account = id === undefined ? null : await readIfThere(accounts, id);
    if (account?.name === name) return account;
  }
  return null;
}

/** Records the name of an account that was created by name. Where two accounts have one name, `accountNamed` finds the later one. */
export async function noteName({ identities }: Pick<AccountBuckets, 'identities'>, { id, name }: Pick<StoredAccount, 'id' | 'name'>): Promise<void> {
  await identities.put(claimName(name), JSON.stringify({ account_id: id } satisfies NameClaim));
}

async function readIfThere(accounts: KV, id: string): Promise<StoredAccount | null> {
  try {
    return (await readAccount(accounts, id)).account;
  } catch (error) {
    if (error instanceof AccountError) return null;
    throw error;
  }
}

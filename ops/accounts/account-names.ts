/**
 * Finds an account by its name at a cost that does not depend on how many there are: `name.<sha256>` of the bucket `identities` names the
 * account that was made under it last, and counts only while that account has the name. Those who sign up go by their address, which
 * their identity claims. Nothing of this is seen by those who follow accounts.
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

/** Returns null where no account has that name. */
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

/** To be called for an account that was made by name: of two that have one name the last is found. */
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

/**
 * Identities (sign-ins) in the KV bucket `identities`, found by account or address and changed by compare-and-swap. A process claims an
 * address before it sets it on the identity. A claim counts only while its identity has the address, so a crash in between frees the address.
 */
import { createHash } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import { AddressClaim, Identity } from '#schemas/sign-in.ts';
import { changeEntry, isRace, readEntry, retryRaces } from '../nats/bucket-entry.ts';

const identityName = (accountId: string): string => `account.${accountId}`;
const claimName = (address: string): string => `address.${createHash('sha256').update(address).digest('hex')}`;
/** Looked up when an address has no account, so that known and unknown addresses take equally long. */
const noAccount = 'nobody000000';

export const readIdentity = async (bucket: KV, accountId: string): Promise<Identity | null> =>
  (await readEntry(bucket, identityName(accountId), Identity))?.value ?? null;

/** Returns the identity with this normalised address, or null. It makes two reads in both cases. */
export async function findIdentity(bucket: KV, address: string): Promise<Identity | null> {
  const claim = await readEntry(bucket, claimName(address), AddressClaim);
  const identity = await readIdentity(bucket, claim?.value.account_id ?? noAccount);
  return identity?.address === address ? identity : null;
}

function claimAddress(bucket: KV, address: string, accountId: string): Promise<boolean> {
  const name = claimName(address);
  const text = JSON.stringify({ account_id: accountId } satisfies AddressClaim);
  return retryRaces(async () => {
    const claim = await readEntry(bucket, name, AddressClaim);
    if (claim?.value.account_id === accountId) return true;
    if (claim !== null && (await readIdentity(bucket, claim.value.account_id))?.address === address) return false;
    if (claim === null) await bucket.create(name, text);
    else await bucket.update(name, text, claim.revision);
    return true;
  });
}

async function releaseAddress(bucket: KV, address: string, accountId: string): Promise<void> {
  const claim = await readEntry(bucket, claimName(address), AddressClaim);
  if (claim?.value.account_id === accountId) await bucket.delete(claimName(address), { previousSeq: claim.revision });
}

export async function ensureIdentity(bucket: KV, accountId: string, now: Date): Promise<Identity> {
  const found = await readIdentity(bucket, accountId);
  if (found !== null) return found;
  const identity: Identity = {
    account_id: accountId,
    address: null,
    password: null,
    confirmed_at: null,
    session_epoch: 0,
    created_at: now.toISOString(),
  };
  try {
    await bucket.create(identityName(accountId), JSON.stringify(identity));
    return identity;
  } catch (error) {
    const other = isRace(error) ? await readIdentity(bucket, accountId) : null;
    if (other === null) throw error;
    return other;
  }
}

export const changeIdentity = (bucket: KV, accountId: string, make: (identity: Identity) => Identity | null): Promise<Identity | null> =>
  changeEntry(bucket, identityName(accountId), Identity, make);

/** Sets a confirmed address on an identity and frees its former address. Returns null when another account has the address. */
export async function setAddress(bucket: KV, accountId: string, address: string, now: Date): Promise<Identity | null> {
  if (!(await claimAddress(bucket, address, accountId))) return null;
  let former: string | null = null;
  const identity = await changeIdentity(bucket, accountId, (current) => {
    former = current.address;
    return { ...current, address, confirmed_at: now.toISOString() };
  });
  if (former !== null && former !== address) await releaseAddress(bucket, former, accountId);
  return identity;
}

export async function removeIdentity(bucket: KV, accountId: string): Promise<void> {
  const identity = await readIdentity(bucket, accountId);
  await bucket.delete(identityName(accountId));
  if (identity !== null && identity.address !== null) await releaseAddress(bucket, identity.address, accountId);
}

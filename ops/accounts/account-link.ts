/** Makes sign-in links that an operator hands to an owner whose mail was lost or who has no e-mail address. */
import type { StoredAccount } from '#schemas/account.ts';
import { linkPath, normalAddress } from '#schemas/sign-in.ts';
import { buckets } from '#schemas/subjects.ts';
import { AccountError, readAccount } from './account-entries.ts';
import { findIdentity, readIdentity } from './identities.ts';
import type { Bus } from '../nats/nats.ts';
import { makeLink } from './sessions.ts';
import { openBucket } from '../nats/streams.ts';

export interface AccountLink {
  readonly url: string;
  /** Null when the address has no account yet; the link then creates one. */
  readonly account: StoredAccount | null;
}

export interface LinkOptions {
  /** An account id or an e-mail address. */
  readonly who: string;
  readonly publicUrl: string;
  readonly lifeMs: number;
  readonly now: Date;
}

export async function makeAccountLink(bus: Bus, { who, publicUrl, lifeMs, now }: LinkOptions): Promise<AccountLink> {
  const [accounts, identities, sessions] = await Promise.all(
    [buckets.accounts, buckets.identities, buckets.sessions].map((name) => openBucket(bus, name)),
  );
  const address = who.includes('@') ? normalAddress(who) : null;
  if (who.includes('@') && address === null) throw new AccountError(`${who} is not an e-mail address`);
  const identity = address === null ? null : await findIdentity(identities!, address);
  if (address !== null && identity === null) {
    const token = await makeLink(sessions!, { purpose: 'password', address, epoch: null }, lifeMs, now);
    return { url: `${publicUrl}${linkPath(token)}`, account: null };
  }
  const { account } = await readAccount(accounts!, identity?.account_id ?? who);
  const epoch = (await readIdentity(identities!, account.id))?.session_epoch ?? null;
  const token = await makeLink(sessions!, { purpose: 'sign_in', account_id: account.id, epoch }, lifeMs, now);
  return { url: `${publicUrl}${linkPath(token)}`, account };
}

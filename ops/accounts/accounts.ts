/** Creates and changes accounts with their keys in the KV bucket `accounts`. One entry holds both, so a change is one compare-and-swap. */
import { createHash, randomBytes } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import { z } from 'zod';
import { ApiKeyText, KeyId, keyId, StoredAccount, type AccountKey } from '#schemas/account.ts';
import { planOf } from '#schemas/plan.ts';
import type { PlanName } from '#schemas/vocabulary.ts';
import { AccountError, accountName, entryOfKey, readAccount, withStates, type AccountEntry, type KeyStatus } from './account-entries.ts';
import { retryRaces } from '../nats/bucket-entry.ts';

const keyPrefix = 'nf_live_';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Number of revoked keys that an account keeps: the most recently revoked. */
const revokedKeysMax = 50;

/** The name of an account or key. Control characters are excluded because terminals print names. */
const Name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u);

/** Returns the SHA-256 of the key text in hex. Only the hash is stored. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Returns random characters of the alphabet with a uniform distribution. */
export const randomText = (length: number, alphabet: string): string => {
  // Bytes from `limit` upwards are dropped: they would make the first characters of the alphabet likelier than the others.
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(length * 2)) if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length];
  return text;
};

function named(name: string): string {
  const { data } = Name.safeParse(name);
  if (data === undefined) throw new AccountError('a name has 1 to 200 characters and no control characters');
  return data;
}

export async function createAccount(
  bucket: KV,
  input: {
    readonly name: string;
    readonly plan: PlanName;
    readonly email?: string;
    readonly requestsPerMinute?: number | null;
    readonly requestsPerDay?: number | null;
  },
  now: Date,
): Promise<StoredAccount> {
  const account: StoredAccount = {
    id: randomText(12, base62.slice(0, 10) + base62.slice(36)),
    name: named(input.name),
    ...(input.email !== undefined && { email: input.email }),
    plan: input.plan,
    created_at: now.toISOString(),
    requests_per_minute: input.requestsPerMinute ?? null,
    requests_per_day: input.requestsPerDay ?? null,
    keys: [],
  };
  await bucket.create(accountName(account.id), JSON.stringify(StoredAccount.parse(account)));
  return account;
}

/** Changes the plan. `inactivated` has the keys for which the new plan has no room, `reactivated` those for which it has room again. */
export async function changePlan(bucket: KV, accountId: string, plan: PlanName) {
  const { before, after } = await change(bucket, accountId, ({ account, keys }) => ({
    account: { ...account, plan },
    keys: keys.map(({ stored }) => stored),
  }));
  return { account: after.account, ...movedKeys(before.keys, after.keys) };
}

/** Changes fields of an account other than its keys. `make` runs again when another process changes the entry in between. */
export async function changeAccount(bucket: KV, accountId: string, make: (account: StoredAccount) => StoredAccount): Promise<StoredAccount> {
  const { after } = await change(bucket, accountId, ({ account, keys }) => ({ account: make(account), keys: keys.map(({ stored }) => stored) }));
  return after.account;
}

/** Replaces the watchlist by the tickers that `make` returns, in that order. Throws an AccountError when the plan allows fewer. */
export const changeWatchlist = (bucket: KV, accountId: string, make: (saved: readonly string[]) => readonly string[]): Promise<StoredAccount> =>
  changeAccount(bucket, accountId, (account) => {
    const { watchlistMax, name } = planOf(account);
    const saved = account.watchlist ?? [];
    const watchlist = [...new Set(make(saved))];
    // A watchlist that became too long by a change of plan may shrink step by step.
    if (watchlist.length > watchlistMax && watchlist.length >= saved.length)
      throw new AccountError(`a watchlist on the plan ${name} holds ${watchlistMax} tickers, not ${watchlist.length}`);
    return { ...account, watchlist };
  });

/** Sets the confirmed e-mail address. An account whose name is its former address gets the new address as its name. */
export const setEmail = (bucket: KV, accountId: string, email: string): Promise<StoredAccount> =>
  changeAccount(bucket, accountId, (account) => ({ ...account, email, ...(account.name === account.email && { name: email }) }));

export const deleteAccount = (bucket: KV, accountId: string): Promise<void> => bucket.purge(accountName(accountId));

/** Returns the keys that became inactive and those that became active again. Newly revoked keys are in neither list. */
function movedKeys(before: readonly KeyStatus[], after: readonly KeyStatus[]) {
  const states = new Map(before.map(({ stored, state }) => [stored.hash, state]));
  const moved = (from: KeyStatus['state'], to: KeyStatus['state']): KeyStatus[] =>
    after.filter(({ stored, state }) => state === to && states.get(stored.hash) === from);
  return { inactivated: moved('active', 'inactive'), reactivated: moved('inactive', 'active') };
}

/** Creates a key and returns its text, which is not stored and cannot be shown again. */
export async function createKey(
  bucket: KV,
  accountId: string,
  now: Date,
  name: string | null = null,
): Promise<{ readonly key: string; readonly hash: string; readonly id: string }> {
  const key = `${keyPrefix}${randomText(40, base62)}`;
  const hash = hashKey(key);
  const shown = { prefix: key.slice(0, keyPrefix.length + 4), created_at: now.toISOString(), revoked_at: null };
  const added: AccountKey = { hash, name: name === null ? null : named(name), ...shown };
  await change(bucket, accountId, ({ account, keys }) => {
    // An earlier attempt of this call wrote the key, but its reply was lost.
    if (keys.some(({ stored }) => stored.hash === hash)) return null;
    refuseMoreKeys(account, keys);
    if (keys.some(({ id }) => id === keyId(accountId, hash))) throw new AccountError("the new key's id is taken: try again");
    return { account, keys: [...keys.map(({ stored }) => stored), added] };
  });
  return { key, hash, id: keyId(accountId, hash) };
}

function refuseMoreKeys({ id, plan }: StoredAccount, keys: readonly KeyStatus[]): void {
  const { activeKeysMax } = planOf({ plan });
  const inForce = keys.filter(({ state }) => state !== 'revoked').length;
  if (inForce < activeKeysMax) return;
  const allowed = `${activeKeysMax} active key${activeKeysMax === 1 ? '' : 's'}`;
  throw new AccountError(
    inForce === activeKeysMax
      ? `account ${id} (${plan}) already has ${allowed}: revoke one first`
      : `account ${id} (${plan}) has ${inForce} keys and its plan allows ${allowed}: revoke ${inForce - activeKeysMax + 1} first`,
  );
}

/** Revokes a key. `which` is its id, its text or its hash. A key that was revoked before keeps its first time of revocation. */
export async function revokeKey(bucket: KV, which: string, now: Date) {
  const found = await locateKey(bucket, which);
  if (found === null) throw unknownKey();
  const isMeant = ({ id, stored }: KeyStatus): boolean => id === found.id || stored.hash === found.hash;
  const { before, after } = await change(bucket, found.accountId, ({ account, keys }) => {
    const meant = keys.find(isMeant);
    if (meant === undefined) throw unknownKey();
    const revoked = { ...meant.stored, revoked_at: meant.stored.revoked_at ?? now.toISOString() };
    return { account, keys: keys.map((key) => (key === meant ? revoked : key.stored)) };
  });
  const { reactivated } = movedKeys(before.keys, after.keys);
  return { account: after.account, key: after.keys.find(isMeant)!, reactivated };
}

const unknownKey = (): AccountError => new AccountError('no such key; `npm run admin -- key list ACCOUNT` shows those of an account');

/** Returns the account of a key, with the key's id or hash, whichever `which` gives. */
async function locateKey(bucket: KV, which: string): Promise<{ accountId: string; id?: string; hash?: string } | null> {
  if (KeyId.safeParse(which).success) return { accountId: which.slice(0, which.indexOf('-')), id: which };
  const hash = ApiKeyText.safeParse(which).success ? hashKey(which) : which;
  if (!/^[0-9a-f]{64}$/.test(hash)) return null;
  const entry = await entryOfKey(bucket, hash);
  return entry === null ? null : { accountId: entry.account.id, hash };
}

/** Changes an account by compare-and-swap. `make` returns null for no change, and runs again when another process changed the entry. */
function change(
  bucket: KV,
  accountId: string,
  make: (current: AccountEntry) => { readonly account: StoredAccount; readonly keys: readonly AccountKey[] } | null,
): Promise<{ readonly before: AccountEntry; readonly after: { readonly account: StoredAccount; readonly keys: readonly KeyStatus[] } }> {
  return retryRaces(
    async () => {
      const before = await readAccount(bucket, accountId);
      const changed = make(before);
      if (changed === null) return { before, after: before };
      const account = { ...changed.account, keys: [...before.unreadableKeys, ...withoutOldest(changed.keys)] };
      await bucket.update(accountName(accountId), JSON.stringify(account), before.revision);
      return { before, after: { account: changed.account, keys: withStates(changed.account, changed.keys) } };
    },
    () => new AccountError('the account was changed by others at the same time: try again'),
  );
}

function withoutOldest(keys: readonly AccountKey[]): AccountKey[] {
  const revoked = keys.filter(({ revoked_at }) => revoked_at !== null).sort((a, b) => (a.revoked_at! < b.revoked_at! ? 1 : -1));
  const forgotten = new Set(revoked.slice(revokedKeysMax).map(({ hash }) => hash));
  return keys.filter(({ hash }) => !forgotten.has(hash));
}

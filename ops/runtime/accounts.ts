/**
 * Accounts and keys in the KV bucket `accounts`, changed with compare-and-swap. An account's entry holds its keys, so that
 * a change is one write that wins or is made again upon what won; a key's own entry is written before its account holds it
 * and revoked before its account says so: killed between the two, a key does not work, and is listed if it ever did.
 */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KV } from '@nats-io/kv';
import { z } from 'zod';
import { ApiKey, ApiKeyText, KeyId, keyId, StoredAccount, type AccountKey } from '#schemas/account.ts';
import { knownPlan, plans } from '#schemas/plan.ts';
import type { PlanName } from '#schemas/vocabulary.ts';
import {
  AccountError,
  accountName,
  accountOfKey,
  jsonOf,
  keyName,
  readAccount,
  withStates,
  type HeldAccount,
  type HeldKey,
} from './account-entries.ts';

const keyPrefix = 'nf_live_';
export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Of the keys that an account has revoked, the last ones stay on its list. */
const revokedKeysMax = 50;
/** Tries of a change that others were quicker with, and the longest wait before the next one. */
const triesMax = 10;
const retryWithinMs = 40;

/** Shown in lists on terminals, hence without control characters. */
const Name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u);

/** SHA-256 of the key text, hex: the only form in which a key is kept. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

export const randomText = (length: number, alphabet: string): string => {
  // Bytes past the largest multiple of the alphabet are thrown away, or its first characters would be likelier.
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(length * 2)) if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length];
  return text;
};

function named(name: string): string {
  const { data } = Name.safeParse(name);
  if (data === undefined) throw new AccountError('a name has 1 to 200 characters, none of them a control character');
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

export interface PlanChange {
  readonly account: StoredAccount;
  /** Keys that the new plan has no room for, and those that it has room for again. */
  readonly inactivated: readonly HeldKey[];
  readonly reactivated: readonly HeldKey[];
}

export async function changePlan(bucket: KV, accountId: string, plan: PlanName): Promise<PlanChange> {
  const { before, after } = await change(bucket, accountId, ({ account, keys }) => ({
    account: { ...account, plan },
    keys: keys.map(({ stored }) => stored),
  }));
  return { account: after.account, ...movedKeys(before.keys, after.keys) };
}

/** Changes what an account's entry holds beside its keys; `make` may be called again, upon what others changed meanwhile. */
export async function changeAccount(bucket: KV, accountId: string, make: (account: StoredAccount) => StoredAccount): Promise<StoredAccount> {
  const { after } = await change(bucket, accountId, ({ account, keys }) => ({ account: make(account), keys: keys.map(({ stored }) => stored) }));
  return after.account;
}

/** Replaces the saved tickers by what `make` returns, in its order; more than the plan allows are an AccountError. */
export const changeWatchlist = (bucket: KV, accountId: string, make: (saved: readonly string[]) => readonly string[]): Promise<StoredAccount> =>
  changeAccount(bucket, accountId, (account) => {
    const { watchlistMax, name } = plans[knownPlan(account.plan).plan];
    const saved = account.watchlist ?? [];
    const watchlist = [...new Set(make(saved))];
    // What a larger plan had room for may become less one by one.
    if (watchlist.length > watchlistMax && watchlist.length >= saved.length)
      throw new AccountError(`a watchlist on the plan ${name} holds ${watchlistMax} tickers, not ${watchlist.length}`);
    return { ...account, watchlist };
  });

/** The confirmed address of its owner. An account that went by its former address goes by the new one. */
export const setEmail = (bucket: KV, accountId: string, email: string): Promise<StoredAccount> =>
  changeAccount(bucket, accountId, (account) => ({ ...account, email, ...(account.name === account.email && { name: email }) }));

/**
 * Removes an account with its keys and what the bucket remembers of them; nothing where there is none. Its keys go first:
 * killed in between, the account is still there to be removed again.
 */
export async function deleteAccount(bucket: KV, accountId: string): Promise<void> {
  const held = await readAccount(bucket, accountId).catch((error: unknown) => {
    if (error instanceof AccountError) return null;
    throw error;
  });
  if (held === null) return;
  for (const { stored } of held.keys) await bucket.purge(keyName(stored.hash));
  await bucket.purge(accountName(accountId));
}

/** Which keys stopped working, and which work again, without having been revoked. */
function movedKeys(before: readonly HeldKey[], after: readonly HeldKey[]): Pick<PlanChange, 'inactivated' | 'reactivated'> {
  const states = new Map(before.map(({ stored, state }) => [stored.hash, state]));
  const moved = (from: HeldKey['state'], to: HeldKey['state']): HeldKey[] =>
    after.filter(({ stored, state }) => state === to && states.get(stored.hash) === from);
  return { inactivated: moved('active', 'inactive'), reactivated: moved('inactive', 'active') };
}

/** The key's text is returned here and never again. */
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
  let isEntered = false;
  try {
    await change(bucket, accountId, async ({ account, keys }) => {
      // Written in a try before this one, whose answer was lost.
      if (keys.some(({ stored }) => stored.hash === hash)) return null;
      refuseMoreKeys(account, keys);
      if (keys.some(({ id }) => id === keyId(accountId, hash))) throw new AccountError('two keys would have one id: try again');
      isEntered = true;
      await bucket.put(keyName(hash), JSON.stringify({ account_id: accountId, ...shown } satisfies ApiKey));
      return { account, keys: [...keys.map(({ stored }) => stored), added] };
    });
  } catch (error) {
    // Nobody has seen this key: its entry is of no use. One that stays, because this fails as well, lets nobody in.
    if (isEntered) await bucket.purge(keyName(hash)).catch(() => undefined);
    throw error;
  }
  return { key, hash, id: keyId(accountId, hash) };
}

function refuseMoreKeys({ id, plan }: StoredAccount, keys: readonly HeldKey[]): void {
  const { activeKeysMax } = plans[knownPlan(plan).plan];
  const inForce = keys.filter(({ state }) => state !== 'revoked').length;
  if (inForce < activeKeysMax) return;
  const allowed = `${activeKeysMax} active key${activeKeysMax === 1 ? '' : 's'}`;
  throw new AccountError(
    inForce === activeKeysMax
      ? `account ${id} (${plan}) has its ${allowed}: revoke one first`
      : `account ${id} (${plan}) has ${inForce} keys where its plan allows ${allowed}: revoke ${inForce - activeKeysMax + 1} first`,
  );
}

export interface Revocation {
  readonly account: StoredAccount;
  readonly key: HeldKey;
  /** Keys that the plan has room for again. */
  readonly reactivated: readonly HeldKey[];
}

/** `which`: the id of a key, its text, or its hash. One that is revoked stays revoked since it was first. */
export async function revokeKey(bucket: KV, which: string, now: Date): Promise<Revocation> {
  const found = await whoseKey(bucket, which);
  if (found === null) throw unknownKey();
  const isMeant = ({ id, stored }: HeldKey): boolean => id === found.id || stored.hash === found.hash;
  const { before, after } = await change(bucket, found.accountId, async ({ account, keys }) => {
    const meant = keys.find(isMeant);
    if (meant === undefined) throw unknownKey();
    const revoked = { ...meant.stored, revoked_at: meant.stored.revoked_at ?? now.toISOString() };
    await revokeEntry(bucket, revoked);
    return { account, keys: keys.map((key) => (key === meant ? revoked : key.stored)) };
  });
  const { reactivated } = movedKeys(before.keys, after.keys);
  return { account: after.account, key: after.keys.find(isMeant)!, reactivated };
}

const unknownKey = (): AccountError => new AccountError('no such key; `npm run admin -- key list ACCOUNT` shows those of an account');

interface Whose {
  readonly accountId: string;
  readonly id?: string;
  readonly hash?: string;
}

async function whoseKey(bucket: KV, which: string): Promise<Whose | null> {
  if (KeyId.safeParse(which).success) return { accountId: which.slice(0, which.indexOf('-')), id: which };
  const hash = ApiKeyText.safeParse(which).success ? hashKey(which) : which;
  if (!/^[0-9a-f]{64}$/.test(hash)) return null;
  const accountId = await accountOfKey(bucket, hash);
  return accountId === null ? null : { accountId, hash };
}

async function revokeEntry(bucket: KV, { hash, revoked_at }: AccountKey): Promise<void> {
  const entry = await bucket.get(keyName(hash));
  // One that is not there or cannot be read lets nobody in.
  const own = entry?.operation === 'PUT' ? ApiKey.safeParse(jsonOf(entry)).data : undefined;
  if (entry === null || own === undefined || own.revoked_at === revoked_at) return;
  await bucket.update(keyName(hash), JSON.stringify({ ...own, revoked_at }), entry.revision);
}

interface Changed {
  readonly account: StoredAccount;
  readonly keys: readonly AccountKey[];
}

/** Makes a change of an account, again upon what others made meanwhile; null from `make`: there is nothing to change. */
async function change(
  bucket: KV,
  accountId: string,
  make: (held: HeldAccount) => Promise<Changed | null> | Changed | null,
): Promise<{ readonly before: HeldAccount; readonly after: { readonly account: StoredAccount; readonly keys: readonly HeldKey[] } }> {
  for (let tries = 1; ; tries += 1) {
    try {
      const before = await readAccount(bucket, accountId);
      // From the first change on the account holds its keys: an entry of a key that comes to be half-way must not count.
      if (!before.saysKeys) {
        await write(bucket, before, { account: before.account, keys: before.keys.map(({ stored }) => stored) });
        continue;
      }
      const changed = await make(before);
      if (changed === null) return { before, after: before };
      await write(bucket, before, changed);
      return { before, after: { account: changed.account, keys: withStates(changed.account, changed.keys) } };
    } catch (error) {
      if (!isRace(error)) throw error;
      if (tries === triesMax) throw new AccountError('others change that account all the time: try again');
      await sleep(Math.random() * retryWithinMs * tries);
    }
  }
}

async function write(bucket: KV, { unreadableKeys, revision }: HeldAccount, { account, keys }: Changed): Promise<void> {
  const revoked = keys.filter(({ revoked_at }) => revoked_at !== null).sort((a, b) => (a.revoked_at! < b.revoked_at! ? 1 : -1));
  const forgotten = new Set(revoked.slice(revokedKeysMax).map(({ hash }) => hash));
  const kept = keys.filter(({ hash }) => !forgotten.has(hash));
  await bucket.update(accountName(account.id), JSON.stringify({ ...account, keys: [...unreadableKeys, ...kept] }), revision);
  // An entry that stays behind after a failure here is revoked, and in the way of nothing.
  await Promise.allSettled([...forgotten].map((hash) => bucket.purge(keyName(hash))));
}

/** A compare-and-swap that lost: JetStream's "wrong last sequence" (error 10071). */
const isRace = (error: unknown): boolean => (error as { code?: unknown }).code === 10071;

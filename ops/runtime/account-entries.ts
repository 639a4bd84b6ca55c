/** Reads entries of the bucket `accounts` for whoever changes or lists them; API processes follow it by `watchAccounts`. */
import type { KV, KvEntry, KvWatchEntry } from '@nats-io/kv';
import { AccountKey, ApiKey, byAge, keyId, StoredAccount, surplusKeys } from '#schemas/account.ts';
import { knownPlan, plans } from '#schemas/plan.ts';
import { withTimeout } from './with-timeout.ts';

export class AccountError extends Error {}

export interface HeldKey {
  readonly id: string;
  /** `inactive`: the plan allows fewer keys, and this is one of the older ones. */
  readonly state: 'active' | 'inactive' | 'revoked';
  readonly stored: AccountKey;
}

export interface HeldAccount {
  /** As stored, its keys apart. */
  readonly account: StoredAccount;
  readonly revision: number;
  /** Oldest first. */
  readonly keys: readonly HeldKey[];
  /** Keys that cannot be read: kept as they are, and refused by the API. */
  readonly unreadableKeys: readonly unknown[];
  /** Whether its entry says which keys it has. */
  readonly saysKeys: boolean;
}

/** A listing that gets nothing for this long has lost its server. */
const stallsAfterMs = 10_000;

export const keyName = (hash: string): string => `key.${hash}`;
export const accountName = (id: string): string => `account.${id}`;

/** The state of each key follows from the plan: of those not revoked the newest work, as many as it allows. */
export function withStates(account: Pick<StoredAccount, 'id' | 'plan'>, keys: readonly AccountKey[]): HeldKey[] {
  const sorted = [...keys].sort(byAge);
  let surplus = surplusKeys(sorted.filter(({ revoked_at }) => revoked_at === null).length, plans[knownPlan(account.plan).plan].activeKeysMax);
  return sorted.map((stored) => {
    const state = stored.revoked_at !== null ? 'revoked' : surplus > 0 ? 'inactive' : 'active';
    if (state === 'inactive') surplus -= 1;
    return { id: keyId(account.id, stored.hash), state, stored };
  });
}

/** One account with its keys, at a cost that does not depend on how many accounts there are. */
export async function readAccount(bucket: KV, accountId: string): Promise<HeldAccount> {
  const entry = /^[a-z0-9]{12}$/.test(accountId) ? await bucket.get(accountName(accountId)) : null;
  if (entry?.operation !== 'PUT') throw new AccountError(`no account ${accountId}; \`npm run admin -- account list\` shows them`);
  const account = parsedAccount(accountId, entry);
  if (account === null)
    throw new AccountError(`account ${accountId} cannot be read: a later release may have written it; its entry is ${entry.key} of the KV bucket`);
  // An account that does not hold its keys was written by an older release: all keys are gone through, until its first change.
  if (account.keys === undefined) {
    const naming = await keysNaming(bucket, new Set([accountId]));
    return heldAccount(account, entry.revision, naming.get(accountId) ?? []);
  }
  const held = heldAccount(account, entry.revision, []);
  return { ...held, keys: withStates(account, await Promise.all(held.keys.map(({ stored }) => withRevocation(bucket, accountId, stored)))) };
}

/** The account a key belongs to; null: nobody's. */
export async function accountOfKey(bucket: KV, hash: string): Promise<string | null> {
  const entry = await bucket.get(keyName(hash));
  return entry?.operation === 'PUT' ? (ApiKey.safeParse(jsonOf(entry)).data?.account_id ?? null) : null;
}

/** A key is revoked as soon as one of its two entries says so, or its own is gone. */
async function withRevocation(bucket: KV, accountId: string, key: AccountKey): Promise<AccountKey> {
  if (key.revoked_at !== null) return key;
  const entry = await bucket.get(keyName(key.hash));
  if (entry?.operation !== 'PUT') return { ...key, revoked_at: entry?.created.toISOString() ?? key.created_at };
  const own = ApiKey.safeParse(jsonOf(entry)).data;
  return own?.account_id === accountId ? { ...key, revoked_at: own.revoked_at } : key;
}

export interface UnreadableEntry {
  readonly unreadable: string;
}

/** Every account with its keys, as they come: what was changed least recently first. Nothing is held but accounts of older releases. */
export async function* eachAccount(bucket: KV): AsyncGenerator<HeldAccount | UnreadableEntry> {
  const silent = new Map<string, { readonly account: StoredAccount; readonly revision: number }>();
  for await (const entry of lastEntries(bucket, 'account.*')) {
    const id = entry.key.slice('account.'.length);
    const account = parsedAccount(id, entry);
    if (account === null) yield { unreadable: entry.key };
    else if (account.keys === undefined) silent.set(id, { account, revision: entry.revision });
    else yield heldAccount(account, entry.revision, []);
  }
  if (silent.size === 0) return;
  const keys = await keysNaming(bucket, silent);
  for (const [id, { account, revision }] of silent) yield heldAccount(account, revision, keys.get(id) ?? []);
}

function heldAccount(account: StoredAccount, revision: number, naming: readonly AccountKey[]): HeldAccount {
  const parsed = (account.keys ?? []).map((value) => ({ value, key: AccountKey.safeParse(value).data }));
  const keys = account.keys === undefined ? naming : parsed.flatMap(({ key }) => (key === undefined ? [] : [key]));
  return {
    account,
    revision,
    keys: withStates(account, keys),
    unreadableKeys: parsed.filter(({ key }) => key === undefined).map(({ value }) => value),
    saysKeys: account.keys !== undefined,
  };
}

/** The keys whose own entries name one of these accounts. */
async function keysNaming(bucket: KV, accountIds: Pick<ReadonlySet<string>, 'has'>): Promise<Map<string, AccountKey[]>> {
  const found = new Map<string, AccountKey[]>();
  for await (const entry of lastEntries(bucket, 'key.*')) {
    const { account_id: accountId, ...key } = ApiKey.safeParse(jsonOf(entry)).data ?? {};
    if (accountId === undefined || !accountIds.has(accountId)) continue;
    const held = AccountKey.safeParse({ ...key, hash: entry.key.slice('key.'.length) }).data;
    if (held !== undefined) found.set(accountId, [...(found.get(accountId) ?? []), held]);
  }
  return found;
}

const parsedAccount = (id: string, entry: KvEntry): StoredAccount | null => {
  const { data } = StoredAccount.safeParse(jsonOf(entry));
  return data?.id === id ? data : null;
};

/** What is no JSON is nothing that a schema takes. */
export function jsonOf(entry: { readonly json: () => unknown }): unknown {
  try {
    return entry.json();
  } catch {
    return undefined;
  }
}

/** The last value of every key under `filter` that was not deleted, one by one, and then the end. */
async function* lastEntries(bucket: KV, filter: string): AsyncGenerator<KvWatchEntry> {
  if (!(await hasEntries(bucket, filter))) return;
  const watch = await bucket.watch({ key: filter });
  const iterator = watch[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { value, done } = await stalling(iterator.next());
      if (done === true) throw new AccountError('the connection to NATS was lost in the middle of the list: try again');
      if (value.operation === 'PUT') yield value;
      if (value.delta === 0) return;
    }
  } finally {
    watch.stop();
  }
}

async function hasEntries(bucket: KV, filter: string): Promise<boolean> {
  const names = await bucket.keys(filter);
  const { done } = await stalling(names[Symbol.asyncIterator]().next());
  names.stop();
  return done !== true;
}

const stalling = <T>(next: Promise<T>): Promise<T> =>
  withTimeout(stallsAfterMs, next, () => new AccountError(`NATS sent nothing for ${stallsAfterMs / 1_000} s: try again`));
